"""The records of a soak: accepted runs, streams, model calls, deliveries and faults, with times."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

Event = tuple[int, str]  # the number and the type of an event of a run


@dataclass(slots=True)
class Call:
    """A model call: its run and step, and when its reply was complete."""

    key: str
    step: int
    began: float
    ended: float | None = None


@dataclass(slots=True)
class Fault:
    """A fault, from its injection until the server is ready again."""

    kind: str
    began: float
    ended: float | None = None

    def touches(self, began: float, ended: float) -> bool:
        """Return whether the fault overlaps this time."""
        return self.began <= ended and (self.ended is None or began <= self.ended)


@dataclass(frozen=True, slots=True)
class ClientRequest:
    """A request of a client and its outcome: `ok`, `away` (no response), or a status."""

    at: float
    what: str
    outcome: str
    took: float


@dataclass(frozen=True, slots=True)
class Delivery:
    """A delivery to the receiver, and whether the receiver accepted it."""

    id: str
    run_id: str
    at: float
    taken: bool
    signed: bool


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample of the server's process; memory in MB."""

    at: float
    pid: int
    memory: float
    own_memory: float
    handles: int
    threads: int


@dataclass(slots=True)
class Ledger:
    """All records of the clients and fakes."""

    started: float = field(default_factory=time.monotonic)
    runs: dict[str, str] = field(default_factory=dict)  # idempotency key → accepted run
    sent_twice: int = 0
    sessions: dict[str, list[str]] = field(default_factory=dict)  # session → its runs, in order
    streams: dict[str, list[Event]] = field(default_factory=dict)  # run → events received live
    reconnects: int = 0
    watched: set[str] = field(default_factory=set)  # runs that must be delivered
    hooks: dict[str, str] = field(default_factory=dict)  # webhook-id → run
    schedules: dict[str, int] = field(default_factory=dict)  # trigger → seconds between
    imports: dict[str, tuple[str, str, int]] = field(default_factory=dict)  # agent, run, entries
    agents: dict[str, str] = field(default_factory=dict)  # key → run of a coding agent
    agents_killed: int = 0
    poisons: dict[str, str] = field(default_factory=dict)  # key → poison run
    poison_deaths: int = 0
    commands: set[str] = field(default_factory=set)  # run, and stored as completed blocks
    commands_sent: dict[str, set[str]] = field(default_factory=dict)  # command → keys of runs
    calls: list[Call] = field(default_factory=list)
    deliveries: list[Delivery] = field(default_factory=list)
    requests: list[ClientRequest] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)  # noticed by clients

    def now(self) -> float:
        """Return the seconds since the soak started."""
        return time.monotonic() - self.started

    @contextmanager
    def broken(self, kind: str) -> Iterator[Fault]:
        """Record a fault that lasts until the end of the block."""
        fault = Fault(kind, self.now())
        self.faults.append(fault)
        try:
            yield fault
        finally:
            fault.ended = self.now()

    def accept(self, key: str, run_id: str) -> None:
        """Record an accepted run; the same key must always return the same run."""
        before = self.runs.setdefault(key, run_id)
        if before != run_id:
            self.problems.append(f"key {key} returned two runs, {before} and {run_id}")


@dataclass(slots=True)
class ServerState:
    """The data on the server after the soak."""

    runs: dict[str, dict[str, object]] = field(default_factory=dict)  # id, status, metadata
    events: dict[str, list[Event]] = field(default_factory=dict)
    # Session → (run, type) of its events.
    session_events: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    occurrences: dict[str, list[dict[str, object]]] = field(default_factory=dict)  # oldest first
    outgoing: list[dict[str, object]] = field(default_factory=list)
    entries: dict[str, int] = field(default_factory=dict)  # of imported runs
    agent_ends: dict[str, str] = field(default_factory=dict)  # run of an agent → status or code
    crashed: set[str] = field(default_factory=set)  # runs with the error crashed_repeatedly
    open_entries: list[str] = field(default_factory=list)
    agent_processes: int = 0
    log_errors: int = 0
