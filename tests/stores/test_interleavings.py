"""Runs stay consistent when one PostgreSQL transaction runs in the middle of another.

Each case performs one action, and a second action after each of its statements. A second action
that would wait for a lock runs after the first has committed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, select, text
from sqlalchemy.exc import OperationalError
from tests.support.builders import WORKSPACE, a_call, a_reply, a_request, a_result, a_session
from tests.support.clock import NOON
from tests.support.contracts.scene import DONE
from tests.support.contracts.triggers import a_trigger

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.queue.dispatch import Dispatch
from runwhy.core.queue.limits import Limit, Limits
from runwhy.core.queue.rules import QueueRules
from runwhy.core.requests.plan import Multitask, plan_run
from runwhy.core.runs.events import TERMINAL, NewEvent
from runwhy.core.runs.run import Run, Status, is_terminal
from runwhy.core.triggers.trigger import Occurrence
from runwhy.errors import RunwhyError
from runwhy.ports import Claim, Progress, Superseded
from runwhy.stores import tables
from runwhy.stores.postgres import PostgresDialect, PostgresStore, postgres_engine
from runwhy.stores.runs import claims, limits, queue, runs
from runwhy.stores.sessions import sessions
from runwhy.stores.sql import log, rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement, StatementResult
from runwhy.stores.triggers.triggers import triggers

Change = Callable[[Tx], Any]
_numbers = count(1)


@pytest.fixture(scope="module")
def engine(postgres_url: str) -> Iterator[Engine]:
    async def prepare() -> None:
        store = PostgresStore(postgres_url, lambda topics: None)
        await store.open()
        await store.add_workspace("default", "Default", at=NOON)
        await store.close()

    asyncio.run(prepare())
    engine = postgres_engine(postgres_url)
    yield engine
    engine.dispose()


def change(engine: Engine, what: Change, *, lock_timeout: str = "10s") -> Any:
    """Run a change in one transaction, as the store does."""
    with engine.begin() as conn:
        conn.execute(text(f"SET LOCAL lock_timeout = '{lock_timeout}'"))
        tx = Tx(conn, PostgresDialect())
        result = what(tx)
        log.write_events(tx)
        return result


def attempt(engine: Engine, what: Change, *, lock_timeout: str = "10s") -> bool:
    """Return False if the change has to wait for a lock; a rejected change counts as done."""
    try:
        change(engine, what, lock_timeout=lock_timeout)
    except (Superseded, RunwhyError):
        pass
    except OperationalError as error:
        if "lock timeout" not in str(error):
            raise
        return False
    return True


@dataclass(frozen=True, kw_only=True)
class Case:
    """A session with a claimed run that waits for a tool, and a queued run behind it."""

    session_id: str
    worker: str
    other: str
    claim: Claim
    queued: Run

    @property
    def actions(self) -> dict[str, Change]:
        """Actions of servers and callers, by name."""
        run, delta = self.claim.run, NewEvent(type="assistant_delta", data={"text": "a"})
        answer = a_result(run_id=run.id)
        received = NewEvent(type="local_tool_result_in", data={})
        return {
            "claim": lambda tx: _claim(tx, self.other),
            "wait": lambda tx: limits.set_idle(tx, self.claim.hold),
            "continue": lambda tx: limits.end_idle(tx, self.claim.hold, RULES.limits),
            "let go": lambda tx: queue.release(tx, self.claim.hold),
            "leave": lambda tx: queue.deregister_worker(tx, self.worker),
            "record": lambda tx: queue.record(
                tx, self.claim, Progress(events=[delta], status=Status.RUNNING), at=NOON
            ),
            "finish": lambda tx: queue.finish(
                tx, self.claim, DONE, Progress(events=[delta]), at=NOON
            ),
            "cancel": lambda tx: runs.cancel_run(tx, WORKSPACE, run.id, reason="no", at=NOON),
            "cancel next": lambda tx: runs.cancel_run(
                tx, WORKSPACE, self.queued.id, reason="no", at=NOON
            ),
            "answer": lambda tx: runs.answer_tool(tx, WORKSPACE, run.id, answer, received),
            "send": lambda tx: _add(tx, self.session_id, Multitask.ENQUEUE),
            "interrupt": lambda tx: _add(tx, self.session_id, Multitask.INTERRUPT),
            "end": lambda tx: runs.end_session(tx, WORKSPACE, self.session_id, at=NOON),
        }


DECISIVE = ("claim", "let go", "leave", "record", "finish", "cancel", "answer", "interrupt", "end")
ACTIONS = (*DECISIVE, "wait", "continue", "cancel next", "send")
RULES = QueueRules(limits=Limits(by_name={"executor:builtin": Limit(running=1)}))


def _claim(tx: Tx, worker: str) -> Sequence[Claim]:
    return claims.claim(
        tx, worker, limit=1000, clock=lambda: NOON, dispatch=Dispatch(limits=RULES.limits)
    )


def _add(tx: Tx, session_id: str, multitask: Multitask) -> Run:
    request = a_request(session_id=session_id, spec=AgentSpec(), multitask=multitask)
    id = f"run_{next(_numbers)}"
    return runs.add_run(tx, request, partial(plan_run, request, id=id, at=NOON, rules=RULES))


def set_up(engine: Engine) -> Case:
    number = next(_numbers)
    session = a_session(id=f"ses_{number}")

    def prepare(tx: Tx) -> tuple[Claim, Run]:
        tx.conn.execute(text("DELETE FROM jobs"))  # from earlier cases
        tx.conn.execute(text("DELETE FROM workers"))
        for worker in ("one", "two"):
            queue.register_worker(tx, f"{worker}_{number}", worker, at=NOON)
        sessions.add_session(tx, session)
        _add(tx, session.id, Multitask.ENQUEUE)
        (claim,) = _claim(tx, f"one_{number}")
        reply = a_reply("", a_call(), run_id=claim.run.id)
        queue.record(tx, claim, Progress(parts=[reply], status=Status.WAITING), at=NOON)
        queue.record(tx, claim, Progress(status=Status.RUNNING), at=NOON)
        return claim, _add(tx, session.id, Multitask.ENQUEUE)

    claim, queued = change(engine, prepare)
    return Case(
        session_id=session.id,
        worker=f"one_{number}",
        other=f"two_{number}",
        claim=claim,
        queued=queued,
    )


@contextmanager
def after_statement(conn: Connection, number: int, then: Callable[[], None]) -> Iterator[list[str]]:
    """Call `then` once, after the given number of statements on a connection."""
    seen: list[str] = []
    run_prepared = PreparedStatement.__call__

    def observe(_conn: Any, _cursor: Any, statement: str, *_: Any) -> None:
        seen.append(statement)
        if len(seen) == number:
            then()

    def prepared(self: PreparedStatement, on: Connection, values: Any) -> StatementResult:
        found = run_prepared(self, on, values)
        if on is conn:
            _ = found.rowcount  # waits until the database has executed it
            observe(on, None, "prepared statement")
        return found

    event.listen(conn, "after_cursor_execute", observe)
    try:
        with (
            pytest.MonkeyPatch.context() as patch
        ):  # prepared statements bypass SQLAlchemy's events
            patch.setattr(PreparedStatement, "__call__", prepared)
            yield seen
    finally:
        event.remove(conn, "after_cursor_execute", observe)


def interleaved(engine: Engine, first: Change, second: Change, position: int) -> bool:
    """Run the second change after a statement of the first; return False if it has fewer."""
    waits: list[Change] = []

    def interrupt() -> None:
        if not attempt(engine, second, lock_timeout="3ms"):
            waits.append(second)

    def watched(tx: Tx) -> Any:
        with after_statement(tx.conn, position, interrupt) as seen:
            try:
                result = first(tx)
                log.write_events(tx)
                tx.events.clear()
            finally:
                reached.append(len(seen))
        return result

    reached: list[int] = []
    done = attempt(engine, watched)
    assert done
    for late in waits:
        assert attempt(engine, late)
    return reached[-1] >= position


def check(engine: Engine, case: Case) -> None:
    """Check the invariants of all runs in a case."""
    with engine.connect() as conn:
        mine = tables.runs.c.session_id == case.session_id
        for row in conn.execute(select(tables.runs).where(mine)).mappings():
            _check_run(conn, rows.run_of(row))
        events = log.list_session_events(conn, case.session_id, after=0, limit=1000)
        assert [number for number, _ in events] == list(range(1, len(events) + 1))
        assert all(count <= 1 for count in limits.count_at_work(conn, resuming=False).values())
        lane = select(tables.jobs.c.ready).where(tables.jobs.c.lane == case.session_id)
        assert conn.execute(lane.order_by(tables.jobs.c.seq)).scalar() is not False


def _check_run(conn: Connection, run: Run) -> None:
    found = log.list_events(conn, run.id, after=0, limit=1000)
    types = [event.type for event in found]
    assert [event.seq for event in found] == list(range(1, len(found) + 1))
    assert [type for type in types if type in TERMINAL] == (
        types[-1:] if is_terminal(run.status) else []
    )
    indexes = [part.index for part in log.list_parts(conn, run.id)]
    assert indexes == list(range(len(indexes)))
    query = select(tables.jobs).where(tables.jobs.c.run_id == run.id)
    job = conn.execute(query).first()
    if is_terminal(run.status):
        assert job is None or (job.cancelled and job.worker is not None)
        return
    assert job is not None
    assert not job.cancelled
    assert (run.status is Status.QUEUED) == (job.worker is None)
    assert run.attempt == job.attempt
    assert job.last_event == len(found)


@pytest.mark.slow
@pytest.mark.parametrize("first", ACTIONS)
def test_runs_stay_consistent_when_two_transactions_interleave(engine: Engine, first: str) -> None:
    for second in DECISIVE:
        position = 1
        while True:
            case = set_up(engine)
            more = interleaved(engine, case.actions[first], case.actions[second], position)
            try:
                check(engine, case)
            except AssertionError as broken:
                broken.add_note(f"{second!r} after statement {position} of {first!r}")
                raise
            if not more:
                break
            position += 1


def test_runs_of_one_trigger_are_numbered_in_commit_order(engine: Engine) -> None:
    number = next(_numbers)
    worker, trigger_id = f"one_{number}", f"trg_{number}"

    def prepare(tx: Tx) -> None:
        tx.conn.execute(text("DELETE FROM jobs"))
        queue.register_worker(tx, worker, worker, at=NOON)
        triggers.add(tx, a_trigger(id=trigger_id))

    def run_now(key: str) -> Change:
        occurrence = Occurrence(trigger_id=trigger_id, key=key, at=NOON, lane=trigger_id)
        id = f"run_{next(_numbers)}"
        return lambda tx: runs.add_run(
            tx,
            a_request(),
            partial(plan_run, a_request(), id=id, at=NOON),
            occurrence=occurrence,
        )

    def run_and_claim(tx: Tx) -> None:
        run_now(f"inner-{next(_numbers)}")(tx)
        claims.claim(tx, worker, limit=1000, clock=lambda: NOON)

    change(engine, prepare)
    position = 1
    while interleaved(engine, run_now(f"outer-{position}"), run_and_claim, position):
        change(engine, lambda tx: claims.claim(tx, worker, limit=1000, clock=lambda: NOON))
        with engine.connect() as conn:
            held = conn.execute(select(tables.jobs.c.seq, tables.jobs.c.worker)).all()
        assert [job.worker is not None for job in sorted(held)] == [True, False]
        change(engine, lambda tx: tx.conn.execute(text("DELETE FROM jobs")))
        position += 1
    assert position > 5
