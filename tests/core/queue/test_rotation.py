"""Laws of the rotation: limits hold, tenants take turns, and nothing starves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from runwhy.core.queue.limits import Limit, Limits, room_under
from runwhy.core.queue.rotation import MAX_OVERTAKES, MAX_PASSES, Bucket, Rotation

LIMITS = Limits(
    by_name={
        "customer": Limit(running=2),
        "executor:claude": Limit(running=1),
        "model:big": Limit(running=3),
    }
)
KEYS = ("1/customer=acme", "executor:claude", "model:big")


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A queued run."""

    seq: int
    workspace: int = 1
    tenant: str = ""
    keys: tuple[str, ...] = ()
    priority: int = 0

    @property
    def bucket(self) -> tuple[int, str, tuple[str, ...], int]:
        return self.workspace, self.tenant, self.keys, self.priority


@dataclass(slots=True)
class Queue:
    """A queue in memory, which claims runs as a store does."""

    waiting: list[Waiting] = field(default_factory=list)
    running: list[Waiting] = field(default_factory=list)
    number: int = 0

    def add(self, **facts: object) -> Waiting:
        self.number += 1
        run = Waiting(seq=self.number, **facts)  # type: ignore[arg-type]
        self.waiting.append(run)
        return run

    def claim(self, rotation: Rotation, limit: int) -> list[Waiting]:
        heads: dict[object, Waiting] = {}
        for run in self.waiting:
            heads.setdefault(run.bucket, run)
        buckets = [
            Bucket(
                workspace=run.workspace,
                tenant=run.tenant,
                keys=run.keys,
                priority=run.priority,
                seq=run.seq,
            )
            for run in heads.values()
        ]
        room = room_under(LIMITS, running=self.held(), starts={}, keys=KEYS, now=0)
        turn, taken = rotation.begin(buckets, room), []
        while (pick := turn.next(limit - len(taken))) is not None:
            own, below = pick.bucket, pick.below or self.number + 1
            key = (own.workspace, own.tenant, own.keys, own.priority)
            found = [run for run in self.waiting if run.bucket == key and run.seq < below]
            turn.took(pick, len(found[: pick.most]))
            taken += found[: pick.most]
            self.waiting = [run for run in self.waiting if run not in found[: pick.most]]
        self.running += taken
        return taken

    def held(self) -> Counter[str]:
        return Counter(key for run in self.running for key in run.keys)


FACTS = st.fixed_dictionaries(
    {
        "workspace": st.integers(1, 3),
        "tenant": st.sampled_from(["", "a", "b"]),
        "keys": st.sets(st.sampled_from(KEYS)).map(lambda keys: tuple(sorted(keys))),
        "priority": st.integers(0, 2),
    }
)


@given(st.lists(st.one_of(FACTS, st.integers(1, 9), st.none()), max_size=80))
def test_limits_hold_and_each_bucket_keeps_its_order(steps: Sequence[object]) -> None:
    queue, rotations, started = Queue(), [Rotation(), Rotation()], []
    for number, step in enumerate(steps):
        match step:
            case dict():
                queue.add(**step)
            case int():
                started += queue.claim(rotations[number % 2], step)
            case None if queue.running:
                queue.running.pop(0)
        assert all(queue.held()[key] <= (LIMITS.limit_of(key) or Limit()).running for key in KEYS)  # type: ignore[operator]
    by_bucket: dict[object, list[int]] = {}
    for run in started:
        by_bucket.setdefault(run.bucket, []).append(run.seq)
    assert all(numbers == sorted(numbers) for numbers in by_bucket.values())


@given(st.lists(FACTS, min_size=1, max_size=40), st.integers(1, 5))
def test_every_run_starts_if_runs_end(facts: Sequence[dict[str, object]], limit: int) -> None:
    queue, rotation = Queue(), Rotation()
    for each in facts:
        queue.add(**each)

    for _ in facts:
        assert queue.claim(rotation, limit)
        queue.running.clear()
        if not queue.waiting:
            break
    assert queue.waiting == []


@given(st.integers(2, 6), st.integers(1, 30))
def test_a_new_run_of_a_quiet_workspace_waits_for_one_run_of_each_other_one(
    workspaces: int, served: int
) -> None:
    queue, rotation = Queue(), Rotation()
    for workspace in range(1, workspaces):
        for _ in range(200):
            queue.add(workspace=workspace)
    for _ in range(served):
        queue.claim(rotation, 1)

    mine = queue.add(workspace=workspaces)

    ahead: list[int] = []
    while mine not in (claimed := queue.claim(rotation, 1)):
        ahead += [run.workspace for run in claimed]
    assert len(ahead) == len(set(ahead)) < workspaces


@given(st.integers(1, 64))
def test_a_large_claim_is_shared_by_workspaces_and_by_their_tenants(limit: int) -> None:
    queue, rotation = Queue(), Rotation()
    for _ in range(100):
        for tenant in ("a", "b", "c"):
            queue.add(workspace=1, tenant=tenant)
        queue.add(workspace=2)

    taken = queue.claim(rotation, limit)

    by_workspace = Counter(run.workspace for run in taken)
    by_tenant = Counter(run.tenant for run in taken if run.workspace == 1)
    assert sum(by_workspace.values()) == limit
    assert abs(by_workspace[1] - by_workspace[2]) <= limit // 6 + 1
    assert max(by_tenant.values()) - min(by_tenant["a"], by_tenant["b"]) <= limit // 6 + 1


def test_runs_of_a_tenant_go_by_priority_and_then_by_age() -> None:
    queue = Queue()
    batch, schedule, message = (queue.add(priority=priority) for priority in (2, 1, 0))
    second = queue.add(priority=0)

    order = [queue.claim(rotation, 1)[0] for rotation in [Rotation()] for _ in range(4)]

    assert order == [message, second, schedule, batch]


def test_a_message_that_arrives_later_does_not_starve_a_batch() -> None:
    queue, rotation = Queue(), Rotation()
    batch = queue.add(priority=2)
    for _ in range(20):
        queue.add(priority=0)

    order = [queue.claim(rotation, 1)[0] for _ in range(MAX_OVERTAKES + 1)]

    assert order.index(batch) == MAX_OVERTAKES


def test_priority_does_not_let_one_workspace_overtake_another() -> None:
    queue, rotation = Queue(), Rotation(workspace=1)
    for _ in range(5):
        queue.add(workspace=1, priority=0)
    batch = queue.add(workspace=2, priority=2)

    assert queue.claim(rotation, 1) == [batch]


@settings(max_examples=20)
@given(st.integers(0, 1000))
def test_a_run_that_needs_two_places_is_not_starved_by_runs_that_need_one(shift: int) -> None:
    """One place is free at a time, and never both, unless the rotation keeps one free."""
    queue, rotation = Queue(), Rotation(workspace=shift % 4)
    a, b = "executor:claude", "1/customer=acme"
    both = queue.add(workspace=1, keys=(b, a))
    queue.running = [
        Waiting(seq=0, keys=(a,)),
        Waiting(seq=0, keys=(b,)),
        Waiting(seq=0, keys=(b,)),
    ]
    for turn in range(6 * MAX_PASSES):
        queue.add(workspace=2, keys=(a,))
        queue.add(workspace=3, keys=(b,))
        queue.claim(rotation, 10)
        if both in queue.running:
            return
        ends = (a, b)[(turn + shift) % 2]
        held = next((run for run in queue.running if run.keys == (ends,)), None)
        if held is not None:
            queue.running.remove(held)
    raise AssertionError("the run starved")
