"""What must hold after a soak: pure functions of the ledger and of what the server has."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import pairwise

from bench.soak_figures import fits
from bench.soak_ledger import Delivery, Fault, Found, Ledger

TERMINAL = ("result", "error", "cancelled")
# What may make the server ask a model again: it could not write down what was answered.
INTERRUPTIONS = ("kill", "database", "disk")
GROWN = 0.05  # the share by which memory may have grown
MORE_FILES = 4


def nothing_lost(ledger: Ledger, found: Found) -> Iterator[str]:
    """Every accepted run is there and has succeeded."""
    for key, run_id in ledger.runs.items():
        run = found.runs.get(run_id)
        if run is None:
            yield f"{run_id} ({key}) was accepted and is lost"
        elif run["status"] != "succeeded":
            yield f"{run_id} ({key}) is {run['status']}"


def nothing_twice(ledger: Ledger, found: Found) -> Iterator[str]:
    """There are as many runs as were asked for: one for each key, and no other with a key."""
    by_key = defaultdict(list)
    for run_id, run in found.runs.items():
        tags = run["metadata"]
        assert isinstance(tags, dict)
        if "key" in tags:
            by_key[tags["key"]].append(run_id)
    for key, runs in by_key.items():
        if runs != [ledger.runs.get(key)]:
            yield f"the key {key} was answered with {ledger.runs.get(key)}, but there are {runs}"


def streams_are_whole(ledger: Ledger, found: Found) -> Iterator[str]:
    """Events are numbered without gap, end once, and were seen so by who followed."""
    for run_id, events in found.events.items():
        if [seq for seq, _ in events] != list(range(1, len(events) + 1)):
            yield f"{run_id} has a gap: {events}"
        ends = [kind for _, kind in events if kind in TERMINAL]
        if len(ends) != 1 or events[-1][1] not in TERMINAL:
            yield f"{run_id} ended as {ends}"
        seen = ledger.streams.get(run_id)
        if seen is not None and seen != events:
            yield f"{run_id} was followed as {seen}, but was {events}"


def sessions_in_order(ledger: Ledger, found: Found) -> Iterator[str]:
    """A run of a session begins when the one before it has ended."""
    for session, lives in found.lives.items():
        for earlier, later in pairwise(ledger.sessions[session]):
            if (earlier, "result") not in lives or (later, "started") not in lives:
                yield f"{session} does not tell of {earlier} or {later}"
            elif lives.index((earlier, "result")) > lives.index((later, "started")):
                yield f"{later} began before {earlier} had ended"


def _interrupted(faults: list[Fault], began: float, ended: float) -> int:
    hit = [f for f in faults if f.kind in INTERRUPTIONS and f.touches(began, ended)]
    return len(hit)


def models_called_once(ledger: Ledger, found: Found) -> Iterator[str]:
    """A step asks its model again only when something broke while it was being asked."""
    steps = defaultdict(list)
    for call in ledger.calls:
        steps[call.key, call.step].append(call)
    for (key, step), calls in steps.items():
        if key not in ledger.runs:
            yield f"the model was asked for {key}, which nobody wanted"
        first, last = calls[0].began, calls[-1].began
        allowed = _interrupted(ledger.faults, first - 1, last) * 3  # a full disk may hit thrice
        if len(calls) - 1 > allowed:
            yield f"{key} step {step}: {len(calls)} model calls at {[c.began for c in calls]}"
    latest: dict[str, int] = {}
    for call in ledger.calls:
        if call.step < latest.get(call.key, 0):
            yield f"{call.key} went back to step {call.step}, which was done"
        latest[call.key] = max(call.step, latest.get(call.key, 0))


def deliveries_once(ledger: Ledger, found: Found) -> Iterator[str]:
    """Of each run the receiver hears under one id, and again only when something broke."""
    by_run: dict[str, list[Delivery]] = defaultdict(list)
    for delivery in ledger.deliveries:
        by_run[delivery.run_id].append(delivery)
        if not delivery.signed:
            yield f"{delivery.id} is not signed by the subscription's secret"
    for run_id in ledger.told - by_run.keys():
        yield f"nobody was told of {run_id}"
    for run_id, tries in by_run.items():
        if run_id not in found.runs:
            yield f"the receiver was told of {run_id}, which is not there"
        if len({one.id for one in tries}) > 1:
            yield f"{run_id} was told of under the ids {sorted({one.id for one in tries})}"
        if not any(one.taken for one in tries):
            yield f"{run_id} was never taken by the receiver"
        yield from _told_again(ledger, tries)
    for row in found.outgoing:
        if row["status"] != "delivered":
            yield f"the delivery {row['id']} is {row['status']}"


def _told_again(ledger: Ledger, tries: list[Delivery]) -> Iterator[str]:
    for first, again in pairwise(tries):
        if first.taken and not _interrupted(ledger.faults, first.at - 1, again.at):
            yield f"{first.id} was taken, and came again {again.at - first.at:.0f} s later"


def hooks_once(ledger: Ledger, found: Found) -> Iterator[str]:
    """Each delivery to our webhook is one run, however often it was sent."""
    counts = Counter(_tag(run, "hook") for run in found.runs.values())
    for id, run_id in ledger.hooks.items():
        if counts[id] != 1:
            yield f"the webhook {id} has {counts[id]} runs"
        elif _tag(found.runs.get(run_id, {}), "hook") != id:
            yield f"the webhook {id} was answered with {run_id}, which is not its run"


def schedules_once(ledger: Ledger, found: Found) -> Iterator[str]:
    """Every planned time is fired or named as missed, once, and every firing is one run."""
    for trigger, every in ledger.schedules.items():
        due = None
        runs = []
        for row in found.occurrences.get(trigger, []):
            planned = datetime.fromisoformat(str(row["plannedAt"]))
            if due is not None and planned != due:
                yield f"{trigger} was due at {due}, but has {planned}"
            due = planned + timedelta(seconds=every * int(str(row["count"])))
            runs += [row["runId"]] if row["runId"] else []
        there = {id for id, run in found.runs.items() if run.get("trigger") == trigger}
        if len(runs) != len(set(runs)) or set(runs) != there:
            yield f"{trigger} fired {len(runs)} times, but has {len(there)} runs"
        if not runs:
            yield f"{trigger} never fired"


def imports_once(ledger: Ledger, found: Found) -> Iterator[str]:
    """A history is one run with all its entries, however often it was broken off."""
    right: dict[str, int] = {}
    for session, (agent, run_id, entries) in ledger.imports.items():
        if run_id not in found.runs:
            yield f"the history {session} was imported as {run_id}, which is lost"
        if entries != right.setdefault(agent, entries) or found.entries.get(run_id) != entries:
            there = found.entries.get(run_id)
            yield f"{session} has {there} entries, {entries} were told, {right[agent]} are right"
    counts = Counter(_tag(run, "history") for run in found.runs.values())
    yield from (f"{s} has {counts[s]} runs" for s in ledger.imports if counts[s] != 1)


def commands_once(ledger: Ledger, found: Found) -> Iterator[str]:
    """What was run in a terminal goes to the model with one message, and with one only."""
    for command in ledger.commands:
        shown = ledger.shown.get(command, set())
        if len(shown) != 1:
            yield f"the command {command!r} went with {sorted(shown)}"


def answers_are_known(ledger: Ledger, found: Found) -> Iterator[str]:
    """A client is answered, refused for now (503), or not reached: nothing else."""
    others = Counter(
        f"{ask.what}: {ask.outcome}"
        for ask in ledger.asks
        if ask.outcome not in ("ok", "away", "503")
    )
    yield from (f"{count} × {what}" for what, count in others.items())
    yield from ledger.wrong


def memory_is_flat(ledger: Ledger, found: Found) -> Iterator[str]:
    """The process that lived longest needs no more in the second half of its life."""
    memory, _, handles = fits(ledger.samples)
    if memory.says_something and memory.growth > max(GROWN * memory.mean, 8.0):
        grown = f"{memory.growth:.0f} of {memory.mean:.0f} MB in {memory.seconds / 60:.0f} min"
        yield f"memory grew by {grown}"
    if handles.says_something and handles.growth > MORE_FILES:
        yield f"open files grew by {handles.growth:.1f} of {handles.mean:.0f}"


def _tag(run: dict[str, object], key: str) -> object:
    tags = run.get("metadata", {})
    return tags.get(key) if isinstance(tags, dict) else None


Check = Callable[[Ledger, Found], Iterator[str]]
CHECKS: dict[str, Check] = {
    "no accepted run is lost, all succeeded": nothing_lost,
    "no run was made twice": nothing_twice,
    "streams have no gap, no repeat, one end": streams_are_whole,
    "sessions kept their order": sessions_in_order,
    "no completed step asked its model again": models_called_once,
    "each run was told of under one id": deliveries_once,
    "each webhook became one run": hooks_once,
    "each planned time of a schedule counted once": schedules_once,
    "each history became one whole run": imports_once,
    "each command went with one message": commands_once,
    "no answer but success, 503 or none": answers_are_known,
    "memory and open files are flat": memory_is_flat,
}


def check(ledger: Ledger, found: Found) -> dict[str, list[str]]:
    """What is wrong, by what should hold."""
    return {name: list(holds(ledger, found)) for name, holds in CHECKS.items()}
