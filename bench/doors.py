"""Measure the overhead of the wires of OpenAI and Anthropic for a run and for a model call.

    python -m bench.doors [--runs 200] [--rounds 100]

One server in this process and one scripted model. First, the CPU of the server for the same echo
run over `/agent-runs` (create it, read its stream) and over the other wires. Then, the time to the
first byte and to the first text of a stream, compared with a direct call to the same model. The
ways take turns, so that load on the machine affects all of them.
"""

from __future__ import annotations

import argparse
import logging
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import httpx2
import structlog
from tests.support.openai_server import OpenAi
from tests.support.scripted_models import Say, ScriptedServer
from tests.support.servers import running_server, server_settings

ANSWER = (Say("The answer is as long as answers are, a sentence or two.", chunk=8),)
MESSAGES = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello"}]
RUNS = "/api/v1/workspaces/default/agent-runs"


class Endless(ScriptedServer):
    """A server that always sends the same reply."""

    def take(self, request: object) -> Sequence[Say]:
        """Return the reply, without recording the request."""
        return ANSWER


def over_runs(http: httpx2.Client) -> None:
    """Create a run and read its stream."""
    body = {"systemPrompt": "Be brief.", "prompt": "Hello", "modelId": "echo"}
    run = http.post(RUNS, json=body).json()["runId"]
    http.get(f"{RUNS}/{run}/stream").read()


def over_chat(http: httpx2.Client) -> None:
    """Complete a chat."""
    body = {"model": "echo", "messages": MESSAGES, "stream": True}
    http.post("/v1/chat/completions", json=body).read()


def over_responses(http: httpx2.Client) -> None:
    """Create a response."""
    body = {"model": "echo", "instructions": "Be brief.", "input": "Hello", "stream": True}
    http.post("/v1/responses", json=body).read()


def over_messages(http: httpx2.Client) -> None:
    """Create a message."""
    user = MESSAGES[1:]
    body = {"model": "echo", "max_tokens": 999, "system": "Be brief.", "messages": user}
    http.post("/v1/messages", json={**body, "stream": True}).read()


WAYS: dict[str, Callable[[httpx2.Client], None]] = {
    "/agent-runs": over_runs,
    "/v1/chat/completions": over_chat,
    "/v1/responses": over_responses,
    "/v1/messages": over_messages,
}


def process_cpu() -> float:
    """Return the CPU seconds of this process without the thread that sends the requests."""
    return time.process_time() - time.thread_time()


def first_text(http: httpx2.Client, url: str, model: str) -> tuple[float, float]:
    """Return the seconds to the first byte, and to the first text, of a streamed chat."""
    body = {"model": model, "messages": MESSAGES, "stream": True}
    began = time.perf_counter()
    first_byte = text = 0.0
    with http.stream("POST", f"{url}/chat/completions", json=body) as response:
        for line in response.iter_lines():
            first_byte = first_byte or time.perf_counter() - began
            if not text and '"content"' in line and "The" in line:
                text = time.perf_counter() - began
    return first_byte, text


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=100)
    chosen = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    model = Endless(OpenAi())
    providers = {"bench": {"base_url": model.url, "wire": "chat"}}
    with model.serving(), tempfile.TemporaryDirectory() as directory:
        settings = server_settings(Path(directory), providers=providers)
        with (
            running_server(settings) as server,
            httpx2.Client(base_url=server.url, timeout=60) as http,
        ):
            _print_cpu(http, chosen.runs)
            _print_first_text(server.url, model.url, chosen.rounds)


def _print_cpu(http: httpx2.Client, runs: int) -> None:
    took: dict[str, list[float]] = {name: [] for name in WAYS}
    for way in WAYS.values():  # imports and connections
        for _ in range(10):
            way(http)
    batch = max(runs // 10, 1)
    for _ in range(10):
        for name, way in WAYS.items():
            before = process_cpu()
            for _ in range(batch):
                way(http)
            took[name].append((process_cpu() - before) / batch)
    base = statistics.median(took["/agent-runs"])
    for name, times in took.items():
        found = statistics.median(times)
        more = (found - base) * 1000
        print(f"{name:22} {found * 1000:6.2f} ms of CPU, {more:+.2f} ms")


def _print_first_text(url: str, model_url: str, rounds: int) -> None:
    ways = {"direct": (model_url, "gpt-4o"), "through Runwhy": (f"{url}/v1", "bench:gpt-4o")}
    took: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    with httpx2.Client(timeout=60) as http:
        for number in range(rounds + 5):
            for name, (base, model) in ways.items():
                found = first_text(http, base, model)
                if number >= 5:
                    took[name].append(found)
    direct = [statistics.median(times) for times in zip(*took["direct"], strict=True)]
    for name, times in took.items():
        byte, text = (statistics.median(values) * 1000 for values in zip(*times, strict=True))
        more = f"{byte - direct[0] * 1000:+.1f} / {text - direct[1] * 1000:+.1f}"
        print(f"{name:16} first byte {byte:6.1f} ms, first text {text:6.1f} ms, {more}")


if __name__ == "__main__":
    main()
