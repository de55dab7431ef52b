"""The soak's own book: what was accepted, seen, called and broken, and when."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

Event = tuple[int, str]  # the number and the type of an event of a run


@dataclass(slots=True)
class Call:
    """One call of the model: for which step of which run, and whether it was answered whole."""

    key: str
    step: int
    began: float
    ended: float | None = None


@dataclass(slots=True)
class Fault:
    """Something that was broken, from when until all was well again."""

    kind: str
    began: float
    ended: float | None = None

    def touches(self, began: float, ended: float) -> bool:
        """Whether it was there at any moment of this time."""
        return self.began <= ended and (self.ended is None or began <= self.ended)


@dataclass(frozen=True, slots=True)
class Ask:
    """One request of a client, and what came of it: `ok`, `away`, or a status."""

    at: float
    what: str
    outcome: str
    took: float


@dataclass(frozen=True, slots=True)
class Delivery:
    """One that the receiver was sent, and whether it took it."""

    id: str
    run_id: str
    at: float
    taken: bool
    signed: bool


@dataclass(frozen=True, slots=True)
class Sample:
    """The server's process at one moment; memory in MB."""

    at: float
    pid: int
    memory: float
    own_memory: float
    handles: int
    threads: int


@dataclass(slots=True)
class Ledger:
    """Everything that a client was told, in the words of the client."""

    started: float = field(default_factory=time.monotonic)
    runs: dict[str, str] = field(default_factory=dict)  # our key → the run that was accepted
    asked_twice: int = 0
    sessions: dict[str, list[str]] = field(default_factory=dict)  # its runs, in order
    streams: dict[str, list[Event]] = field(default_factory=dict)  # as they were followed
    reconnects: int = 0
    told: set[str] = field(default_factory=set)  # runs of which the receiver must hear
    hooks: dict[str, str] = field(default_factory=dict)  # webhook-id → run
    schedules: dict[str, int] = field(default_factory=dict)  # trigger → seconds between
    imports: dict[str, tuple[str, str, int]] = field(default_factory=dict)  # agent, run, entries
    commands: set[str] = field(default_factory=set)  # typed, and seen as completed blocks
    shown: dict[str, set[str]] = field(default_factory=dict)  # command → keys of runs that had it
    calls: list[Call] = field(default_factory=list)
    deliveries: list[Delivery] = field(default_factory=list)
    asks: list[Ask] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)  # what a client saw at once to be wrong

    def now(self) -> float:
        """Seconds since the soak began."""
        return time.monotonic() - self.started

    @contextmanager
    def broken(self, kind: str) -> Iterator[Fault]:
        """Note that something is broken until the end of the block."""
        fault = Fault(kind, self.now())
        self.faults.append(fault)
        try:
            yield fault
        finally:
            fault.ended = self.now()

    def accept(self, key: str, run_id: str) -> None:
        """A client was told that its run is accepted; the same key must always be the same run."""
        before = self.runs.setdefault(key, run_id)
        if before != run_id:
            self.wrong.append(f"the key {key} gave two runs, {before} and {run_id}")


@dataclass(slots=True)
class Found:
    """What the server has in the end."""

    runs: dict[str, dict[str, object]] = field(default_factory=dict)  # id, status, metadata
    events: dict[str, list[Event]] = field(default_factory=dict)
    lives: dict[str, list[tuple[str, str]]] = field(default_factory=dict)  # session: run, type
    occurrences: dict[str, list[dict[str, object]]] = field(default_factory=dict)  # oldest first
    outgoing: list[dict[str, object]] = field(default_factory=list)
    entries: dict[str, int] = field(default_factory=dict)  # of imported runs
    log_errors: int = 0
