"""Ends of runs in SQL: the final status, the terminal event and their effects."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, insert, literal_column, update

from runwhy.core.queries.field_values import searched_too
from runwhy.core.runs.events import terminal_event
from runwhy.core.runs.run import Outcome, Run, Status, is_terminal, statuses_before
from runwhy.core.runs.usage import usage_of
from runwhy.errors import Conflict
from runwhy.ports import inbox_topics, workspace_topic
from runwhy.stores import tables
from runwhy.stores.budgets import settlements
from runwhy.stores.runs import entries
from runwhy.stores.sessions import blocks, timers
from runwhy.stores.sql import log, rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.prepared_statements import PreparedStatement
from runwhy.stores.triggers import channels, subscriptions

_runs, _texts = tables.runs, tables.run_texts

_ADD_END = PreparedStatement(insert(tables.run_ends), "run_seq")
_END_TEXT = PreparedStatement(
    update(_texts)
    .where(_texts.c.seq == bindparam("of_seq"))
    .values(text=_texts.c.text + bindparam("more"))
)


def _end_statement(status: Status) -> PreparedStatement:
    allowed = _runs.c.status.in_([literal_column(f"'{b}'") for b in statuses_before(status)])
    names = (
        *("finished_at", "final_text", "failure", "failure_reason", "error", "rolled_back"),
        *("model", "model_id"),
        *("turns", "input_tokens", "cached_tokens", "cache_write_tokens", "reasoning_tokens"),
        *("output_tokens", "cost", "unpriced_calls", "first_token"),
    )
    values = {name: bindparam(name, type_=_runs.c[name].type) for name in names}
    changed = update(_runs).where(_runs.c.id == bindparam("of_run"), allowed)
    return PreparedStatement(changed.values(status=bindparam("new_status"), **values))


_END_RUN = {status: _end_statement(status) for status in Status if is_terminal(status)}


def end_run(
    tx: Tx,
    run: Run,
    outcome: Outcome,
    *,
    at: datetime,
    last_event: int,
    roll_back: bool = False,
    notify: bool = True,
    is_held: bool = False,
    reserved: str = "",
) -> None:
    """Write the final status and the terminal event, once, and close the run's open entries.

    Their events come before the terminal one, which then has a later number than `last_event`.
    Without `notify`, subscriptions and follow-ups ignore the end. If the run `is_held`, a worker
    still executes it. `reserved` is the column of its job.
    """
    values = {**_end_values(run, outcome, at), "rolled_back": roll_back}
    ended = _END_RUN[outcome.status](
        tx.conn, {"of_run": run.id, "new_status": outcome.status.value, **values}
    )
    if ended.rowcount != 1:
        raise Conflict(f"the run {run.id} cannot change to {outcome.status}")
    _ADD_END(tx.conn, {"run_seq": run.seq})
    blocks.release(tx, run, roll_back=roll_back)
    if more := searched_too(outcome.text):
        _END_TEXT(tx.conn, {"of_seq": run.seq, "more": more})
    events = [*entries.close_open(tx, run.id), terminal_event(run, outcome)]
    log.add_events(tx, log.event_position(run, last_event + len(events) - 1), events, at)
    log.add_usage(tx, run, outcome)
    if run.budgets:
        settlements.queue_end(tx, run, usage_of(outcome), reserved, at=at, is_held=is_held)
    channels.make_reply_due(tx, run, at)
    timers.wake_deferred(tx, run)
    tx.notify(workspace_topic(run.workspace))
    if outcome.status is not Status.SUCCEEDED or run.origin.trigger_id is not None:
        tx.notify(*inbox_topics(run.workspace))
    if notify:
        subscriptions.record_end(tx, run, outcome)


def end_import_again(tx: Tx, run: Run, outcome: Outcome, *, at: datetime) -> None:
    """Update the end of an imported run whose history has grown; its events stay unchanged."""
    entries.close_open(tx, run.id)
    values = {"status": outcome.status.value, **_end_values(run, outcome, at)}
    tx.conn.execute(update(_runs).where(_runs.c.id == run.id).values(values))
    _ADD_END(tx.conn, {"run_seq": run.seq})
    if more := searched_too(outcome.text):
        _END_TEXT(tx.conn, {"of_seq": run.seq, "more": more})


def _end_values(run: Run, outcome: Outcome, at: datetime) -> dict[str, object]:
    failure, model = outcome.failure, outcome.model
    return {
        "finished_at": rows.to_ms(at),
        "final_text": outcome.text,
        "failure": rows.to_json(failure) if failure else None,
        "failure_reason": outcome.reason or (failure.message if failure else None),
        "error": failure.kind if failure else None,
        "model": rows.to_json(model) if model else None,
        "model_id": model.id if model else run.spec.model_id,
        "turns": outcome.turns,
        "input_tokens": outcome.tokens.input,
        "cached_tokens": outcome.tokens.cached,
        "cache_write_tokens": outcome.tokens.cache_write,
        "reasoning_tokens": outcome.tokens.reasoning,
        "output_tokens": outcome.tokens.output,
        "cost": outcome.cost.picos,
        "unpriced_calls": outcome.cost.unpriced_calls,
        "first_token": outcome.first_token_ms,
    }
