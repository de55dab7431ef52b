"""The OpenAI Agents filter, with the real SDK and a scripted model server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from agents import Agent, OpenAIResponsesModel, RunConfig, Runner, SQLiteSession, function_tool
from agents.run import CallModelData, ModelInputData
from openai import AsyncOpenAI
from tests.integrations.agents import brief, look
from tests.integrations.model_requests import find_envelope, sent
from tests.support.scripted_models import Call, Say, ScriptedServer

from runwhy.core.context.seal_forms import find_seal
from runwhy.integrations import NoBrief, briefed
from runwhy.integrations.openai_agents import EnvelopeFilter, briefed_config


@asynccontextmanager
async def agent(model: ScriptedServer) -> AsyncIterator[Agent[None]]:
    async with AsyncOpenAI(base_url=model.url, api_key="sk-test", max_retries=0) as client:
        responses = OpenAIResponsesModel("gpt-5.5", client)
        tools: Any = [function_tool(look)]
        yield Agent(name="a", instructions="Be brief.", tools=tools, model=responses)


async def say(one: Agent[None], text: str, config: RunConfig, **more: Any) -> None:
    stream = Runner.run_streamed(one, text, run_config=config, **more)
    async for _ in stream.stream_events():
        pass


def finish(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(work)


def test_every_call_of_a_run_has_one_envelope_before_the_task(model: ScriptedServer) -> None:
    model.add([Call("look", {"where": "home"})], [Say("No.")])

    async def run() -> None:
        async with agent(model) as one:
            with briefed(brief()):
                await say(one, "Is it there?", briefed_config())

    finish(run())
    first, second = sent(model)
    at, fields = find_envelope(first)
    assert first[at + 1] == ("user", "Is it there?")
    assert first[0][1].startswith("Be brief.\n\n# Run context") and fields["seal"] in first[0][1]
    assert second[: len(first)] == first


def test_the_seal_is_masked_in_everything_but_the_envelope_and_its_rule(
    model: ScriptedServer,
) -> None:
    seal = brief().seal
    model.add([Say(f"It is {seal}."), Call("look", {"where": seal})], [Say("No.")])

    async def run() -> None:
        async with agent(model) as one:
            await say(one, f"Is it {' '.join(seal)}?", briefed_config(brief()))

    finish(run())
    for call in sent(model):
        at, fields = find_envelope(call)
        assert fields["seal"] == seal
        assert [n for n, (_, text) in enumerate(call) if find_seal(text, seal)] == [0, at]


def test_a_session_stores_messages_without_the_envelope(model: ScriptedServer) -> None:
    model.add([Say("One.")], [Say("Two.")])

    async def run() -> list[Any]:
        session = SQLiteSession("t1")
        async with agent(model) as one:
            await say(one, "First", briefed_config(brief("run_1")), session=session)
            await say(one, "Second", briefed_config(brief("run_2")), session=session)
        kept: list[Any] = await session.get_items()
        session.close()
        return kept

    kept = finish(run())
    second = sent(model)[1]
    assert find_envelope(second)[1]["run_id"] == "run_2"
    assert second[find_envelope(second)[0] + 1] == ("user", "Second")
    assert [item["role"] for item in kept] == ["user", "assistant"] * 2


def test_an_existing_filter_runs_first_and_tracing_is_off_by_default() -> None:
    def shout(data: CallModelData[Any]) -> ModelInputData:
        items: Any = [
            {**item, "content": item["content"].upper()} for item in data.model_data.input
        ]  # type: ignore[index]
        return ModelInputData(input=items, instructions=None)

    config = briefed_config(brief(), RunConfig(call_model_input_filter=shout))
    data = ModelInputData(input=[{"role": "user", "content": "hi"}], instructions="Be brief.")
    filter: Any = config.call_model_input_filter
    sent = finish(filter(CallModelData(model_data=data, agent=Agent(name="a"), context=None)))

    assert [item["content"] for item in sent.input] == [brief_text(filter), "HI"]
    assert briefed_config(brief()).tracing_disabled is True


def brief_text(filter: EnvelopeFilter) -> str:
    return filter._brief.envelope


def test_a_conversation_stored_by_the_provider_gets_the_envelope_once() -> None:
    filter = EnvelopeFilter(brief())
    asked: Any = {"role": "user", "content": "Do it"}
    result: Any = {"type": "function_call_output", "call_id": "c", "output": "x"}

    def call(*items: Any) -> list[Any]:
        data = ModelInputData(input=list(items), instructions=None)
        made = CallModelData(model_data=data, agent=Agent(name="a"), context=None)
        return list(finish(filter(made)).input)

    assert len(call(asked)) == 2
    assert call(result) == [result]


def test_without_a_brief_no_configuration_is_made() -> None:
    with pytest.raises(NoBrief):
        briefed_config()
