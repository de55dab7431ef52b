"""A scene for erasure: store one word everywhere, then search the store for it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text
from tests.server.api_client import Api, ok
from tests.support import callers
from tests.support.clock import NOON
from tests.support.servers import PATIENCE, RunningServer

from runwhy.core.agents.coding_agents import Approval
from runwhy.core.ids import make_id
from runwhy.core.memory.memories import Memory, Namespace
from runwhy.core.runs.memory_facts import MemorySource
from runwhy.stores.runs import approvals

MARK = "zebrafish"
ACME = {"customer": "acme"}
HISTORIES = Path(__file__).parents[1] / "imports" / "histories" / "claude" / "-home-ada-shop"
HISTORY = HISTORIES / "0b6f1c1e-7a52-4c0e-9f57-2f6a3a1f9d10.jsonl"


def everything(conn: Connection) -> Iterator[tuple[str, str]]:
    """Return every value of every table as text, SQLite indexes included."""
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'"
    sqlite = conn.dialect.name == "sqlite"
    names = conn.execute(text(query)).scalars() if sqlite else inspect(conn).get_table_names()
    for table in list(names):
        for row in conn.execute(text(f'SELECT * FROM "{table}"')):
            for value in row:
                raw = bytes(value) if isinstance(value, bytes | memoryview) else None
                yield table, raw.decode("latin-1") if raw is not None else str(value)


def kept_in(server: RunningServer, word: str = MARK) -> set[str]:
    """Return the tables that still contain a word."""

    def look(conn: Connection) -> set[str]:
        return {table for table, value in everything(conn) if word in value.lower()}

    return server.call(server.runwhy.store.reading(look))


def in_files(server: RunningServer, word: str = MARK) -> list[str]:
    """Return the files of a server, including its database, that still contain a word."""
    files = [file for file in server.runwhy.settings.data_dir.rglob("*") if file.is_file()]
    return [file.name for file in files if word.encode() in file.read_bytes()]


def told_in(server: RunningServer, tables: set[str]) -> set[str]:
    """Return which of these tables contain a word, once outgoing webhooks are queued."""
    waiting = text("SELECT count(*) FROM ended_runs")
    until = time.monotonic() + PATIENCE
    while server.call(server.runwhy.store.reading(lambda conn: conn.execute(waiting).scalar_one())):
        assert time.monotonic() < until
        time.sleep(0.02)
    return kept_in(server) & tables


def tell_everywhere(server: RunningServer, api: Api, *, tags: dict[str, str]) -> list[str]:
    """Put the word into a run, a session, a terminal, a webhook, a history and more; return the
    runs.
    """
    lone = _lone_run(api, tags)
    session = api.session(metadata=tags, name=f"about {MARK}", systemPrompt=f"You know {MARK}.")
    block = {"cmd": f"cat {MARK}.txt", "cwd": f"/{MARK}", "exitCode": 0, "output": f"{MARK}\n"}
    ok(api.post(f"/agent-sessions/{session}/blocks", block), 201)
    said = api.send(session, f"What is {MARK}?")
    api.ended(said)
    ok(api.post(f"/agent-sessions/{session}/blocks", block), 201)  # pending for a message
    timer = {"type": "check_in", "delaySeconds": 86_000, "reason": f"ask of {MARK}", "key": MARK}
    ok(api.post(f"/agent-sessions/{session}/timers", timer), 201)
    ok(api.http.patch(f"/agent-sessions/{session}", json={"name": f"{MARK} again"}))
    _terminal(server, api, session)
    silent = api.session(metadata=tags, name=f"nobody spoke of {MARK}")
    assert silent != session
    _remember(server, api, lone)
    hooked = _hook(api, tags)
    return [lone, said, hooked, _history(api, tags), _approved(server, api, tags)]


def _lone_run(api: Api, tags: dict[str, str]) -> str:
    body = {
        "systemPrompt": f"You are {MARK}.",
        "name": f"a run about {MARK}",
        "prompt": f"Say {MARK}.",
        "context": {"what": MARK, f"too_much_of_{MARK}": "x" * 5000},
        "metadata": tags,
    }
    made = ok(api.post("/agent-runs", body, **{"Idempotency-Key": MARK}), 202)
    run = str(made["runId"])
    ended = api.ended(run)
    assert MARK in ended["finalText"]
    assert ended["envelope"]["dropped"] == [f"context.too_much_of_{MARK}"]
    return run


def _terminal(server: RunningServer, api: Api, session: str) -> None:
    """Open a terminal in a directory whose name contains the word, which the audit log records."""
    place = server.runwhy.settings.data_dir / f"about-{MARK}"
    place.mkdir(exist_ok=True)
    body = {"shell": "bash", "cwd": str(place)}
    made = ok(api.post(f"/agent-sessions/{session}/terminals", body), 201)
    ok(api.http.delete(f"/terminals/{made['terminalId']}"))


def _approved(server: RunningServer, api: Api, tags: dict[str, str]) -> str:
    """Start a run whose approval has the word as reason, which the audit log records too."""
    tools = [{"kind": "local", "name": "lookup", "parameters": {"type": "object"}}]
    prompt = f'[[tool lookup {{"of": "{MARK}"}}]]'
    run = api.run(prompt, metadata=tags, tools=tools)
    call = api.waiting(run)
    asked = Approval(id="a1", asked={"command": f"rm {MARK}"}, asked_at=NOON)
    server.call(server.runwhy.store.in_transaction(lambda tx: approvals.add(tx, run, asked)))
    decision = {"decision": "approve", "reason": f"{MARK} may go"}
    ok(api.post(f"/agent-runs/{run}/approvals/a1", decision))
    ok(api.post(f"/agent-runs/{run}/tool-results", {"toolUseId": call, "result": f"{MARK}!"}))
    api.ended(run)
    return run


def _remember(server: RunningServer, api: Api, run: str) -> None:
    async def keep() -> str:
        store = server.runwhy.store
        found = await store.reading(_workspace_of, run)
        memory = Memory(
            id=make_id("mem", ms=0, random=hash(run) & 0xFFFF),
            workspace=found,
            namespace=Namespace(agent="helper", user=f"{MARK}@example.org"),
            text=f"They like {MARK}.",
            source=MemorySource.AGENT,
            created_at=NOON,
            updated_at=NOON,
            run_id=run,
        )
        await store.add_memory(memory, capacity=10)
        return memory.id

    ok(api.http.patch(f"/memories/{server.call(keep())}", json={"text": f"They love {MARK}."}))


def _workspace_of(conn: Connection, run: str) -> int:
    found: int = conn.execute(
        text("SELECT workspace FROM runs WHERE id = :id"), {"id": run}
    ).scalar_one()
    return found


def _hook(api: Api, tags: dict[str, str]) -> str:
    """Create a webhook trigger without the word in its tags, because erasure keeps triggers."""
    trigger = {
        "kind": "webhook",
        "name": "hook",
        "verify": "token",
        "prompt": "Look at it.",
        "spec": {"modelId": "echo"},
        "metadata": ACME,
        "tagsFrom": {"animal": "animal"} if "animal" in tags else {},
    }
    made = ok(api.post("/triggers", trigger), 201)
    url = f"{api.url}/hooks/{made['id']}"
    headers = {"Authorization": f"Bearer {made['secret']}"}
    headers |= {"Idempotency-Key": f"delivery-{made['id']}"}
    sent = ok(api.http.post(url, json={"animal": MARK}, headers=headers), 202)
    run = str(sent["runId"])
    again = callers.post(url, json={"animal": MARK}, headers=headers)
    assert ok(again) == {"runId": run, "duplicate": True}
    api.ended(run)
    return run


def _history(api: Api, tags: dict[str, str]) -> str:
    lines = HISTORY.read_text().replace("The test passes now.", f"The {MARK} passes now.")
    batch = {"agent": "claude", "sessionId": "s", "file": "s.jsonl", "start": 0, "end": 900}
    given: dict[str, Any] = {**batch, "lines": lines.splitlines(), "last": True, "metadata": tags}
    told = ok(api.post("/imports", json.loads(json.dumps(given))))
    return str(told["runId"])
