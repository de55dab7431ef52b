"""Measure the server's CPU time for the import of coding-agent histories.

    python -m bench.imports [--mb 50] [--agents claude codex]

Generates a history of one long session per agent, starts a server on SQLite in another process,
sends the history in batches as `runwhy import` does, and reads the CPU time of that process. The
time of this process, which reads and sends the file, is not counted.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
from tests.support.servers import running_server, server_settings

from runwhy.cli.agent_histories import History, find_histories, read_batches

TARGET = 20  # MB of history per second of the server's CPU
START = datetime(2026, 3, 2, 9, tzinfo=UTC)
SOURCES = Path(json.__file__).parents[1]  # the standard library
FOLDERS = ("asyncio", "email", "http", "importlib", "json", "logging", "unittest", "xml")


class Material:
    """Realistic texts: source files, command output and prose, chosen at random."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        files = [path for name in FOLDERS for path in sorted((SOURCES / name).rglob("*.py"))]
        self._files = [(str(path.relative_to(SOURCES)), path.read_text()) for path in files]
        self._time = START

    def id(self, prefix: str) -> str:
        return f"{prefix}_{self._chance.getrandbits(96):024x}"

    def uuid(self) -> str:
        return str(uuid.UUID(int=self._chance.getrandbits(128)))

    def at(self) -> str:
        self._time += timedelta(milliseconds=self._chance.randint(50, 4000))
        return self._time.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def file(self) -> tuple[str, str]:
        return self._chance.choice(self._files)

    def piece(self, lines: int) -> str:
        _, text = self.file()
        whole = text.splitlines()
        first = self._chance.randrange(max(1, len(whole) - lines))
        return "\n".join(whole[first : first + lines])

    def output(self) -> str:
        names = [self._chance.choice(self._files)[0] for _ in range(self._chance.randint(3, 40))]
        return "\n".join(f"tests/{name}::test_{n} PASSED [{n:3}%]" for n, name in enumerate(names))

    def prose(self) -> str:
        path, text = self.file()
        about = text.split('"""')[1] if '"""' in text else path
        return f"I looked at `{path}`. {about.strip()} Next I run the tests and fix what fails."


def claude_lines(make: Material, session: str) -> Iterator[dict[str, Any]]:
    """Yield the lines of turns: prompt, text, a read, an edit and a command."""

    def line(kind: str, **fields: Any) -> dict[str, Any]:
        place = {"cwd": "/home/ada/shop", "sessionId": session, "version": "2.1.325"}
        where = {"parentUuid": make.uuid(), "isSidechain": False, "userType": "external", **place}
        tail = {"gitBranch": "main", "uuid": make.uuid(), "timestamp": make.at()}
        return {**where, "type": kind, **fields, **tail}

    def reply(message: str, block: dict[str, Any]) -> dict[str, Any]:
        usage = {"input_tokens": 8, "cache_creation_input_tokens": 512, "output_tokens": 210}
        usage |= {"cache_read_input_tokens": 48_213, "service_tier": "standard"}  # type: ignore[dict-item]
        body = {"id": message, "type": "message", "role": "assistant", "model": "claude-opus-5-5"}
        body |= {"content": [block], "stop_reason": None, "usage": usage}  # type: ignore[dict-item]
        return line("assistant", message=body, requestId=make.id("req"))

    def tool(message: str, name: str, given: dict[str, Any], text: str, result: Any) -> Any:
        id = make.id("toolu")
        yield reply(message, {"type": "tool_use", "id": id, "name": name, "input": given})
        block = {"tool_use_id": id, "type": "tool_result", "content": text, "is_error": False}
        told = {"role": "user", "content": [block]}
        yield line("user", message=told, toolUseResult=result)

    while True:
        yield line("user", message={"role": "user", "content": make.prose()}, promptId=make.uuid())
        message = make.id("msg")
        yield reply(message, {"type": "thinking", "thinking": make.prose(), "signature": "c" * 300})
        yield reply(message, {"type": "text", "text": make.prose()})
        path, text = make.file()
        file = {"filePath": path, "content": text, "numLines": text.count("\n")}
        read = {"type": "text", "file": file}
        yield from tool(message, "Read", {"file_path": path}, text, read)
        old, new = make.piece(12), make.piece(14)
        edit = {"file_path": path, "old_string": old, "new_string": new}
        hunk = {"oldStart": 10, "oldLines": 12, "newStart": 10, "newLines": 14}
        removed, added = (
            [sign + row for row in part.split("\n")] for sign, part in (("-", old), ("+", new))
        )
        patch = [{**hunk, "lines": removed + added}]
        done = {"filePath": path, "oldString": old, "newString": new, "originalFile": text}
        yield from tool(
            make.id("msg"), "Edit", edit, make.piece(8), {**done, "structuredPatch": patch}
        )
        shown = make.output()
        ran = {"stdout": shown, "stderr": "", "interrupted": False, "isImage": False}
        yield from tool(make.id("msg"), "Bash", {"command": f"pytest -q {path}"}, shown, ran)
        yield reply(make.id("msg"), {"type": "text", "text": make.prose()})


