"""CPU time and context switches of processes, from `/proc`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """CPU time and context switches of a group of processes so far."""

    cpu: float = 0.0  # seconds
    voluntary: int = 0  # context switches: the thread waited
    involuntary: int = 0  # context switches: another thread or process had its turn

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            cpu=self.cpu + other.cpu,
            voluntary=self.voluntary + other.voluntary,
            involuntary=self.involuntary + other.involuntary,
        )

    def __sub__(self, other: Usage) -> Usage:
        return Usage(
            cpu=self.cpu - other.cpu,
            voluntary=self.voluntary - other.voluntary,
            involuntary=self.involuntary - other.involuntary,
        )


def usage(pid: int) -> Usage:
    """Return the usage of a process with all its threads, and of children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ended = sum(int(field) for field in fields[13:15]) / TICKS
    times = [(task / "schedstat").read_text() for task in Path(f"/proc/{pid}/task").iterdir()]
    cpu = ended + sum(int(time.split()[0]) for time in times) / 1e9  # more exact than ticks
    switches = [_switches(task) for task in Path(f"/proc/{pid}/task").iterdir()]
    return Usage(
        cpu=cpu,
        voluntary=sum(each[0] for each in switches),
        involuntary=sum(each[1] for each in switches),
    )


def usage_with_children(pid: int) -> Usage:
    """Return the usage of a process and its children, such as PostgreSQL and its backends."""
    total = usage(pid)
    for child in children(pid):
        try:
            total += usage(child)
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended in the meantime, so its parent has its CPU time
    return total


def children(pid: int) -> Iterable[int]:
    """Return the ids of a process's children."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def _switches(task: Path) -> tuple[int, int]:
    """Return the voluntary and involuntary context switches of a thread."""
    lines = (task / "status").read_text().splitlines()
    values = {name: value for name, _, value in (line.partition(":") for line in lines)}
    return int(values["voluntary_ctxt_switches"]), int(values["nonvoluntary_ctxt_switches"])
