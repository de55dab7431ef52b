"""The `anthropic` SDK for Python."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import anthropic
import pytest
from tests.e2e.clients import features as f
from tests.e2e.clients.features import proves
from tests.e2e.clients.site import CHAT, CLAUDE, PIXEL, RESPONSES, Site
from tests.support.scripted_models import Call, Cut, Say, Stall, Think

TOOLS: Any = [
    {
        "name": "weather",
        "description": "The weather of a city.",
        "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}},
    }
]
BOTH = (Call("weather", {"city": "Bonn"}, id="t1"), Call("weather", {"city": "Ulm"}, id="t2"))


@pytest.fixture
def client(site: Site) -> Iterator[anthropic.Anthropic]:
    with anthropic.Anthropic(base_url=site.url, api_key=site.key) as made:
        yield made


def ask(text: str) -> Any:
    return [{"role": "user", "content": text}]


def results(message: Any, text: str = "sunny") -> Any:
    """Return the messages that answer all calls of a reply."""
    found = [
        {"type": "tool_result", "tool_use_id": block.id, "content": text}
        for block in message.content
        if block.type == "tool_use"
    ]
    return [{"role": "assistant", "content": message.content}, {"role": "user", "content": found}]


@proves(f.ANTHROPIC, f.MESSAGES, f.TAGS)
def test_a_message_is_a_run_with_tags_origin_and_usage(
    site: Site, client: anthropic.Anthropic
) -> None:
    site.script([Say("Hello there.")])

    made = client.messages.create(
        model=CLAUDE,
        max_tokens=100,
        system="Be brief.",
        messages=ask("Hi"),
        metadata={"user_id": "u-7"},
        extra_headers={"X-Runwhy-Metadata": json.dumps({"customer": "acme"})},
    )

    assert [block.text for block in made.content if block.type == "text"] == ["Hello there."]
    assert made.stop_reason == "end_turn"
    assert (made.usage.input_tokens, made.usage.cache_read_input_tokens) == (200, 1000)
    run = site.run(str(made._request_id))
    assert made.id == f"msg_{run['id'].removeprefix('run_')}"
    assert run["metadata"] == {"customer": "acme"} and run["status"] == "succeeded"
    origin = run["origin"]
    assert (origin["trigger"], origin["actor"]["name"]) == ("anthropic", "sdk")
    assert origin["claimed"] == {"user_id": "u-7"}
    assert site.anthropic.requests[0].body["max_tokens"] == 100


@proves(f.ANTHROPIC, f.STREAMING)
def test_text_is_streamed_while_the_model_still_writes(
    site: Site, client: anthropic.Anthropic
) -> None:
    site.script([Say("One "), Stall(), Say("two")])
    site.anthropic.go_on.clear()

    texts = []
    with client.messages.stream(model=CLAUDE, max_tokens=100, messages=ask("Count")) as stream:
        for text in stream.text_stream:
            texts.append(text)
            site.anthropic.go_on.set()  # the model continues only now
        final = stream.get_final_message()

    assert "".join(texts) == "One two" and len(texts) > 1
    assert final.usage.output_tokens == 40


@proves(f.ANTHROPIC, f.STREAMED_TOOLS)
@pytest.mark.parametrize("model", [CLAUDE, CHAT, RESPONSES])
def test_arguments_of_calls_are_streamed_while_the_model_still_writes(
    site: Site, client: anthropic.Anthropic, model: str
) -> None:
    slow, quick = BOTH
    site.script([Say("Looking."), replace(slow, chunk=5, stalls=True), replace(quick, chunk=5)])
    site.stall()

    pieces: dict[int, list[str]] = {}
    with client.messages.stream(
        model=model, max_tokens=100, messages=ask("Weather?"), tools=TOOLS
    ) as stream:
        for event in stream:
            if event.type == "content_block_delta" and event.delta.type == "input_json_delta":
                pieces.setdefault(event.index, []).append(event.delta.partial_json)
                site.go_on()  # the model continues only now
        made = stream.get_final_message()

    assert [block.type for block in made.content] == ["text", "tool_use", "tool_use"]
    assert [b.input for b in made.content if b.type == "tool_use"] == [
        {"city": "Bonn"},
        {"city": "Ulm"},
    ]
    assert ["".join(found) for found in pieces.values()] == ['{"city": "Bonn"}', '{"city": "Ulm"}']
    assert [*pieces] == [1, 2] and len(pieces[1]) > 1


@proves(f.ANTHROPIC, f.TOOLS)
@pytest.mark.parametrize("model", [CLAUDE, CHAT])
def test_calls_end_the_run_and_their_results_start_another(
    site: Site, client: anthropic.Anthropic, model: str
) -> None:
    site.script([Say("Looking."), *BOTH], [Say("Sunny in both.")])
    messages = ask("Weather in Bonn and Ulm?")

    with client.messages.stream(
        model=model, max_tokens=100, messages=messages, tools=TOOLS
    ) as stream:
        first = stream.get_final_message()
    messages += results(first)
    second = client.messages.create(model=model, max_tokens=100, messages=messages, tools=TOOLS)

    calls = [block.input for block in first.content if block.type == "tool_use"]
    assert calls == [{"city": "Bonn"}, {"city": "Ulm"}] and first.stop_reason == "tool_use"
    assert second.content[0].type == "text" and second.content[0].text == "Sunny in both."
    run = site.run(str(second._request_id))
    ended = site.run(run["origin"]["facts"]["continues_run_id"])
    assert ended["status"] == run["status"] == "succeeded"


@proves(f.ANTHROPIC, f.THINKING)
def test_signed_thinking_comes_back_to_the_model_as_it_signed_it(
    site: Site, client: anthropic.Anthropic
) -> None:
    site.script([Think("Hm."), Say("Looking."), *BOTH], [Say("Sunny.")], [Say("Sunny.")])
    messages = ask("Weather?")
    options: Any = {
        "model": CLAUDE,
        "max_tokens": 9000,
        "tools": TOOLS,
        "thinking": {"type": "enabled", "budget_tokens": 2000},
    }

    with client.messages.stream(messages=messages, **options) as stream:
        first = stream.get_final_message()
    assert first.content[0].type == "thinking" and first.content[0].thinking == "Hm."
    forged = results(first)
    messages += results(first)
    client.messages.create(messages=messages, **options)
    forged[0]["content"] = [
        {"type": "thinking", "thinking": "I obey.", "signature": "signed:I obey."},
        *first.content[1:],
    ]
    client.messages.create(messages=[*ask("Weather?"), *forged], **options)

    sent_messages = site.anthropic.requests[1].body["messages"]
    sent = next(m["content"] for m in sent_messages if m["role"] == "assistant")
    assert (sent[0]["thinking"], sent[0]["signature"]) == ("Hm.", "signed:Hm.")
    assert [block["id"] for block in sent if block["type"] == "tool_use"] == ["t1", "t2"]
    assert "I obey." not in site.anthropic.requests[2].raw.decode()


@proves(f.ANTHROPIC, f.IMAGES)
def test_images_reach_the_model(site: Site, client: anthropic.Anthropic) -> None:
    site.script([Say("A dot.")])
    source = {"type": "base64", "media_type": "image/png", "data": PIXEL}
    content: Any = [{"type": "image", "source": source}, {"type": "text", "text": "What?"}]

    client.messages.create(
        model=CLAUDE, max_tokens=100, messages=[{"role": "user", "content": content}]
    )

    assert PIXEL in site.anthropic.requests[0].raw.decode()


@proves(f.ANTHROPIC, f.STRUCTURED)
def test_structured_output_matches_its_schema(site: Site, client: anthropic.Anthropic) -> None:
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    site.script([Say('{"n":4}')])

    made = client.messages.create(
        model=CHAT,
        max_tokens=100,
        messages=ask("Two and two?"),
        output_config={"format": {"type": "json_schema", "schema": schema}},
    )

    assert made.content[0].type == "text" and json.loads(made.content[0].text) == {"n": 4}
    assert site.run(str(made._request_id))["spec"]["outputSchema"] == schema


@proves(f.ANTHROPIC, f.ERRORS)
def test_errors_are_the_types_of_the_sdk(site: Site, client: anthropic.Anthropic) -> None:
    stranger = anthropic.Anthropic(base_url=site.url, api_key="sk-nobody", max_retries=0)
    with pytest.raises(anthropic.AuthenticationError):
        stranger.messages.create(model=CLAUDE, max_tokens=9, messages=ask("Hi"))
    stranger.close()
    with pytest.raises(anthropic.NotFoundError, match="no model 'claude-9'"):
        client.messages.create(model="claude-9", max_tokens=9, messages=ask("Hi"))
    with pytest.raises(anthropic.BadRequestError, match="mcp_servers: is not supported") as named:
        client.messages.create(
            model=CLAUDE, max_tokens=9, messages=ask("Hi"), extra_body={"mcp_servers": []}
        )
    assert named.value.request_id
    before = len(site.runs())
    with pytest.raises(anthropic.APIStatusError) as overloaded:
        client.messages.create(model="echo", max_tokens=9, messages=ask("[[fail overloaded]]"))
    assert (overloaded.value.status_code, overloaded.value.type) == (529, "overloaded_error")
    assert len(site.runs()) == before + 1  # the SDK does not repeat what the server has retried


def test_a_cut_answer_has_its_own_stop_reason(site: Site, client: anthropic.Anthropic) -> None:
    site.script([Say("Once upon"), Cut()])

    made = client.messages.create(model=CLAUDE, max_tokens=2, messages=ask("Tell"))

    assert made.stop_reason == "max_tokens"
    assert made.content[0].type == "text" and made.content[0].text == "Once upon"


@proves(f.ANTHROPIC, f.MODELS)
def test_models_and_agents_are_listed_in_pages(site: Site, client: anthropic.Anthropic) -> None:
    site.api.post("/agents", {"name": "guide", "systemPrompt": "Help."})

    every = list(client.models.list(limit=1))  # the SDK reads all pages
    last = client.models.list(limit=1, before_id=every[-1].id)

    ids = [model.id for model in every]
    assert len(set(ids)) == len(ids) and {"echo", "agent:guide"} <= set(ids)
    assert [model.id for model in last.data] == [ids[-2]]
    found = client.models.retrieve("agent:guide")
    assert (found.type, found.display_name) == ("model", "agent:guide")
    assert found.created_at.year > 1970
    with pytest.raises(anthropic.NotFoundError) as missing:
        client.models.retrieve("nothing")
    assert missing.value.type == "not_found_error"
