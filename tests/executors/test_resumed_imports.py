"""An imported session that a run resumed, and that grows on disk afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.executors.stand_in import agent_server
from tests.server.api_client import Api, ok

SESSION = "0b6f1c1e-7a52-4c0e-9f57-2f6a3a1f9d10"
PROGRAM = f"""\
    import json, sys
    sys.stdin.readline()
    here = {{"session_id": {SESSION!r}}}
    reply = {{"id": "msg_ours", "model": "opus", "content": [{{"type": "text", "text": "Ours."}}]}}
    print(json.dumps({{"type": "system", "subtype": "init", "model": "opus", **here}}), flush=True)
    print(json.dumps({{"type": "assistant", "message": reply, **here}}), flush=True)
    end = {{"type": "result", "is_error": False, "result": "Ours.", **here}}
    print(json.dumps(end), flush=True)
    """


@pytest.fixture
def api(tmp_path: Path) -> Iterator[Api]:
    with agent_server(tmp_path, "claude", PROGRAM) as api:
        yield api


def said(text: str, at: datetime, id: str) -> str:
    message = {"id": id, "model": "opus", "content": [{"type": "text", "text": text}]}
    line = {"type": "assistant", "message": message, "uuid": f"u-{id}", "sessionId": SESSION}
    return json.dumps({**line, "timestamp": at.isoformat()})


def take(api: Api, start: int, lines: list[str]) -> Any:
    place = {"agent": "claude", "sessionId": SESSION, "file": "s.jsonl", "last": bool(lines)}
    return ok(api.post("/imports", {**place, "start": start, "end": start + 100, "lines": lines}))


def texts(api: Api, run: str) -> list[str]:
    found = api.get(f"/agent-runs/{run}/entries")["entries"]
    return [entry["text"] for entry in found if entry["type"] == "assistant_message"]


def test_a_resumed_import_takes_new_lines_and_does_not_repeat_our_run(
    api: Api, tmp_path: Path
) -> None:
    before = datetime.fromisoformat("2026-03-02T09:00:00+00:00")
    imported = take(api, 0, [said("Before.", before, "msg_1")])["runId"]
    options = {"cwd": str(tmp_path), "resume": SESSION}
    body = {"executor": "claude", "executorOptions": options, "prompt": "Go on."}
    ours = api.ended(ok(api.post("/agent-runs", body), 202)["runId"])
    assert ours["finalText"] == "Ours."
    began, ended = (datetime.fromisoformat(ours[name]) for name in ("startedAt", "finishedAt"))
    on_disk = [
        said("Between.", began - timedelta(seconds=2), "msg_2"),
        said("Ours.", began + (ended - began) / 2, "msg_ours"),
        json.dumps({"type": "assistant", "message": {"content": "no time"}}),
        said("After.", ended + timedelta(seconds=2), "msg_3"),
    ]

    known = take(api, 0, [])
    grown = take(api, known["offset"], on_disk)

    assert (known["status"], known["offset"]) == ("whole", 100)
    assert (grown["status"], grown["runId"], grown["offset"]) == ("whole", imported, 200)
    assert texts(api, imported) == ["Before.", "Between.", "After."]
    assert texts(api, ours["id"]) == ["Ours."]
    assert api.get(f"/agent-runs/{imported}")["finalText"] == "After."


def test_a_session_that_only_runs_of_this_server_used_is_not_imported(
    api: Api, tmp_path: Path
) -> None:
    body = {"executor": "claude", "executorOptions": {"cwd": str(tmp_path)}, "prompt": "Go on."}
    ours = api.ended(ok(api.post("/agent-runs", body), 202)["runId"])

    assert (take(api, 0, [])["status"], take(api, 0, [])["runId"]) == ("ours", ours["id"])
