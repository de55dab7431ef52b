"""Read the server's data over HTTP at the end of a soak, when all work has finished."""

from __future__ import annotations

import asyncio
from typing import Any

from bench.soak_agents import agent_processes
from bench.soak_api import TERMINAL, Api
from bench.soak_ledger import ServerState
from bench.soak_load import Auditor

TIMEOUT = 240.0  # seconds; a delivery that a crash interrupted is retried after a minute


async def read_state(api: Api, auditor: Auditor, log: str) -> ServerState:
    """Wait until all work has finished, then read everything."""
    await _settle(api)
    state = ServerState(events=auditor.events)
    async for run in api.pages("/agent-runs", "runs"):
        row: dict[str, object] = {"status": run["status"], "metadata": run["metadata"]}
        state.runs[run["id"]] = row | {"trigger": run["origin"]["triggerId"]}
    await auditor.audit_all()
    for trigger in api.ledger.schedules:
        rows = [row async for row in api.pages(f"/triggers/{trigger}/occurrences", "occurrences")]
        state.occurrences[trigger] = rows[::-1]
    state.outgoing = await _outgoing(api)
    for session, runs in api.ledger.sessions.items():
        state.session_events[session] = await _session_events(api, session, runs)
    for _, run_id, _ in api.ledger.imports.values():
        pages = api.pages(f"/agent-runs/{run_id}/entries", "entries")
        state.entries[run_id] = len([entry async for entry in pages])
    await _read_agents(api, state)
    crashed = api.pages("/agent-runs", "runs", q="error:crashed_repeatedly")
    state.crashed = {run["id"] async for run in crashed}
    state.log_errors = log.count('"level": "error"')
    return state


async def _read_agents(api: Api, state: ServerState) -> None:
    for run_id in api.ledger.agents.values():
        run = await api.get(f"/agent-runs/{run_id}", "the check")
        state.agent_ends[run_id] = (run.get("error") or {}).get("code") or run["status"]
        async for entry in api.pages(f"/agent-runs/{run_id}/entries", "entries"):
            if entry.get("status") == "running" or entry.get("partial"):
                state.open_entries.append(f"{run_id}: {entry['type']} {entry['id']}")
    state.agent_processes = len(agent_processes(api.ledger.agents.values()))


async def _settle(api: Api) -> None:
    """Pause the schedules, and wait until nothing is queued, running or pending."""
    for trigger in api.ledger.schedules:
        await api.post(f"/triggers/{trigger}/pause", {}, "the check")
    end = api.ledger.now() + TIMEOUT
    while api.ledger.now() < end:
        busy = [
            await api.get("/agent-runs", "the check", status=status, limit=1)
            for status in ("queued", "running", "waiting")
        ]
        if not any(page["runs"] for page in busy):
            pending = [row for row in await _outgoing(api) if row["status"] == "pending"]
            delivered = {one.run_id for one in api.ledger.deliveries}
            if not pending and api.ledger.watched <= delivered:
                return
        await asyncio.sleep(2)


async def _outgoing(api: Api) -> list[dict[str, Any]]:
    (only,) = (await api.get("/subscriptions", "the check"))["subscriptions"]
    path = f"/subscriptions/{only['id']}/deliveries"
    return [row async for row in api.pages(path, "deliveries")]


async def _session_events(api: Api, session: str, runs: list[str]) -> list[tuple[str, str]]:
    """Return the events of a session in order, until all of its runs have ended."""
    left, events, last = set(runs), [], 0
    while left:
        async for event in api.events(f"/agent-sessions/{session}/stream", last):
            if event["seq"] != last + 1:
                api.ledger.problems.append(f"{session} has a gap after {last}")
            last = event["seq"]
            run_id = event["data"].get("runId", "")
            events.append((run_id, event["type"]))
            if event["type"] in TERMINAL:
                left.discard(run_id)
            if not left:
                break
    return events
