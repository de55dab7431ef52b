"""A huge tool result becomes a bounded entry, and the server continues to answer requests."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from textwrap import dedent
from typing import Any

from tests.executors.stand_in import STREAMS
from tests.server.api_client import Api, ok
from tests.support.servers import running_server, server_settings

from runwhy.core.agents.entry_limits import MAX_TEXT

LINE = "DEBUG key=value password=hunter2-secret of the output of a command\n"
SIZE = 40 * 1024 * 1024
IMAGE = "iVBORw0KGgo" * 200_000
MAX_BUSY = 0.3  # seconds of CPU; about 0.1 on a busy machine, and 10 before results were bounded


def printing(directory: Path, name: str, code: str) -> Path:
    """Create an agent that changes the lines of a recorded run of Cursor."""
    program = directory / name
    recorded = STREAMS / "cursor" / "shell.jsonl"
    program.write_text(
        f"#!{sys.executable}\nimport json\nfrom pathlib import Path\n"
        f"for line in Path({str(recorded)!r}).read_text().splitlines():\n"
        "    told = json.loads(line)\n"
        + "".join(f"    {row}\n" for row in dedent(code).splitlines())
        + "    print(json.dumps(told), flush=True)\n"
    )
    program.chmod(0o755)
    return program


async def heartbeat(ended: asyncio.Event) -> float:
    """Return the longest time for which the event loop computed without a pause."""
    longest, before = 0.0, time.thread_time()
    while not ended.is_set():
        await asyncio.sleep(0.01)
        now = time.thread_time()
        longest, before = max(longest, now - before), now
    return longest


def run_beside_a_heartbeat(
    directory: Path, program: Path, agent: str = "cursor"
) -> tuple[Any, list[Any], float]:
    """Run the agent. Return the run, its entries, and the longest pause of the server."""
    settings = server_settings(directory, **{f"{agent}_command": str(program)})
    with running_server(settings) as server:
        api, ended = Api(server.url), asyncio.Event()
        beating = asyncio.run_coroutine_threadsafe(heartbeat(ended), server.loop)
        options = {"cwd": str(directory)}
        body = {"executor": agent, "executorOptions": options, "prompt": "Go"}
        run = api.ended(ok(api.post("/agent-runs", body), 202)["runId"])
        entries = api.get(f"/agent-runs/{run['id']}/entries")["entries"]
        server.loop.call_soon_threadsafe(ended.set)
        longest = beating.result()
        api.http.close()
    return run, entries, longest


def test_a_huge_tool_result_is_truncated_and_does_not_stall_the_server(tmp_path: Path) -> None:
    program = printing(
        tmp_path,
        "cursor-huge",
        f"""\
        if told["type"] == "tool_call" and told["subtype"] == "completed":
            result = told["tool_call"]["shellToolCall"]["result"]["success"]
            result["stdout"] = {LINE!r} * ({SIZE} // {len(LINE)})
        """,
    )

    run, entries, longest = run_beside_a_heartbeat(tmp_path, program)

    assert run["status"] == "succeeded", run
    (tool,) = [entry for entry in entries if entry["type"] == "tool_use"]
    assert (tool["status"], tool["action"]["command"]) == ("success", "echo hi")
    output = tool["result"]["stdout"]
    rows = SIZE // len(LINE)
    assert output.endswith(f"\n… truncated, {rows * (len(LINE) + 1)} bytes")  # \n as in JSON
    assert len(json.dumps(tool)) < 3 * MAX_TEXT
    assert "hunter2" not in json.dumps(entries)
    assert longest < MAX_BUSY


def test_text_that_is_streamed_in_many_pieces_is_bounded(tmp_path: Path) -> None:
    program = printing(
        tmp_path,
        "cursor-talks",
        f"""\
        if told["type"] == "result":
            piece = {{"type": "text", "text": {LINE!r} * 100}}
            said = {{"type": "assistant", "message": {{"content": [piece]}}, "timestamp_ms": 1}}
            for _ in range(100):
                print(json.dumps(said), flush=True)
        """,
    )

    run, entries, _ = run_beside_a_heartbeat(tmp_path, program)

    assert run["status"] == "succeeded", run
    (text,) = [e["text"] for e in entries if "password" in e.get("text", "")]
    assert text.endswith("\n… truncated") and len(text) < 2 * MAX_TEXT


def test_a_large_image_is_kept_and_text_beside_it_is_redacted(tmp_path: Path) -> None:
    call = {"type": "tool_use", "id": "t1", "name": "Read", "input": {"file_path": "/a.png"}}
    blocks = [
        {"type": "text", "text": LINE},
        {"type": "image", "source": {"media_type": "image/png", "data": IMAGE}},
        {"type": "document", "source": {"media_type": "text/plain", "data": LINE}},
    ]
    back = {"type": "tool_result", "tool_use_id": "t1", "content": blocks}
    lines = [
        {"type": "assistant", "message": {"id": "m1", "content": [call]}},
        {"type": "user", "message": {"content": [back]}},
        {"type": "result", "subtype": "success", "is_error": False, "result": "seen"},
    ]
    (tmp_path / "lines").write_text("".join(json.dumps(line) + "\n" for line in lines))
    program = tmp_path / "claude-sees"
    program.write_text(f"#!/bin/sh\ncat {tmp_path / 'lines'}\n")
    program.chmod(0o755)

    _, entries, _ = run_beside_a_heartbeat(tmp_path, program, agent="claude")

    (tool,) = [entry for entry in entries if entry["type"] == "tool_use"]
    image, document = tool["result"]["attachments"]
    assert image["data"] == IMAGE
    assert "hunter2" not in json.dumps(tool) and "redacted" in document["data"]
