"""What the server has at the end of a soak, read over HTTP when everything has settled."""

from __future__ import annotations

import asyncio
from typing import Any

from bench.soak_api import TERMINAL, Api
from bench.soak_ledger import Found
from bench.soak_load import Auditor

PATIENCE = 240.0  # a delivery that was lost with its server is taken up after a minute


async def look(api: Api, auditor: Auditor, log: str) -> Found:
    """Wait until nothing moves, then read everything."""
    await _settled(api)
    found = Found(events=auditor.events)
    async for run in api.pages("/agent-runs", "runs"):
        kept: dict[str, object] = {"status": run["status"], "metadata": run["metadata"]}
        found.runs[run["id"]] = kept | {"trigger": run["origin"]["triggerId"]}
    await auditor.audit_all()
    for trigger in api.ledger.schedules:
        rows = [row async for row in api.pages(f"/triggers/{trigger}/occurrences", "occurrences")]
        found.occurrences[trigger] = rows[::-1]
    found.outgoing = await _outgoing(api)
    for session, runs in api.ledger.sessions.items():
        found.lives[session] = await _life(api, session, runs)
    for _, run_id, _ in api.ledger.imports.values():
        pages = api.pages(f"/agent-runs/{run_id}/entries", "entries")
        found.entries[run_id] = len([entry async for entry in pages])
    found.log_errors = log.count('"level": "error"')
    return found


async def _settled(api: Api) -> None:
    """Schedules are paused, and nothing is under way any more, within limits."""
    for trigger in api.ledger.schedules:
        await api.post(f"/triggers/{trigger}/pause", {}, "the check")
    end = api.ledger.now() + PATIENCE
    while api.ledger.now() < end:
        busy = [
            await api.get("/agent-runs", "the check", status=status, limit=1)
            for status in ("queued", "running", "waiting")
        ]
        if not any(page["runs"] for page in busy):
            pending = [row for row in await _outgoing(api) if row["status"] == "pending"]
            told = {one.run_id for one in api.ledger.deliveries}
            if not pending and api.ledger.told <= told:
                return
        await asyncio.sleep(2)


async def _outgoing(api: Api) -> list[dict[str, Any]]:
    (only,) = (await api.get("/subscriptions", "the check"))["subscriptions"]
    path = f"/subscriptions/{only['id']}/deliveries"
    return [row async for row in api.pages(path, "deliveries")]


async def _life(api: Api, session: str, runs: list[str]) -> list[tuple[str, str]]:
    """What happened in a session, in the order of its own numbers, until all runs have ended."""
    left, lives, last = set(runs), [], 0
    while left:
        async for event in api.events(f"/agent-sessions/{session}/stream", last):
            if event["seq"] != last + 1:
                api.ledger.wrong.append(f"{session} has a gap after {last}")
            last = event["seq"]
            run_id = event["data"].get("runId", "")
            lives.append((run_id, event["type"]))
            if event["type"] in TERMINAL:
                left.discard(run_id)
            if not left:
                break
    return lives
