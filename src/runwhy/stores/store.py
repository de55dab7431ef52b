"""The SQL store: its operations, each of which is one transaction of a function with statements."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, text

from runwhy.core.requests.plan import Plan, PlanInputs, RunRequest
from runwhy.core.sessions.timers import Timer
from runwhy.core.triggers.trigger import Occurrence
from runwhy.ports import Claim, IdempotencyKey
from runwhy.stores.accounts import accounts, audit, erasure_receipts, idempotency
from runwhy.stores.erasure import retention, run_erasure
from runwhy.stores.erasure.erasure_steps import ErasureSteps
from runwhy.stores.memory import memories
from runwhy.stores.runs import approvals, entries, history_import, queue, runs
from runwhy.stores.search import counts, histograms, pack_writer, run_search
from runwhy.stores.sessions import blocks, lists, sessions, timers, unread
from runwhy.stores.sql import log, migration
from runwhy.stores.sql.operations import finds, reads, writes, writes_patiently
from runwhy.stores.triggers import (
    channels,
    occurrences,
    outgoing_deliveries,
    replies,
    rewinds,
    subscriptions,
    triggers,
    webhook_deliveries,
)


def _ping(conn: Connection) -> None:
    """Check that the database answers."""
    conn.execute(text("SELECT 1"))


def _given_id(workspace: int, id: str, *_: object, **__: object) -> str:
    return id


def _given_session(session_id: str, *_: object, **__: object) -> str:
    return session_id


def _session_of_timer(timer: Timer, *_: object, **__: object) -> str:
    return timer.session_id


def _lane_of_claim(claim: Claim, *_: object, **__: object) -> str:
    return claim.run.session_id or claim.run.id


def _locked_by_run(
    request: RunRequest,
    decide: Callable[[PlanInputs], Plan],
    *,
    once: IdempotencyKey | None = None,
    occurrence: Occurrence | None = None,
) -> str | None:
    """Return what a new run locks: its session, its trigger, or its idempotency key."""
    if request.session_id is not None:
        return request.session_id
    if occurrence is not None and (occurrence.planned_at is not None or occurrence.lane):
        return occurrence.trigger_id
    return f"{request.workspace} {once.route} {once.key}" if once is not None else None


class SqlStore(ErasureSteps):
    """Store in a SQL database; `SqliteStore` and `PostgresStore` add the connection handling.

    A write that locks rows names what it locks with `key`.
    """

    ping = reads(_ping, check=True)

    # Workspaces, keys, sign-ins, agents, the audit log and saved views
    get_workspace = reads(accounts.get_workspace)
    list_workspaces = reads(accounts.list_workspaces)
    add_workspace = writes(accounts.add_workspace)
    add_key = writes(accounts.keys.add)
    find_key = reads(accounts.find_key)
    list_keys = reads(accounts.list_keys)
    remove_key = writes(accounts.remove_key)
    rotate_key = writes(accounts.rotate_key)
    add_sign_in = writes(accounts.add_sign_in)
    find_sign_in = reads(accounts.find_sign_in)
    record_sign_in_use = writes(accounts.record_sign_in_use)
    remove_sign_in = writes(accounts.remove_sign_in)
    forget_sign_ins = writes(accounts.forget_sign_ins)
    has_keys = reads(accounts.has_keys)
    add_agent = writes(accounts.agents.add)
    get_agent = reads(accounts.agents.get)
    list_agents = reads(accounts.agents.list)
    change_agent = writes(accounts.agents.change)
    remove_agent = writes(accounts.agents.remove)
    server_secret = writes(accounts.server_secret)
    forget_answers = writes(idempotency.forget_answers)
    list_audit = reads(audit.list_audit)
    note_change = writes(audit.note_change)
    add_saved_view = writes(accounts.saved_views.add)
    list_saved_views = reads(accounts.saved_views.list)
    remove_saved_view = writes(accounts.saved_views.remove)

    # Commands in terminals
    save_block = writes(blocks.save, key=lambda block, *_, **__: block.session_id)
    get_block = finds(blocks.get)
    list_blocks = finds(blocks.list_blocks)
    pending_blocks = finds(blocks.pending)
    remove_pending = writes(blocks.remove_pending, key=_given_session)
    set_attach = writes(blocks.set_attach, key=_given_session)
    end_running_blocks = writes(blocks.end_running)

    # Transcripts, approvals and imported histories
    list_entries = reads(entries.list_entries)
    entry_sizes = finds(entries.entry_sizes)
    get_agent_session = reads(entries.get_session)
    list_approvals = reads(approvals.list_approvals)
    get_approval = reads(approvals.get)
    decide_approval = writes(approvals.decide, key=lambda run, *_, **__: run.session_id or run.id)
    find_history = reads(history_import.find)
    write_history = writes(history_import.write)

    # Erasures and retention rules
    count_runs = finds(run_erasure.count_runs)
    preview_erasure = finds(run_erasure.preview)
    add_erasure = writes(erasure_receipts.add)
    get_erasure = reads(erasure_receipts.get)
    list_erasures = reads(erasure_receipts.list_erasures)
    unfinished_erasures = reads(erasure_receipts.unfinished)
    add_retention_rule = writes(retention.add)
    get_retention_rule = reads(retention.rules.get)
    change_retention_rule = writes(retention.rules.change)
    list_retention_rules = reads(retention.list_rules)
    remove_retention_rule = writes(retention.rules.remove)
    note_applied = writes(retention.note_applied)

    # Memories
    add_memory = writes(memories.add)
    get_memory = finds(memories.get)
    list_memories = finds(memories.list_memories)
    change_memory = writes(memories.change)
    remove_memory = writes(memories.remove)
    forget_memories = writes(memories.forget)
    find_memories = finds(memories.find)
    memory_vectors = finds(memories.vectors)
    set_memory_vectors = writes(memories.set_vectors)

    # The durable queue
    register_worker = writes(queue.register_worker, check=True)
    heartbeat = writes(queue.heartbeat, check=True)
    deregister_worker = writes(queue.deregister_worker)
    claim = writes(queue.claim)
    held = reads(queue.held)
    reap = writes(queue.reap)
    release = writes_patiently(queue.release, key=lambda hold: hold.run_id)
    record = writes_patiently(queue.record, key=_lane_of_claim)
    finish = writes_patiently(queue.finish, key=_lane_of_claim)
    is_outdated = finds(migration.is_outdated, check=True)
    queue_depth = reads(queue.queue_depth)

    # Runs, their log and their events
    add_run = writes(runs.add_run, key=_locked_by_run)
    get_run = reads(runs.get_run)
    list_runs = finds(run_search.list_runs)
    cancel_run = writes(runs.cancel_run, key=_given_id)
    answer_tool = writes(runs.answer_tool, key=lambda workspace, run_id, *_, **__: run_id)
    list_events = reads(log.list_events)
    last_event = reads(log.last_event)
    list_session_events = reads(log.list_session_events)
    last_session_event = reads(log.last_session_event)
    list_parts = reads(log.list_parts)
    list_turns = reads(log.list_turns)

    # Counts of runs
    count_values = finds(counts.facet)
    count_keys = finds(counts.keys)
    count_over_time = finds(histograms.histogram)
    pack_backlog = reads(pack_writer.backlog)

    # Sessions and their timers
    add_session = writes(sessions.add_session)
    get_session = finds(sessions.get)
    list_sessions = finds(lists.list_sessions)
    patch_session = writes(sessions.patch_session, key=_given_id)
    count_unread = reads(unread.unread)
    mark_read = writes(unread.mark_read, key=_given_id)
    end_session = writes(runs.end_session, key=_given_id)
    add_timer = writes(timers.add, key=_session_of_timer)
    get_timer = reads(timers.get)
    list_timers = reads(timers.list_timers)
    list_due_timers = reads(timers.list_due)
    next_timer = reads(timers.next_due)
    defer_timer = writes(timers.defer)
    settle_timer = writes(timers.settle, key=_session_of_timer)
    follow_ups = reads(timers.count_follow_ups)

    # Subscriptions and outgoing deliveries
    add_subscription = writes(subscriptions.subscriptions.add)
    get_subscription = reads(subscriptions.subscriptions.get)
    list_subscriptions = reads(subscriptions.subscriptions.list)
    change_subscription = writes(subscriptions.change)
    remove_subscription = writes(subscriptions.remove)
    list_ended = reads(outgoing_deliveries.list_ended)
    settle_ended = writes(outgoing_deliveries.settle)
    claim_outgoing = writes(outgoing_deliveries.claim)
    note_attempt = writes(outgoing_deliveries.note_attempt)
    next_outgoing = reads(outgoing_deliveries.next_due)
    get_outgoing = reads(outgoing_deliveries.get)
    list_outgoing = reads(outgoing_deliveries.list_outgoing)

    # Triggers, occurrences, webhook deliveries and channels
    add_trigger = writes(triggers.add)
    get_trigger = reads(triggers.triggers.get)
    find_trigger = reads(triggers.find)
    list_triggers = reads(triggers.triggers.list)
    list_triggers_of = reads(triggers.list_of_kind)
    change_trigger = writes(triggers.change, key=_given_id)
    remove_trigger = writes(triggers.remove, key=_given_id)
    list_due = reads(triggers.list_due)
    next_due = reads(triggers.next_due)
    list_triggers_written_after = reads(rewinds.list_written_after)
    rewind_trigger = writes(rewinds.rewind)
    pass_over = writes(rewinds.pass_over)
    trigger_past = reads(triggers.past)
    skip_occurrence = writes(triggers.skip, key=lambda occurrence: occurrence.trigger_id)
    find_occurrence = reads(occurrences.find)
    list_occurrences = reads(occurrences.list_occurrences)
    newest_occurrences = reads(occurrences.newest)
    add_delivery = writes(webhook_deliveries.add)
    get_delivery = reads(webhook_deliveries.get)
    list_deliveries = reads(webhook_deliveries.list_deliveries)
    list_replies = reads(replies.list_open)
    next_reply = reads(replies.next_due)
    note_reply = writes(replies.note)
    find_reply = reads(replies.find_said)
    move_cursor = writes(channels.move_cursor)
    get_channel_session = reads(channels.get_session)
    set_channel_session = writes(channels.set_session)
    hold_lease = writes(channels.hold_lease)
    drop_lease = writes(channels.drop_lease)
