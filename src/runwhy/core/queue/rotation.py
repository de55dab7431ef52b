"""Rotation: the order in which tenants and their runs are served."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from runwhy.core.json import compact_json
from runwhy.core.queue.limits import Room

T = TypeVar("T", int, str)

MAX_OVERTAKES = 7  # runs in a row that may overtake an older one of their tenant, by priority
MAX_PASSES = 32  # runs that may take a place which an older run, needing several, waits for
Group = tuple[int, str]  # a workspace, and a tenant of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Bucket:
    """Runs of one tenant that wait under the same limits with the same priority, by number."""

    workspace: int
    tenant: str = ""
    keys: tuple[str, ...] = ()
    priority: int = 0
    pool: str = "default"
    seq: int  # of its first run
    name: str = field(default="", compare=False)

    @property
    def group(self) -> Group:
        """The tenant."""
        return self.workspace, self.tenant


def bucket_name(workspace: int, tenant: str, priority: int, keys: Sequence[str]) -> str:
    """Return the name under which a job stores its bucket."""
    return compact_json([workspace, tenant, priority, keys])


def bucket_of(name: str, *, pool: str, seq: int) -> Bucket:
    """Return the bucket with this name."""
    workspace, tenant, priority, keys = json.loads(name) if name else (0, "", 0, ())
    return Bucket(
        workspace=workspace,
        tenant=tenant,
        priority=priority,
        keys=tuple(keys),
        pool=pool,
        seq=seq,
        name=name,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """The first runs of a bucket: at most `most`, with numbers below `below`."""

    bucket: Bucket
    most: int
    below: int | None = None
    overtakes: bool = False
    is_alone: bool = True  # the only bucket of its tenant


@dataclass(slots=True, kw_only=True)
class Rotation:
    """The rotation of a worker.

    Workspaces take turns, and within a workspace its tenants. Within a tenant, runs go by priority
    and then by age, but after `MAX_OVERTAKES` runs the oldest one is next. So nothing starves.
    """

    workspace: int = -1  # which had the last turn
    tenants: dict[int, str] = field(default_factory=dict)  # which had the last turn of a workspace
    overtaken: dict[Group, int] = field(default_factory=dict)
    passed: dict[int, int] = field(default_factory=dict)  # by the number of the older run

    def begin(self, buckets: Sequence[Bucket], room: Room) -> Turn:
        """Return the picks for one claim."""
        several = [bucket for bucket in buckets if len(bucket.keys) > 1]
        self._forget(buckets, several)
        by_group: dict[int, dict[str, list[Bucket]]] = {}
        for bucket in buckets:
            tenants = by_group.setdefault(bucket.workspace, {})
            tenants.setdefault(bucket.tenant, []).append(bucket)
        queue = deque(
            (workspace, self._in_turn(workspace, by_group[workspace]))
            for workspace in _after(by_group, self.workspace)
        )
        starving = [bucket for bucket in several if self.passed.get(bucket.seq, 0) >= MAX_PASSES]
        oldest = min(starving, key=_age, default=None)
        return Turn(rotation=self, room=room, queue=queue, several=several, oldest=oldest)

    def _in_turn(
        self, workspace: int, tenants: Mapping[str, list[Bucket]]
    ) -> deque[tuple[str, list[Bucket]]]:
        names = _after(tenants, self.tenants.get(workspace))
        return deque((name, tenants[name]) for name in names)

    def _forget(self, buckets: Sequence[Bucket], several: Sequence[Bucket]) -> None:
        """Remove the counts of runs that no longer wait."""
        if self.overtaken:
            groups = {bucket.group for bucket in buckets}
            self.overtaken = {k: v for k, v in self.overtaken.items() if k in groups}
        if self.passed:
            heads = {bucket.seq for bucket in several}
            self.passed = {k: v for k, v in self.passed.items() if k in heads}
        if len(self.tenants) > 1000:
            workspaces = {bucket.workspace for bucket in buckets}
            self.tenants = {k: v for k, v in self.tenants.items() if k in workspaces}


@dataclass(slots=True, kw_only=True)
class Turn:
    """The picks for one claim. Call `took` after each pick."""

    rotation: Rotation
    room: Room
    queue: deque[tuple[int, deque[tuple[str, list[Bucket]]]]]
    several: Sequence[Bucket]  # which need places under several limits
    oldest: Bucket | None  # of these, if it has been passed too often: places are kept for it
    is_complete: bool = True  # nothing else may start; otherwise, another claim finds more

    def next(self, left: int) -> Pick | None:
        """Return the next pick, of at most `left` runs."""
        while self.queue and left > 0:
            _, tenants = self.queue[0]
            while tenants:
                open_ones = [bucket for bucket in tenants[0][1] if self._room(bucket) > 0]
                if open_ones:
                    most = max(len(tenants) for _, tenants in self.queue)
                    return self._pick(open_ones, max(1, left // (len(self.queue) * most)))
                tenants.popleft()
            self.queue.popleft()
        return None

    def _room(self, bucket: Bucket) -> int:
        if self.oldest is None or bucket == self.oldest:
            return self.room.of(bucket.keys)
        return self.room.of(bucket.keys, reserved=self.oldest.keys)

    def _pick(self, buckets: Sequence[Bucket], share: int) -> Pick:
        """Return the pick from the buckets of one tenant."""
        first, oldest = min(buckets, key=_rank), min(buckets, key=_age)
        overtaken = self.rotation.overtaken.get(first.group, 0)
        is_alone = len(buckets) == 1
        if oldest.seq < first.seq and overtaken >= MAX_OVERTAKES:
            return Pick(bucket=oldest, most=1, is_alone=is_alone)
        overtakes = oldest.seq < first.seq
        most = min(share, MAX_OVERTAKES - overtaken) if overtakes else share
        rivals = [b.seq for b in buckets if b.priority == first.priority and b is not first]
        return Pick(
            bucket=first,
            most=min(most, self._room(first)),
            below=min(rivals, default=None),
            overtakes=overtakes,
            is_alone=is_alone,
        )

    def took(self, pick: Pick, count: int) -> None:
        """Record the number of runs of a pick, and continue with the next workspace and tenant."""
        bucket, rotation = pick.bucket, self.rotation
        self.room.take(bucket.keys, count)
        self._note_passed(bucket, count)
        if pick.overtakes:
            before = rotation.overtaken.get(bucket.group, 0)
            rotation.overtaken[bucket.group] = before + count
        else:
            rotation.overtaken.pop(bucket.group, None)
        rotation.workspace = bucket.workspace
        workspace, tenants = self.queue.popleft()
        entry = tenants.popleft()
        rotation.tenants[workspace] = bucket.tenant
        if pick.is_alone and count == pick.most:
            tenants.append((entry[0], [bucket]))
        elif not pick.is_alone and count:
            self.is_complete = False  # the numbers of the tenant's next runs are unknown
        if tenants:
            self.queue.append((workspace, tenants))

    def _note_passed(self, bucket: Bucket, count: int) -> None:
        """Count the runs that took places which an older run is waiting for."""
        passed, keys = self.rotation.passed, frozenset(bucket.keys)
        for older in self.several if keys else ():
            if older.seq < bucket.seq and not keys.isdisjoint(older.keys):
                passed[older.seq] = passed.get(older.seq, 0) + count


def _rank(bucket: Bucket) -> tuple[int, int]:
    return bucket.priority, bucket.seq


def _age(bucket: Bucket) -> int:
    return bucket.seq


def _after(values: Iterable[T], last: T | None) -> list[T]:
    """Return the values in order, starting after the last one that had its turn."""
    ordered = sorted(values)
    place = 0 if last is None else bisect_right(ordered, last)
    return ordered[place:] + ordered[:place]