def codex_lines(make: Material, session: str) -> Iterator[dict[str, Any]]:
    """Yield the lines of turns: prompt, reasoning, commands with their output, a patch and text."""

    def line(kind: str, **payload: Any) -> dict[str, Any]:
        return {"timestamp": make.at(), "type": kind, "payload": payload}

    def item(kind: str, **fields: Any) -> dict[str, Any]:
        return line("response_item", type=kind, **fields)

    def event(kind: str, **fields: Any) -> dict[str, Any]:
        return line("event_msg", type=kind, **fields)

    def called(kind: str, output: str, **fields: Any) -> Iterator[dict[str, Any]]:
        call = make.id("call")
        yield item(kind, call_id=call, **fields)
        yield item(f"{kind}_output", call_id=call, output=output)

    git = {"branch": "main"}
    yield line("session_meta", id=session, cwd="/home/ada/shop", cli_version="0.166.0", git=git)
    while True:
        yield line("turn_context", cwd="/home/ada/shop", model="gpt-5.5", approval_policy="never")
        prompt, text = make.prose(), make.prose()
        content = [{"type": "input_text", "text": prompt}]
        yield item("message", role="user", content=content)
        yield event("user_message", message=prompt)
        summary = [{"type": "summary_text", "text": make.prose()}]
        yield item("reasoning", summary=summary, encrypted_content="g" * 800)
        for shown in (make.file()[1], make.output(), make.piece(60)):
            command = json.dumps({"cmd": f"sed -n 1,400p {make.file()[0]}", "workdir": "/home/ada"})
            told = (
                f"Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n{shown}"
            )
            yield from called("function_call", told, name="exec_command", arguments=command)
            info = {"total_token_usage": {"input_tokens": 48_213, "output_tokens": 210}}
            yield event("token_count", info=info)
        rows = "\n".join(f"+{row}" for row in make.piece(30).split("\n"))
        patch = f"*** Begin Patch\n*** Add File: {make.file()[0]}\n{rows}\n*** End Patch\n"
        yield from called("custom_tool_call", "Success.", name="apply_patch", input=patch)
        answer = [{"type": "output_text", "text": text}]
        yield item("message", role="assistant", content=answer)
        yield event("agent_message", message=text)


LINES = {"claude": claude_lines, "codex": codex_lines}


def make_history(agent: str, directory: Path, megabytes: float, *, seed: int = 7) -> History:
    """Write a history of at least this size."""
    make = Material(seed)
    session = make.uuid()
    name = session if agent == "claude" else f"rollout-2026-03-02T09-00-00-{session}"
    path = directory / f"{name}.jsonl"
    with path.open("w") as file:
        for line in LINES[agent](make, session):
            file.write(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n")
            if file.tell() >= megabytes * 1e6:
                break
    (history,) = find_histories(agent, path)
    return history


def serve(folder: Path) -> None:
    """Run the server until stdin closes; print its address, and its CPU time on each line."""
    with running_server(server_settings(folder)) as server:
        print("url", server.url, flush=True)
        for _ in sys.stdin:
            print("cpu", time.process_time(), flush=True)


def send(url: str, history: History) -> None:
    """Send all batches of a history, like `runwhy import`."""
    with httpx2.Client(base_url=f"{url}/api/v1/workspaces/default", timeout=120) as http:
        place = {"agent": history.agent, "sessionId": history.agent_session, "file": history.name}
        batches = list(read_batches(history, 0))
        for number, batch in enumerate(batches, start=1):
            body = {**place, "start": batch.start, "end": batch.end, "lines": list(batch.lines)}
            answer = http.post("/imports", json={**body, "last": number == len(batches)})
            answer.raise_for_status()


def _ask(server: subprocess.Popen[str]) -> str:
    assert server.stdin is not None
    server.stdin.write("\n")
    server.stdin.flush()
    return _read(server, "cpu")


def _read(server: subprocess.Popen[str], name: str) -> str:
    """Return a value that the server printed between its log lines."""
    assert server.stdout is not None
    return next(line for line in server.stdout if line.startswith(f"{name} ")).split()[1]


def measure(agent: str, megabytes: float) -> float:
    """Return megabytes per second of the server's CPU."""
    with tempfile.TemporaryDirectory() as folder:
        history = make_history(agent, Path(folder), megabytes)
        command = [sys.executable, "-m", "bench.imports", "--serve", folder]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe) as server:
            url = _read(server, "url")
            send(url, make_history(agent, Path(folder), 0.1, seed=1))  # loads modules
            before = float(_ask(server))
            send(url, history)
            seconds = float(_ask(server)) - before
            server.communicate()
        size = history.size / 1e6
        print(f"{agent:8}{size:8.1f} MB{seconds:8.2f} s{size / seconds:8.1f} MB/s", flush=True)
        return size / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mb", type=float, default=50)
    parser.add_argument("--agents", nargs="+", choices=LINES, default=list(LINES))
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        return serve(options.serve)
    slowest = min(measure(agent, options.mb) for agent in options.agents)
    print(f"target: at least {TARGET} MB/s: {'met' if slowest >= TARGET else 'MISSED'}")
    sys.exit(0 if slowest >= TARGET else 1)


if __name__ == "__main__":
    main()
