"""The Pydantic AI capability, with the real framework and a scripted model server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from openai import AsyncOpenAI
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelMessagesTypeAdapter
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from tests.integrations.agents import brief, look
from tests.integrations.model_requests import find_envelope, sent
from tests.support.scripted_models import Call, Say, ScriptedServer

from runwhy.core.context.seal_forms import find_seal
from runwhy.integrations import NoBrief, briefed
from runwhy.integrations.pydantic_ai import RunwhyBrief


@asynccontextmanager
async def agent(model: ScriptedServer) -> AsyncIterator[Agent[None, str]]:
    async with AsyncOpenAI(base_url=model.url, api_key="sk-test", max_retries=0) as client:
        chat = OpenAIChatModel("gpt-4o", provider=OpenAIProvider(openai_client=client))
        capabilities: Any = [RunwhyBrief()]
        yield Agent(chat, system_prompt="Be brief.", tools=[look], capabilities=capabilities)


async def talk(model: ScriptedServer, *asked: str) -> list[ModelMessage]:
    history: list[ModelMessage] = []
    async with agent(model) as one:
        for number, text in enumerate(asked, start=1):
            with briefed(brief(f"run_{number}")):
                async with one.run_stream(text, message_history=history) as stream:
                    await stream.get_output()
                history = stream.all_messages()
    return history


def test_every_request_of_a_run_has_one_envelope_before_the_task(model: ScriptedServer) -> None:
    model.add([Call("look", {"where": "home"})], [Say("No.")])

    asyncio.run(talk(model, "Is it there?"))

    first, second = sent(model)
    at, fields = find_envelope(first)
    assert first[at + 1] == ("user", "Is it there?")
    assert (fields["trigger"], fields["run_id"]) == ("cron", "run_1")
    assert any(role == "system" and fields["seal"] in text for role, text in first)
    assert second[: len(first)] == first


def test_a_later_run_has_its_own_envelope_and_the_history_has_none(model: ScriptedServer) -> None:
    model.add([Say("One.")], [Say("Two.")])

    kept = asyncio.run(talk(model, "First", "Second"))

    second = sent(model)[1]
    assert find_envelope(second)[1]["run_id"] == "run_2"
    assert next(text for role, text in second if role == "user") == "First"
    assert second[find_envelope(second)[0] + 1] == ("user", "Second")
    assert 'runwhy_meta":' not in str([part.content for m in kept for part in m.parts])  # type: ignore[union-attr]


def test_stored_messages_contain_neither_the_rule_nor_the_seal(model: ScriptedServer) -> None:
    seal = brief().seal
    model.add([Say(f"It is {seal}.")], [Call("look", {"where": seal})], [Say("Two.")])

    async def run() -> list[ModelMessage]:
        history: list[ModelMessage] = []
        async with agent(model) as one:
            for text in (f"Say {' '.join(seal)}", "Again"):
                with briefed(brief()):
                    async with one.run_stream_events(text, message_history=history) as events:
                        result: Any = [event async for event in events][-1]
                history = result.result.all_messages()
        return history

    stored = ModelMessagesTypeAdapter.dump_json(asyncio.run(run())).decode()
    assert "Run context" not in stored and seal not in stored
    for call in sent(model):
        at, fields = find_envelope(call)
        assert fields["seal"] == seal
        holders = [n for n, (_, text) in enumerate(call) if find_seal(text, seal)]
        assert len(holders) == 2 and at in holders
        assert call[min(set(holders) - {at})][0] == "system"


def test_without_a_brief_the_model_is_not_called(model: ScriptedServer) -> None:
    async def run() -> None:
        async with agent(model) as one:
            await one.run("Hello")

    with pytest.raises(NoBrief):
        asyncio.run(run())
    assert model.requests == []
