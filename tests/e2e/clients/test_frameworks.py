"""Frameworks that call OpenAI's API: the OpenAI Agents SDK and LangChain."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import pytest
from agents import (
    Agent,
    ModelSettings,
    OpenAIChatCompletionsModel,
    OpenAIResponsesModel,
    RunConfig,
    Runner,
    function_tool,
)
from langchain_core.messages import HumanMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from openai import AsyncOpenAI, BadRequestError, NotFoundError
from openai.types.shared import Reasoning
from pydantic import BaseModel
from tests.e2e.clients import features as f
from tests.e2e.clients.features import proves
from tests.e2e.clients.site import CHAT, PIXEL, Site
from tests.support.scripted_models import Call, Say, Think

T = TypeVar("T")
BOTH = (Call("weather", {"city": "Bonn"}, id="c1"), Call("weather", {"city": "Ulm"}, id="c2"))
PLAIN = RunConfig(tracing_disabled=True)
IMAGE = f"data:image/png;base64,{PIXEL}"


class City(BaseModel):
    name: str
    people: int


@function_tool(name_override="weather")
def agent_weather(city: str) -> str:
    """The weather of a city."""
    return f"sunny in {city}"


@tool("weather")
def chain_weather(city: str) -> str:
    """The weather of a city."""
    return f"sunny in {city}"


def with_openai(site: Site, work: Callable[[AsyncOpenAI], Coroutine[Any, Any, T]]) -> T:
    """Run with a client of the SDK that the framework uses."""

    async def run() -> T:
        async with AsyncOpenAI(base_url=site.v1, api_key=site.key) as client:
            return await work(client)

    return asyncio.run(run())


MODELS: Any = {"chat": OpenAIChatCompletionsModel, "responses": OpenAIResponsesModel}


@proves(f.AGENTS, f.CHAT, f.RESPONSES, f.TOOLS, f.TAGS)
@pytest.mark.parametrize("wire", ["chat", "responses"])
def test_an_agent_of_the_agents_sdk_calls_its_tools(site: Site, wire: str) -> None:
    site.script([Say("Looking."), *BOTH], [Say("Sunny in both.")])
    settings = ModelSettings(metadata={"customer": "acme"})

    async def run(client: AsyncOpenAI) -> Any:
        model = MODELS[wire](CHAT, client)
        agent = Agent(name="w", model=model, tools=[agent_weather], model_settings=settings)
        return await Runner.run(agent, "Weather in Bonn and Ulm?", run_config=PLAIN)

    result = with_openai(site, run)

    assert result.final_output == "Sunny in both."
    second, first = site.runs()[:2]
    assert first["status"] == second["status"] == "succeeded"
    assert first["metadata"] == second["metadata"] == {"customer": "acme"}
    assert second["origin"]["facts"]["continues_run_id"] == first["id"]
    assert "sunny in Ulm" in site.openai.requests[1].raw.decode()


@proves(f.AGENTS, f.STREAMING, f.STREAMED_TOOLS, f.THINKING)
@pytest.mark.parametrize("wire", ["chat", "responses"])
def test_the_agents_sdk_streams(site: Site, wire: str) -> None:
    site.script([Think("Hm."), Say("Looking."), *BOTH], [Say("Sunny "), Say("in both.")])

    async def run(client: AsyncOpenAI) -> Any:
        reasoning = ModelSettings(reasoning=Reasoning(effort="low"))
        agent = Agent(
            name="w", model=MODELS[wire](CHAT, client), tools=[agent_weather],
            model_settings=reasoning if wire == "responses" else ModelSettings(),
        )  # fmt: skip
        streamed = Runner.run_streamed(agent, "Weather?", run_config=PLAIN)
        kinds = [
            event.data.type
            async for event in streamed.stream_events()
            if event.type == "raw_response_event"
        ]
        return kinds, streamed.final_output

    kinds, output = with_openai(site, run)

    assert output == "Sunny in both." and "response.output_text.delta" in kinds
    assert "response.function_call_arguments.delta" in kinds


@proves(f.AGENTS, f.STRUCTURED, f.IMAGES)
@pytest.mark.parametrize("wire", ["chat", "responses"])
def test_the_agents_sdk_gets_structured_output_about_an_image(site: Site, wire: str) -> None:
    site.script([Say('{"name":"Bonn","people":3}')])
    content: Any = [
        {"type": "input_text", "text": "Which city?"},
        {"type": "input_image", "image_url": IMAGE, "detail": "auto"},
    ]

    async def run(client: AsyncOpenAI) -> Any:
        agent = Agent(name="w", model=MODELS[wire](CHAT, client), output_type=City)
        return await Runner.run(agent, [{"role": "user", "content": content}], run_config=PLAIN)

    assert with_openai(site, run).final_output == City(name="Bonn", people=3)
    assert PIXEL in site.openai.requests[0].raw.decode()


@proves(f.AGENTS, f.CONVERSATION, f.STORE, f.ERRORS)
def test_the_agents_sdk_continues_a_response_and_stores_nothing_if_asked(site: Site) -> None:
    site.script([Say("One.")], [Say("Two.")], [Say("Three.")])

    async def run(client: AsyncOpenAI) -> Any:
        agent = Agent(name="w", model=OpenAIResponsesModel(CHAT, client))
        first = await Runner.run(agent, "First?", run_config=PLAIN)
        before = first.last_response_id
        second = await Runner.run(agent, "Second?", previous_response_id=before, run_config=PLAIN)
        unstored = agent.clone(model_settings=ModelSettings(store=False))
        await Runner.run(unstored, "Third?", run_config=PLAIN)
        unknown = agent.clone(model=OpenAIResponsesModel("gpt-9", client))
        with pytest.raises(NotFoundError):
            await Runner.run(unknown, "Hi", run_config=PLAIN)
        return second.final_output

    assert with_openai(site, run) == "Two."
    assert "First?" in site.openai.requests[1].raw.decode()
    assert site.runs()[0]["erasedAt"] is not None


def chat_openai(site: Site, **more: Any) -> ChatOpenAI:
    return ChatOpenAI(model=CHAT, base_url=site.v1, api_key=site.key, **more)


@proves(f.LANGCHAIN, f.CHAT, f.RESPONSES, f.TOOLS, f.TAGS)
@pytest.mark.parametrize("responses", [False, True])
def test_langchain_calls_tools(site: Site, responses: bool) -> None:
    site.script([Say("Looking."), *BOTH], [Say("Sunny in both.")])
    headers = {"X-Runwhy-Metadata": '{"customer":"acme"}'}  # its own `metadata` is not sent
    model = chat_openai(site, use_responses_api=responses, default_headers=headers).bind_tools(
        [chain_weather]
    )
    messages: list[Any] = [HumanMessage("Weather in Bonn and Ulm?")]

    reply = model.invoke(messages)
    messages += [reply, *(chain_weather.invoke(call) for call in reply.tool_calls)]
    final = model.invoke(messages)

    assert all(isinstance(message, ToolMessage) for message in messages[2:])
    assert final.text == "Sunny in both." and final.usage_metadata["input_tokens"] == 1200
    second, first = site.runs()[:2]
    assert second["metadata"] == {"customer": "acme"}
    assert second["origin"]["facts"]["continues_run_id"] == first["id"]


@proves(f.LANGCHAIN, f.STREAMING, f.STREAMED_TOOLS, f.THINKING)
@pytest.mark.parametrize("responses", [False, True])
def test_langchain_streams(site: Site, responses: bool) -> None:
    site.script([Think("Hm."), Say("One two three four")], [*BOTH])
    model = chat_openai(site, use_responses_api=responses, stream_usage=True)

    chunks = list(model.stream("Count"))
    whole: Any = None
    for chunk in model.bind_tools([chain_weather]).stream("Weather?"):
        whole = chunk if whole is None else whole + chunk

    assert "".join(chunk.text for chunk in chunks) == "One two three four"
    assert [call["args"] for call in whole.tool_calls] == [{"city": "Bonn"}, {"city": "Ulm"}]


@proves(f.LANGCHAIN, f.STRUCTURED, f.IMAGES, f.STORE)
@pytest.mark.parametrize("responses", [False, True])
def test_langchain_gets_structured_output_about_an_image(site: Site, responses: bool) -> None:
    site.script([Say('{"name":"Bonn","people":3}')])
    model = chat_openai(site, use_responses_api=responses, store=False)
    content: Any = [
        {"type": "text", "text": "Which city?"},
        {"type": "image_url", "image_url": {"url": IMAGE}},
    ]

    found = model.with_structured_output(City, method="json_schema").invoke([HumanMessage(content)])

    assert found == City(name="Bonn", people=3)
    assert PIXEL in site.openai.requests[0].raw.decode()
    assert site.runs()[0]["erasedAt"] is not None


@proves(f.LANGCHAIN, f.CONVERSATION, f.ERRORS)
def test_langchain_continues_a_response(site: Site) -> None:
    site.script([Say("One.")], [Say("Two.")])
    model = chat_openai(site, use_responses_api=True)

    first = model.invoke("First?")
    second = model.invoke("Second?", previous_response_id=first.response_metadata["id"])

    assert second.text == "Two." and "First?" in site.openai.requests[1].raw.decode()
    with pytest.raises(BadRequestError, match="n: is not supported"):
        chat_openai(site, n=2).invoke("Hi")
