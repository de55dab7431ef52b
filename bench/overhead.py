"""Measure the overhead of the engine: of a run, and of a model call against a bare agent.

    python -m bench.overhead [--rounds 150]

Everything runs in one process against one scripted OpenAI server. The measured operations take
turns, so that load on the machine affects all of them. Compare the ratios, not the times. The
server with tracing also sends its spans to a receiver in this process, which adds to its time.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx2
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from tests.support.builders import NOON, a_run
from tests.support.openai_server import OpenAi
from tests.support.otlp_server import OtlpServer
from tests.support.scripted_models import Say, ScriptedServer
from tests.support.servers import RunningServer, running_server, server_settings

from runwhy.core.agents.specs import Spec
from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.provenance import Provenance
from runwhy.executors.builtin.providers import CallSettings, Provider
from runwhy.executors.builtin.remote_model import RemoteModel
from runwhy.ports import ModelRequest

ANSWER = (Say("The answer is as long as answers are, a sentence or two.", chunk=8),)
SYSTEM, TASK = "Be brief.", "Say something."


class Endless(ScriptedServer):
    """A server that always sends the same reply."""

    def take(self, request: object) -> tuple[Say, ...]:
        """Return the reply, without recording the request."""
        return ANSWER


def _request() -> ModelRequest:
    run = a_run()

    def part(text: str, role: str, kind: PartKind = PartKind.MESSAGE) -> Part:
        return Part(
            run_id=run.id,
            index=0,
            kind=kind,
            role=role,  # type: ignore[arg-type]
            provenance=Provenance.SYSTEM,
            at=NOON,
            text=text,
        )

    envelope = part('{"runwhy_meta":{"seal":"x","trigger":"api"}}', "user", PartKind.ENVELOPE)
    messages = [part(SYSTEM, "system"), envelope, part(TASK, "user")]
    return ModelRequest(messages=messages, tools=(), spec=Spec(), run=run)


class Operations:
    """The operations to measure; each returns its duration in seconds."""

    def __init__(self, model_url: str, server_url: str, traced_url: str) -> None:
        provider = OpenAIProvider(base_url=model_url, api_key="k")
        self._agent = Agent(OpenAIChatModel("gpt-4o", provider=provider), instructions=SYSTEM)
        ours = Provider(name="bench", wire="chat", base_url=model_url, vendor="openai", key="k")
        self._model = RemoteModel(ours, "gpt-4o", CallSettings())
        self._request = _request()
        self._plain, self._traced = (
            httpx2.AsyncClient(base_url=f"{url}/api/v1/workspaces/default")
            for url in (server_url, traced_url)
        )

    async def bare(self) -> float:
        """Call a bare pydantic-ai agent and read its stream."""
        started = time.perf_counter()
        async with self._agent.run_stream(TASK) as result:
            async for _ in result.stream_text(delta=True, debounce_by=None):
                pass
        return time.perf_counter() - started

    async def model(self) -> float:
        """Make one model call of the engine, without a run."""
        started = time.perf_counter()
        async for _ in self._model.stream(self._request):
            pass
        return time.perf_counter() - started

    async def run(self, model_id: str, *, traced: bool = False) -> float:
        """Create a run over HTTP and read its stream until it finishes."""
        http = self._traced if traced else self._plain
        body = {"systemPrompt": SYSTEM, "prompt": TASK, "modelId": model_id}
        run = (await http.post("/agent-runs", json=body)).json()["runId"]
        started = time.perf_counter()
        async with http.stream("GET", f"/agent-runs/{run}/stream") as response:
            async for _ in response.aiter_bytes():
                pass
        return time.perf_counter() - started


async def _measure(operations: Operations, rounds: int) -> dict[str, list[float]]:
    ways: dict[str, Callable[[], Awaitable[float]]] = {
        "bare pydantic-ai agent, one call": operations.bare,
        "our model call": operations.model,
        "a run, accepted to result, one call": lambda: operations.run("openai-chat:gpt-4o"),
        "a run, accepted to result, echo": lambda: operations.run("echo"),
        "the same, with traces": lambda: operations.run("echo", traced=True),
    }
    for work in ways.values():  # imports, connections, prepared statements
        for _ in range(5):
            await work()
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, work in ways.items():
            times[name].append(await work() * 1000)
    return times


def _print(times: dict[str, list[float]]) -> None:
    base = statistics.median(times["bare pydantic-ai agent, one call"])
    print(f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    print(f"{'':36}{'p50 ms':>10}{'p95 ms':>10}{'ratio':>8}")
    for name, taken in times.items():
        p50, p95 = statistics.median(taken), statistics.quantiles(taken, n=20)[-1]
        print(f"{name:36}{p50:10.2f}{p95:10.2f}{p50 / base:8.2f}")


@contextmanager
def _servers(directory: Path) -> Iterator[tuple[RunningServer, RunningServer]]:
    """Run a server without tracing, and one that sends spans."""
    with ExitStack() as stack:
        plain = stack.enter_context(running_server(server_settings(directory / "plain")))
        collector = stack.enter_context(OtlpServer().serving())
        os.environ |= {**collector.environment, "OTEL_BSP_SCHEDULE_DELAY": "5000"}
        traced = stack.enter_context(running_server(server_settings(directory / "traced")))
        yield plain, traced


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=150)
    rounds = parser.parse_args().rounds
    with Endless(OpenAi()).serving() as model, tempfile.TemporaryDirectory() as directory:
        os.environ |= {"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": model.url}
        with _servers(Path(directory)) as (server, traced):

            async def measured() -> dict[str, list[float]]:
                return await _measure(Operations(model.url, server.url, traced.url), rounds)

            _print(asyncio.run(measured()))


if __name__ == "__main__":
    main()
