"""The `openai` SDK for Python."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import openai
import pytest
from pydantic import BaseModel
from tests.e2e.clients import features as f
from tests.e2e.clients.features import proves
from tests.e2e.clients.site import CHAT, CLAUDE, PIXEL, RESPONSES, Site
from tests.support.scripted_models import Call, Cut, Fail, Refuse, Say, Stall, Think

TOOL: Any = {
    "name": "weather",
    "description": "The weather of a city.",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}},
}
CHAT_TOOLS: Any = [{"type": "function", "function": TOOL}]
TOOLS: Any = [{"type": "function", **TOOL}]
BOTH = (Call("weather", {"city": "Bonn"}, id="c1"), Call("weather", {"city": "Ulm"}, id="c2"))
SLOWLY = (
    Call("weather", {"city": "Bonn"}, id="c1", chunk=5, stalls=True),
    Call("weather", {"city": "Ulm"}, id="c2", chunk=5),
)
IMAGE = f"data:image/png;base64,{PIXEL}"


class City(BaseModel):
    name: str
    people: int


@pytest.fixture
def client(site: Site) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=site.v1, api_key=site.key) as made:
        yield made


def ask(text: str) -> Any:
    return [{"role": "user", "content": text}]


@proves(f.OPENAI, f.CHAT, f.TAGS)
def test_a_chat_is_a_run_with_tags_origin_and_usage(site: Site, client: openai.OpenAI) -> None:
    site.script([Say("Hello there.")])

    made = client.chat.completions.create(
        model=CHAT, messages=ask("Hi"), metadata={"customer": "acme"}, user="u-7"
    )

    assert made.choices[0].message.content == "Hello there."
    assert made.choices[0].finish_reason == "stop"
    assert made.usage is not None and made.usage.prompt_tokens_details is not None
    assert (made.usage.prompt_tokens, made.usage.prompt_tokens_details.cached_tokens) == (
        1200,
        1000,
    )
    run = site.run(str(made._request_id))
    assert made.id == f"chatcmpl-{run['id'].removeprefix('run_')}"
    assert run["metadata"] == {"customer": "acme"} and run["status"] == "succeeded"
    origin = run["origin"]
    assert (origin["trigger"], origin["actor"]["name"]) == ("openai", "sdk")
    assert origin["claimed"] == {"user": "u-7"} and run["envelope"]["bytes"] > 100


@proves(f.OPENAI, f.STREAMING)
def test_text_is_streamed_while_the_model_still_writes(site: Site, client: openai.OpenAI) -> None:
    site.script([Say("One "), Stall(), Say("two")])
    site.openai.go_on.clear()

    stream = client.chat.completions.create(
        model=CHAT,
        messages=ask("Count"),
        stream=True,
        stream_options={"include_usage": True},
    )
    texts: list[str] = []
    last = None
    for chunk in stream:
        if chunk.choices and chunk.choices[0].delta.content:
            texts.append(chunk.choices[0].delta.content)
            site.openai.go_on.set()  # the model continues only now
        last = chunk

    assert "".join(texts) == "One two" and len(texts) > 1
    assert last is not None and last.usage is not None and last.usage.total_tokens == 1240


@proves(f.OPENAI, f.TOOLS)
@pytest.mark.parametrize("model", [CHAT, RESPONSES])
def test_calls_end_the_run_and_their_results_start_another(
    site: Site, client: openai.OpenAI, model: str
) -> None:
    site.script([Say("Looking."), *BOTH], [Say("Sunny in both.")])
    messages = ask("Weather in Bonn and Ulm?")

    first = client.chat.completions.create(model=model, messages=messages, tools=CHAT_TOOLS)
    calls = first.choices[0].message.tool_calls
    assert calls is not None and first.choices[0].finish_reason == "tool_calls"
    messages.append(first.choices[0].message)
    messages += [{"role": "tool", "tool_call_id": c.id, "content": "sunny"} for c in calls]
    second = client.chat.completions.create(model=model, messages=messages, tools=CHAT_TOOLS)

    assert second.choices[0].message.content == "Sunny in both."
    ended, answered = site.run(str(first._request_id)), site.run(str(second._request_id))
    assert ended["status"] == answered["status"] == "succeeded"
    assert answered["origin"]["facts"]["continues_run_id"] == ended["id"]


@proves(f.OPENAI, f.STREAMED_TOOLS)
@pytest.mark.parametrize("model", [CHAT, RESPONSES, CLAUDE])
def test_arguments_of_calls_are_streamed_while_the_model_still_writes(
    site: Site, client: openai.OpenAI, model: str
) -> None:
    site.script([Say("Looking."), *SLOWLY])
    site.stall()

    seen: list[tuple[int, str]] = []
    with client.chat.completions.stream(
        model=model, messages=ask("Weather?"), tools=CHAT_TOOLS
    ) as stream:
        for event in stream:
            if event.type == "chunk" and event.chunk.choices:
                for piece in event.chunk.choices[0].delta.tool_calls or []:
                    assert piece.function is not None
                    seen.append((piece.index, piece.function.arguments or ""))
                    if piece.function.arguments:
                        site.go_on()  # the model continues only now
        made = stream.get_final_completion()

    calls = made.choices[0].message.tool_calls or []
    assert [call.function.arguments for call in calls] == ['{"city": "Bonn"}', '{"city": "Ulm"}']
    assert len([text for index, text in seen if index == 0 and text]) > 1
    assert [index for index, _ in seen] == sorted(index for index, _ in seen)
    assert made.choices[0].message.content == "Looking."


@pytest.mark.parametrize("model", [CHAT, RESPONSES, CLAUDE])
def test_a_response_streams_its_function_calls_in_pieces(
    site: Site, client: openai.OpenAI, model: str
) -> None:
    site.script([Say("Looking."), *SLOWLY])
    site.stall()

    pieces: dict[str, list[str]] = {}
    types: list[str] = []
    with client.responses.stream(model=model, input="Weather?", tools=TOOLS) as stream:
        for event in stream:
            types.append(event.type)
            if event.type == "response.function_call_arguments.delta":
                pieces.setdefault(event.item_id, []).append(event.delta)
                site.go_on()
        made = stream.get_final_response()

    calls = [item for item in made.output if item.type == "function_call"]
    assert [item.type for item in made.output] == ["message", "function_call", "function_call"]
    assert [call.arguments for call in calls] == ['{"city": "Bonn"}', '{"city": "Ulm"}']
    assert [call.id for call in calls] == [*pieces]
    assert ["".join(found) for found in pieces.values()] == [call.arguments for call in calls]
    assert len(pieces[str(calls[0].id)]) > 1
    assert types.count("response.output_item.added") == types.count("response.output_item.done")
    again = client.responses.retrieve(made.id).output
    assert [item.id for item in again] == [item.id for item in made.output]
    assert [i.arguments for i in again if i.type == "function_call"] == [c.arguments for c in calls]


def test_a_call_that_is_cut_off_is_incomplete(site: Site, client: openai.OpenAI) -> None:
    cut = [Call("weather", raw='{"city": "Bo'), Cut()]
    site.script(cut, cut)

    with client.responses.stream(model=RESPONSES, input="Weather?", tools=TOOLS) as stream:
        items = [e.item for e in stream if e.type == "response.output_item.done"]
    chunks = list(
        client.chat.completions.create(
            model=CHAT, messages=ask("Weather?"), tools=CHAT_TOOLS, stream=True
        )
    )

    assert [(i.type, i.status, i.arguments) for i in items if i.type == "function_call"] == [
        ("function_call", "incomplete", '{"city": "Bo')
    ]
    assert chunks[-1].choices[0].finish_reason == "length"


def test_arguments_that_are_not_json_end_a_stream_and_are_never_returned(
    site: Site, client: openai.OpenAI
) -> None:
    broken = [Call("weather", raw='{"city": "Bonn"', id="c1")]
    site.script(broken, [Say("Sunny.")], broken, [Say("Sunny.")])

    whole = client.chat.completions.create(model=CHAT, messages=ask("Weather?"), tools=CHAT_TOOLS)
    with pytest.raises(openai.APIError, match="did not finish a tool call as JSON"):
        list(
            client.chat.completions.create(
                model=CHAT, messages=ask("Weather?"), tools=CHAT_TOOLS, stream=True
            )
        )

    assert whole.choices[0].message.content == "Sunny."


@proves(f.OPENAI, f.STRUCTURED)
def test_structured_output_is_parsed(site: Site, client: openai.OpenAI) -> None:
    site.script([Say('{"name":"Bonn","people":330000}')], [Say('{"name":"Ulm","people":2}')])

    chat = client.chat.completions.parse(model=CHAT, messages=ask("Bonn?"), response_format=City)
    response = client.responses.parse(model=RESPONSES, input="Ulm?", text_format=City)

    assert chat.choices[0].message.parsed == City(name="Bonn", people=330000)
    assert response.output_parsed == City(name="Ulm", people=2)


@proves(f.OPENAI, f.IMAGES)
def test_images_reach_the_model(site: Site, client: openai.OpenAI) -> None:
    site.script([Say("A dot.")], [Say("A dot.")])
    text: Any = {"type": "text", "text": "What is this?"}
    image: Any = {"type": "image_url", "image_url": {"url": IMAGE}}
    part: Any = {"type": "input_image", "image_url": IMAGE}
    words: Any = {"type": "input_text", "text": "What is this?"}

    client.chat.completions.create(
        model=CHAT, messages=[{"role": "user", "content": [text, image]}]
    )
    client.responses.create(model=CHAT, input=[{"role": "user", "content": [words, part]}])

    assert [PIXEL in request.raw.decode() for request in site.openai.requests] == [True, True]


@proves(f.OPENAI, f.RESPONSES, f.THINKING)
def test_a_response_streams_reasoning_and_text(site: Site, client: openai.OpenAI) -> None:
    site.script([Think("Let me see."), Say("Four.")])

    with client.responses.stream(
        model=CHAT, input="Two and two?", instructions="Be brief."
    ) as stream:
        types = [event.type for event in stream]
        final = stream.get_final_response()

    assert types[0] == "response.created" and types[-1] == "response.completed"
    assert "response.reasoning_summary_text.delta" in types
    assert [item.type for item in final.output] == ["reasoning", "message"]
    assert final.output_text == "Four." and final.instructions == "Be brief."
    assert final.usage is not None and final.usage.input_tokens_details.cached_tokens == 1000


def test_thinking_between_texts_has_items_of_its_own(site: Site, client: openai.OpenAI) -> None:
    site.script([Think("Hm."), Say("Two "), Think("Add."), Say("and two.")])

    with client.responses.stream(model=CLAUDE, input="Two and two?") as stream:
        items = [event.item for event in stream if event.type == "response.output_item.done"]
        final = stream.get_final_response()

    shown: list[Any] = [item.to_dict() for item in items]
    texts = [(item.get("summary") or item["content"])[0]["text"] for item in shown]
    assert texts == ["Hm.", "Two ", "Add.", "and two."]
    assert len({item["id"] for item in shown}) == 4
    assert final.output_text == "Two and two."


def test_a_refusal_after_some_text_is_an_item_of_its_own(site: Site, client: openai.OpenAI) -> None:
    site.script([Say("Well, "), Refuse("No.")])

    with client.responses.stream(model=CHAT, input="Do it.") as stream:
        items = [event.item for event in stream if event.type == "response.output_item.done"]
        final = stream.get_final_response()

    assert [item.type for item in items] == ["message", "message"]
    assert [item.id for item in items] == [item.id for item in final.output]


@proves(f.OPENAI, f.CONVERSATION)
@pytest.mark.parametrize("model", [CHAT, RESPONSES])
def test_a_conversation_is_continued_by_the_id_of_its_last_response(
    site: Site, client: openai.OpenAI, model: str
) -> None:
    site.script([Say("Looking."), *BOTH], [Say("Sunny.")], [Say("Yes.")], [Say("No.")])
    first = client.responses.create(model=model, input="Weather?", tools=TOOLS, metadata={"c": "a"})
    results: Any = [
        {"type": "function_call_output", "call_id": item.call_id, "output": "sunny"}
        for item in first.output
        if item.type == "function_call"
    ]
    second = client.responses.create(
        model=model, input=results, previous_response_id=first.id, tools=TOOLS
    )
    third = client.responses.create(model=model, input="Sure?", previous_response_id=second.id)
    branch = client.responses.create(model=model, input="Really?", previous_response_id=second.id)

    assert [r.output_text for r in (second, third, branch)] == ["Sunny.", "Yes.", "No."]
    assert third.conversation is not None and second.conversation == third.conversation
    assert branch.conversation is not None and branch.conversation != third.conversation
    assert second.metadata == {"c": "a"}  # a conversation keeps its tags
    sent = site.openai.requests[-2].raw.decode()
    assert all(text in sent for text in ("Weather?", "Looking.", "sunny", "Sunny.", "Sure?"))
    assert "Sure?" not in site.openai.requests[-1].raw.decode()


@proves(f.OPENAI, f.BACKGROUND)
def test_a_background_response_is_read_later_or_cancelled(
    site: Site, client: openai.OpenAI
) -> None:
    site.script([Say("Done.")])
    made = client.responses.create(model=CHAT, input="Work", background=True)
    assert made.status == "queued" and made.background
    with client.responses.retrieve(made.id, stream=True) as stream:
        events = list(stream)
    assert events[-1].type == "response.completed"
    assert client.responses.retrieve(made.id).output_text == "Done."
    later = list(client.responses.retrieve(made.id, stream=True, starting_after=2))
    assert [e.sequence_number for e in later] == [e.sequence_number for e in events][3:]

    waiting = client.responses.create(model="echo", input="[[sleep 600]]", background=True)

    assert client.responses.cancel(waiting.id).status == "cancelled"
    assert client.responses.retrieve(waiting.id).status == "cancelled"


@proves(f.OPENAI, f.STORE)
def test_what_is_not_stored_is_erased_but_its_tags_and_origin_stay(
    site: Site, client: openai.OpenAI
) -> None:
    site.script([Say("Secret answer.")], [Say("Secret answer.")])
    made = client.responses.create(model=CHAT, input="Secret", store=False, metadata={"a": "b"})
    chat = client.chat.completions.create(model=CHAT, messages=ask("Secret"), store=False)

    for id in (str(made._request_id), str(chat._request_id)):
        run = site.run(id)
        assert run["finalText"] is None and run["erasedAt"] is not None
        assert run["origin"]["trigger"] == "openai" and run["tokens"]["inputTokens"] == 1200
        messages = site.api.get(f"/agent-runs/{id}/messages")
        assert "Secret" not in str(messages)
    assert site.run(str(made._request_id))["metadata"] == {"a": "b"}
    with pytest.raises(openai.NotFoundError):
        client.responses.retrieve(made.id)
    with pytest.raises(openai.BadRequestError) as refused:
        client.responses.create(model=CHAT, input="x", previous_response_id=made.id)
    assert refused.value.code == "previous_response_not_found"


@proves(f.OPENAI, f.ERRORS)
def test_errors_are_the_types_of_the_sdk(site: Site, client: openai.OpenAI) -> None:
    stranger = openai.OpenAI(base_url=site.v1, api_key="sk-nobody", max_retries=0)
    with pytest.raises(openai.AuthenticationError) as unknown:
        stranger.models.list()
    assert unknown.value.code == "invalid_api_key"
    stranger.close()
    with pytest.raises(openai.NotFoundError) as missing:
        client.chat.completions.create(model="gpt-9", messages=ask("Hi"))
    assert missing.value.code == "model_not_found"
    tags = {f"k{number}": "v" for number in range(17)}
    with pytest.raises(openai.BadRequestError, match="metadata: has 17 entries") as invalid:
        client.chat.completions.create(model=CHAT, messages=ask("Hi"), metadata=tags)
    assert invalid.value.param == "metadata" and invalid.value.request_id
    site.script([Fail(429, "slow down", headers={"retry-after": "0"})] * 1)
    before = len(site.runs())
    with pytest.raises(openai.RateLimitError) as limited:
        client.chat.completions.create(model="echo", messages=ask("[[fail rate_limit]]"))
    assert limited.value.code == "rate_limit_exceeded"
    assert len(site.runs()) == before + 1  # the SDK does not repeat what the server has retried


def test_a_cut_answer_and_a_refusal_have_their_own_finish_reasons(
    site: Site, client: openai.OpenAI
) -> None:
    site.script([Say("Once upon"), Cut()], [Refuse("No.")], [Say("Once"), Cut()])

    cut = client.chat.completions.create(model=CHAT, messages=ask("Tell"), max_tokens=2).choices[0]
    no = client.chat.completions.create(model=CHAT, messages=ask("Tell")).choices[0]
    response = client.responses.create(model=RESPONSES, input="Tell", max_output_tokens=2)

    assert (cut.finish_reason, cut.message.content) == ("length", "Once upon")
    assert site.openai.requests[0].body["max_completion_tokens"] == 2
    assert (no.finish_reason, no.message.refusal) == ("content_filter", "No.")
    assert response.status == "incomplete" and response.output_text == "Once"


@proves(f.OPENAI, f.AUDIO, cell="refused by name")
def test_audio_is_refused_by_name(site: Site, client: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError, match=r"audio: .*modalities: ") as refused:
        client.chat.completions.create(
            model=CHAT,
            messages=ask("Hi"),
            modalities=["text", "audio"],
            audio={"voice": "alloy", "format": "wav"},
        )
    assert refused.value.code == "unsupported_parameter"


@proves(f.OPENAI, f.MODELS)
def test_models_and_agents_are_listed_and_an_agent_is_a_model(
    site: Site, client: openai.OpenAI
) -> None:
    site.api.post("/agents", {"name": "helper", "systemPrompt": "I help.", "modelId": CHAT})
    site.script([Say("I am the helper.")])

    assert {"echo", "agent:helper"} <= {model.id for model in client.models.list()}
    for id in ("echo", "agent:helper", CHAT):
        assert client.models.retrieve(id).id == id
    for id in ("nothing", "agent:nobody"):
        with pytest.raises(openai.NotFoundError, match=r"no (model|agent)"):
            client.models.retrieve(id)
    made = client.chat.completions.create(model="agent:helper", messages=ask("Who?"))

    assert made.choices[0].message.content == "I am the helper." and made.model == "agent:helper"
    assert "I help." in site.openai.requests[0].raw.decode()


def test_a_client_that_leaves_cancels_its_run(site: Site, client: openai.OpenAI) -> None:
    stream = client.chat.completions.create(
        model="echo", messages=ask("[[sleep 600]]"), stream=True
    )
    next(iter(stream))
    stream.close()

    run = site.runs()[0]
    ended = site.api.ended(run["id"])
    assert (ended["status"], ended["failureReason"]) == ("cancelled", "the client disconnected")


def test_a_client_that_gives_up_waiting_cancels_its_run(site: Site) -> None:
    hasty = openai.OpenAI(base_url=site.v1, api_key=site.key, timeout=3.0, max_retries=0)
    with pytest.raises(openai.APITimeoutError):
        hasty.chat.completions.create(model="echo", messages=ask("[[sleep 600]]"))
    hasty.close()

    assert site.api.ended(site.runs()[0]["id"])["status"] == "cancelled"


def test_a_repeated_request_with_its_key_gets_the_same_run(
    site: Site, client: openai.OpenAI
) -> None:
    once = {"Idempotency-Key": f"k-{time.monotonic_ns()}"}
    site.script([Say("Once.")])

    answers = [
        client.chat.completions.create(model=CHAT, messages=ask("Do"), extra_headers=once)
        for _ in range(2)
    ]

    assert answers[0].id == answers[1].id and len(site.openai.requests) == 1
