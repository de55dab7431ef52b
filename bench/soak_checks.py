"""The checks of a soak: pure functions of the ledger and the server's final state."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import pairwise

from bench.soak_figures import fits
from bench.soak_ledger import Delivery, Fault, Ledger, ServerState

TERMINAL = ("result", "error", "cancelled")
# Faults that can make the server repeat a model call, because it could not store the reply.
INTERRUPTIONS = ("kill", "poison", "host", "database", "disk")
AGENT_ENDS = ("succeeded", "agent_interrupted", "agent_failed")  # killed with or without its server
GROWTH = 0.05  # allowed growth of memory
MORE_FILES = 4


def nothing_lost(ledger: Ledger, state: ServerState) -> Iterator[str]:
    """Every accepted run is stored and has succeeded."""
    for key, run_id in ledger.runs.items():
        run = state.runs.get(run_id)
        if run is None:
            yield f"{run_id} ({key}) was accepted but is lost"
        elif run["status"] != "succeeded":
            yield f"{run_id} ({key}) is {run['status']}"


def nothing_twice(ledger: Ledger, state: ServerState) -> Iterator[str]:
    """Each key has exactly one run."""
    by_key = defaultdict(list)
    for run_id, run in state.runs.items():
        tags = run["metadata"]
        assert isinstance(tags, dict)
        if "key" in tags:
            by_key[tags["key"]].append(run_id)
    for key, runs in by_key.items():
        if runs != [ledger.runs.get(key)]:
            yield f"key {key} was answered with {ledger.runs.get(key)}, but has the runs {runs}"


def streams_are_whole(ledger: Ledger, state: ServerState) -> Iterator[str]:
    """Events have no gap and one terminal event, and live clients received the same events."""
    for run_id, events in state.events.items():
        if [seq for seq, _ in events] != list(range(1, len(events) + 1)):
            yield f"{run_id} has a gap: {events}"
        ends = [kind for _, kind in events if kind in TERMINAL]
        if len(ends) != 1 or events[-1][1] not in TERMINAL:
            yield f"{run_id} ended as {ends}"
        seen = ledger.streams.get(run_id)
        if seen is not None and seen != events:
            yield f"{run_id} was streamed as {seen}, but has {events}"


def sessions_in_order(ledger: Ledger, state: ServerState) -> Iterator[str]:
    """A run of a session starts after the previous one has ended."""
    for session, events in state.session_events.items():
        for earlier, later in pairwise(ledger.sessions[session]):
            if (earlier, "result") not in events or (later, "started") not in events:
                yield f"{session} has no events of {earlier} or {later}"
            elif events.index((earlier, "result")) > events.index((later, "started")):
                yield f"{later} started before {earlier} ended"


def _interrupted(faults: list[Fault], began: float, ended: float) -> int:
    hit = [f for f in faults if f.kind in INTERRUPTIONS and f.touches(began, ended)]
    return len(hit)


def models_called_once(ledger: Ledger, state: ServerState) -> Iterator[str]:
    """A model call is repeated only if a fault occurred during it."""
    steps = defaultdict(list)
    for call in ledger.calls:
        steps[call.key, call.step].append(call)
    for (key, step), calls in steps.items():
        if key not in ledger.runs:
            yield f"the model was called for {key}, which was never accepted"
        first, last = calls[0].began, calls[-1].began
        # A full disk can interrupt a call three times.
        allowed = _interrupted(ledger.faults, first - 1, last) * 3
        if len(calls) - 1 > allowed:
            yield f"{key} step {step}: {len(calls)} model calls at {[c.began for c in calls]}"
    latest: dict[str, int] = {}
    for call in ledger.calls:
        if call.step < latest.get(call.key, 0):
            yield f"{call.key} repeated step {call.step}, which was complete"
        latest[call.key] = max(call.step, latest.get(call.key, 0))


def deliveries_once(ledger: Ledger, state: ServerState) -> Iterator[str]:
    """Each run has one delivery id, and is delivered again only after a fault."""
    by_run: dict[str, list[Delivery]] = defaultdict(list)
    for delivery in ledger.deliveries:
        by_run[delivery.run_id].append(delivery)
        if not delivery.signed:
            yield f"{delivery.id} is not signed with the subscription's secret"
    for run_id in ledger.watched - by_run.keys():
        yield f"{run_id} was never delivered"
    for run_id, tries in by_run.items():
        if run_id not in state.runs:
            yield f"{run_id} was delivered but does not exist"
        if len({one.id for one in tries}) > 1:
            yield f"{run_id} was delivered with the ids {sorted({one.id for one in tries})}"
        if not any(one.taken for one in tries):
            yield f"{run_id} was never accepted by the receiver"
        yield from _repeated_deliveries(ledger, tries)
    for row in state.outgoing:
        if row["status"] != "delivered":
            yield f"delivery {row['id']} is {row['status']}"


def _repeated_deliveries(ledger: Ledger, tries: list[Delivery]) -> Iterator[str]:
    for first, again in pairwise(tries):
        if first.taken and not _interrupted(ledger.faults, first.at - 1, again.at):
            yield f"{first.id} was accepted, and was sent again {again.at - first.at:.0f} s later"


def hooks_once(ledger: Ledger, state: ServerState) -> Iterator[str]:
    """Each incoming webhook creates one run, even if it is sent several times."""
    counts = Counter(_tag(run, "hook") for run in state.runs.values())
    for id, run_id in ledger.hooks.items():
        if counts[id] != 1:
            yield f"webhook {id} has {counts[id]} runs"
        elif _tag(state.runs.get(run_id, {}), "hook") != id:
            yield f"webhook {id} was answered with {run_id}, which is not its run"


def schedules_once(ledger: Ledger, state: ServerState) -> Iterator[str]:
    """Every planned time is fired or recorded as missed once, and every firing has one run."""
    for trigger, every in ledger.schedules.items():
        due = None
        runs = []
        for row in state.occurrences.get(trigger, []):
            planned = datetime.fromisoformat(str(row["plannedAt"]))
            if due is not None and planned != due:
                yield f"{trigger} was due at {due}, but its next occurrence is {planned}"
            due = planned + timedelta(seconds=every * int(str(row["count"])))
            runs += [row["runId"]] if row["runId"] else []
        stored = {id for id, run in state.runs.items() if run.get("trigger") == trigger}
        if len(runs) != len(set(runs)) or set(runs) != stored:
            yield f"{trigger} fired {len(runs)} times, but has {len(stored)} runs"
        if not runs:
            yield f"{trigger} never fired"


def imports_once(ledger: Ledger, state: ServerState) -> Iterator[str]:
    """An imported history is one run with all entries, even after interruptions."""
    right: dict[str, int] = {}
    for session, (agent, run_id, entries) in ledger.imports.items():
        if run_id not in state.runs:
            yield f"history {session} was imported as {run_id}, which is lost"
        if entries != right.setdefault(agent, entries) or state.entries.get(run_id) != entries:
            stored = state.entries.get(run_id)
            yield f"{session} has {stored} entries, reported {entries}, expected {right[agent]}"
    counts = Counter(_tag(run, "history") for run in state.runs.values())
    yield from (f"{s} has {counts[s]} runs" for s in ledger.imports if counts[s] != 1)


def commands_once(ledger: Ledger, state: ServerState) -> Iterator[str]:
    """Each terminal command is sent to the model with exactly one message."""
    for command in ledger.commands:
        keys = ledger.commands_sent.get(command, set())
        if len(keys) != 1:
            yield f"the command {command!r} was sent with {sorted(keys)}"


def only_poison_crashed(ledger: Ledger, state: ServerState) -> Iterator[str]:
    """Poison runs failed with crashed_repeatedly, and no other run did."""
    poisons = set(ledger.poisons.values())
    yield from (f"poison run {run} did not fail" for run in poisons - state.crashed)
    yield from (f"{run} crashed, but is no poison" for run in state.crashed - poisons)


def agents_ended(ledger: Ledger, state: ServerState) -> Iterator[str]:
    """Each run of a coding agent ended, and so did its processes and its entries."""
    for key, run_id in ledger.agents.items():
        end = state.agent_ends.get(run_id, "lost")
        if end not in AGENT_ENDS:
            yield f"{run_id} ({key}) is {end}"
    if ledger.agents and "succeeded" not in state.agent_ends.values():
        yield "no coding agent succeeded"
    if state.agent_processes:
        yield f"{state.agent_processes} processes of coding agents are left"
    yield from (f"the entry {entry} is open" for entry in state.open_entries)


def answers_are_known(ledger: Ledger, state: ServerState) -> Iterator[str]:
    """Each request succeeds, gets a 503, or has no response."""
    others = Counter(
        f"{request.what}: {request.outcome}"
        for request in ledger.requests
        if request.outcome not in ("ok", "away", "503")
    )
    yield from (f"{count} × {what}" for what, count in others.items())
    yield from ledger.problems


def memory_is_flat(ledger: Ledger, state: ServerState) -> Iterator[str]:
    """The longest-lived process does not grow in the second half of its life."""
    memory, _, handles = fits(ledger.samples)
    if memory.is_conclusive and memory.growth > max(GROWTH * memory.mean, 8.0):
        grown = f"{memory.growth:.0f} of {memory.mean:.0f} MB in {memory.seconds / 60:.0f} min"
        yield f"memory grew by {grown}"
    if handles.is_conclusive and handles.growth > MORE_FILES:
        yield f"open files grew by {handles.growth:.1f} of {handles.mean:.0f}"


def _tag(run: dict[str, object], key: str) -> object:
    tags = run.get("metadata", {})
    return tags.get(key) if isinstance(tags, dict) else None


Check = Callable[[Ledger, ServerState], Iterator[str]]
CHECKS: dict[str, Check] = {
    "every accepted run succeeded, none is lost": nothing_lost,
    "no run was created twice": nothing_twice,
    "streams have no gap, no duplicate, and one terminal event": streams_are_whole,
    "sessions kept their order": sessions_in_order,
    "no completed model call was repeated": models_called_once,
    "each run was delivered with one id": deliveries_once,
    "each webhook created one run": hooks_once,
    "each planned time of a schedule was handled once": schedules_once,
    "each history was imported once and completely": imports_once,
    "each command was sent with one message": commands_once,
    "poison runs failed, and no other run crashed": only_poison_crashed,
    "no coding agent, process or entry was left open": agents_ended,
    "every request succeeded, got a 503, or had no response": answers_are_known,
    "memory and open files do not grow": memory_is_flat,
}


def check(ledger: Ledger, state: ServerState) -> dict[str, list[str]]:
    """Return the problems found by each check."""
    return {name: list(holds(ledger, state)) for name, holds in CHECKS.items()}
