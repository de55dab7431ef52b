"""The SQL store: its operations, each of which is one transaction of a function with statements."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, text

from runwhy.core.erasure import Erasure, Phase
from runwhy.core.requests.plan import Plan, PlanInputs, RunRequest
from runwhy.core.sessions.timers import Timer
from runwhy.core.triggers.trigger import Occurrence
from runwhy.ports import Claim, IdempotencyKey
from runwhy.stores.accounts import accounts, audit, erasure_receipts, idempotency
from runwhy.stores.alerts import alerts, measurements
from runwhy.stores.budgets import budget_notices, budgets, reservations, settlements, usage
from runwhy.stores.erasure import retention, run_erasure, session_erasure
from runwhy.stores.inbox import dismissals, findings, history, notices
from runwhy.stores.memory import memories
from runwhy.stores.runs import (
    approvals,
    claims,
    continuations,
    engine_jobs,
    entries,
    history_import,
    lanes,
    limits,
    queue,
    queue_state,
    runs,
)
from runwhy.stores.search import (
    aggregates,
    counts,
    histograms,
    run_search,
    sorted_runs,
)
from runwhy.stores.search.pack_store import PackStore
from runwhy.stores.sessions import blocks, lists, sessions, timers, turns
from runwhy.stores.sql import log, migration
from runwhy.stores.sql.operations import finds, reads, writes, writes_patiently
from runwhy.stores.triggers import activity, channels, occurrences, subscriptions, triggers


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
    """Return the lock of a new run: its session, its trigger, or its idempotency key."""
    if request.session_id is not None:
        return request.session_id
    if occurrence is not None and (occurrence.planned_at is not None or occurrence.lane):
        return occurrence.trigger_id
    return f"{request.workspace} {once.route} {once.key}" if once is not None else None


class SqlStore(PackStore):
    """Store in a SQL database; `SqliteStore` and `PostgresStore` add the connection handling.

    A write that locks rows names the lock with `key`.
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
    change_key = writes(accounts.change_key)
    add_sign_in = writes(accounts.add_sign_in)
    find_sign_in = reads(accounts.find_sign_in)
    record_sign_in_use = writes(accounts.record_sign_in_use)
    remove_sign_in = writes(accounts.remove_sign_in)
    forget_sign_ins = writes(accounts.forget_sign_ins)
    has_keys = reads(accounts.has_keys)
    add_agent = writes(accounts.agents.add)
    get_agent = reads(accounts.agents.get)
    find_expired_owners = reads(accounts.find_expired_owners)
    disable_expired_subscriptions = writes(accounts.disable_expired_subscriptions)
    list_agents = reads(accounts.agents.list)
    list_agent_versions = reads(accounts.agents.list_versions)
    change_agent = writes(accounts.agents.change)
    remove_agent = writes(accounts.agents.remove)
    server_secret = writes(accounts.server_secret)
    forget_answers = writes(idempotency.forget_answers)
    list_audit = reads(audit.list_audit)
    note_change = writes(audit.note_change)
    add_saved_view = writes(accounts.saved_views.add)
    list_saved_views = reads(accounts.saved_views.list)
    change_saved_view = writes(accounts.saved_views.change)
    remove_saved_view = writes(accounts.saved_views.remove)

    # Budgets and their use
    used_before = finds(budgets.used_before)
    add_budget = writes(budgets.add_budget)
    get_budget = reads(budgets.budgets.get)
    list_budgets = reads(budgets.list_budgets)
    change_budget = writes(budgets.change_budget)
    remove_budget = writes(budgets.remove_budget)
    budget_usage = reads(usage.usage_now)
    list_budget_periods = reads(usage.list_periods)
    note_refusal = writes(usage.note_refusal)
    reserve = writes_patiently(queue.reserve, key=_lane_of_claim)
    check_usage = writes_patiently(reservations.check_usage, key=_lane_of_claim)
    settle_estimate = writes_patiently(settlements.settle_estimate, key=_lane_of_claim)
    list_past_runs = finds(budgets.list_past_runs)
    list_budget_events = reads(budget_notices.list_events)
    list_budget_notices = reads(budget_notices.list_notices)
    run_usages = finds(reservations.usages)

    # Alerts, their states and measurements
    add_alert = writes(alerts.add_alert)
    get_alert = reads(alerts.alerts.get)
    list_alerts = reads(alerts.alerts.list)
    change_alert = writes(alerts.change_alert)
    remove_alert = writes(alerts.remove_alert)
    alert_states = reads(alerts.alert_states)
    list_alert_events = reads(alerts.list_alert_events)
    list_open_alerts = reads(alerts.list_open_alerts)
    alert_signature = reads(alerts.alert_signature)
    list_watched = reads(alerts.list_watched)
    settle_alerts = writes(alerts.settle_alerts)
    note_measured = writes(alerts.note_measured)
    list_ended_matches = finds(measurements.list_ended_matches)
    list_created_matches = finds(measurements.list_created_matches)
    list_asked = finds(measurements.list_asked)
    newest_created = finds(measurements.newest_created)
    new_runs = finds(measurements.new_runs)
    list_open_approvals = finds(measurements.list_open_approvals)

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

    # The inbox
    list_waiting = reads(findings.list_waiting)
    list_decided = reads(findings.list_decided)
    list_suspects = reads(findings.list_suspects)
    list_crashed = reads(findings.list_crashed)
    list_failed_deliveries = reads(findings.list_failed_deliveries)
    list_failed_replies = reads(findings.list_failed_replies)
    find_idle_queue = finds(findings.find_idle_queue)
    list_dismissals = reads(dismissals.list_dismissals)
    dismiss_item = writes(dismissals.dismiss_item)
    list_seen = reads(history.list_seen)
    note_seen = writes(history.note_seen)
    list_inbox_subscriptions = reads(notices.list_inbox_subscriptions)
    list_open_notices = reads(notices.list_open_notices)
    open_notice = writes(notices.open_notice)
    close_notice = writes(notices.close_notice)
    get_notice = reads(notices.get_notice)
    list_due_notices = reads(notices.list_due_notices)
    next_notice = reads(notices.next_notice)
    note_notice = writes(notices.note_notice)
    decide_by_notice = writes(
        notices.decide_by_notice, key=lambda _, __, run, *___: run.session_id or run.id
    )

    # Erasures and retention rules
    erase_content = writes(run_erasure.erase_content)
    count_runs = finds(run_erasure.count_runs)
    preview_erasure = finds(run_erasure.preview)
    add_erasure = writes(erasure_receipts.add)
    get_erasure = reads(erasure_receipts.get)
    list_erasures = reads(erasure_receipts.list_erasures)
    unfinished_erasures = reads(erasure_receipts.unfinished)
    add_retention_rule = writes(retention.rules.add)
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
    list_recalls = finds(memories.list_recalls)
    list_memory_namespaces = finds(memories.list_namespaces)
    find_memories = finds(memories.find)
    memory_vectors = finds(memories.vectors)
    set_memory_vectors = writes(memories.set_vectors)

    # The durable queue
    register_worker = writes(queue.register_worker, check=True)
    heartbeat = writes(queue.heartbeat, check=True)
    deregister_worker = writes(queue.deregister_worker)
    regroup = writes(lanes.regroup)
    claim = writes(claims.claim, shared=True)
    dispatch = writes(engine_jobs.dispatch, shared=True)
    take_due = writes(engine_jobs.take_due)
    claim_run = writes_patiently(engine_jobs.claim_run, key=lambda call, *_, **__: call.lane)
    suspend = writes_patiently(engine_jobs.suspend, key=lambda hold, *_, **__: hold.run_id)
    hand_back = writes_patiently(engine_jobs.hand_back, key=lambda hold, **_: hold.run_id)
    drop_cancelled = writes(engine_jobs.drop_cancelled)
    take_back = writes(engine_jobs.take_back)
    recall = writes(engine_jobs.recall)
    lost_invocations = finds(engine_jobs.lost_invocations)
    outbox_state = finds(engine_jobs.outbox_state)
    set_idle = writes(limits.set_idle, key=lambda hold: hold.run_id)
    end_idle = writes(limits.end_idle, key=lambda hold, *_, **__: hold.run_id)
    held = reads(queue.held)
    reap = writes(queue.reap)
    release = writes_patiently(queue.release, key=lambda hold: hold.run_id)
    record = writes_patiently(queue.record, key=_lane_of_claim)
    finish = writes_patiently(queue.finish, key=_lane_of_claim)
    is_outdated = finds(migration.is_outdated, check=True)
    queue_depth = reads(queue.queue_depth)
    list_queued = reads(queue_state.list_queued)
    limit_use = finds(limits.read_use)
    list_waiting_groups = reads(queue_state.list_waiting_groups)
    list_workers = finds(queue_state.list_workers)
    count_waiting = reads(queue.count_waiting)

    # Runs, their log and their events
    add_run = writes(runs.add_run, key=_locked_by_run, shared=True)
    get_run = reads(runs.get_run)
    list_continuations = reads(continuations.list_continuations)
    list_runs = finds(run_search.list_runs)
    find_runs = finds(run_search.find_runs, short=run_search.find_few_runs)
    find_keys = finds(run_search.find_keys)
    list_sorted_runs = finds(sorted_runs.list_sorted_runs)
    cancel_run = writes(runs.cancel_run, key=_given_id)
    answer_tool = writes(runs.answer_tool, key=lambda workspace, run_id, *_, **__: run_id)
    list_events = reads(log.list_events)
    last_event = reads(log.last_event)
    list_session_events = reads(log.list_session_events)
    last_session_event = reads(log.last_session_event)
    list_parts = reads(log.list_parts)
    list_turns = reads(turns.list_turns)
    list_earlier_turns = finds(turns.list_earlier_turns)

    # Counts of runs
    count_values = finds(counts.facet)
    count_keys = finds(counts.keys)
    count_over_time = finds(histograms.histogram)
    aggregate_runs = finds(aggregates.aggregate)

    # Sessions and their timers
    add_session = writes(sessions.add_session)
    get_session = finds(sessions.get)
    list_sessions = finds(lists.list_sessions)
    patch_session = writes(sessions.patch_session, key=_given_id)
    count_unread = reads(sessions.unread)
    session_usage = reads(sessions.usage)
    mark_read = writes(sessions.mark_read, key=_given_id)
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
    change_subscription = writes(subscriptions.subscriptions.change)
    remove_subscription = writes(subscriptions.remove_subscription)
    list_ended = reads(subscriptions.list_ended)
    settle_ended = writes(subscriptions.settle_ended, shared=True)
    claim_outgoing = writes(subscriptions.claim_outgoing)
    note_attempt = writes(subscriptions.note_attempt)
    next_outgoing = reads(subscriptions.next_outgoing)
    get_outgoing = reads(subscriptions.get_outgoing)
    list_outgoing = reads(subscriptions.list_outgoing)

    # Triggers, occurrences, webhook deliveries and channels
    add_trigger = writes(triggers.triggers.add)
    get_trigger = reads(triggers.triggers.get)
    find_trigger = reads(triggers.find)
    list_triggers = reads(triggers.triggers.list)
    list_triggers_of = reads(triggers.list_of_kind)
    change_trigger = writes(triggers.triggers.change, key=_given_id)
    remove_trigger = writes(triggers.remove, key=_given_id)
    list_due = reads(triggers.list_due)
    next_due = reads(triggers.next_due)
    list_triggers_written_after = reads(triggers.list_written_after)
    rewind_trigger = writes(triggers.rewind)
    pass_over = writes(triggers.pass_over)
    trigger_past = reads(triggers.past)
    list_activity = finds(activity.list_activity)
    skip_occurrence = writes(triggers.skip, key=lambda occurrence: occurrence.trigger_id)
    find_occurrence = reads(occurrences.find)
    list_occurrences = reads(occurrences.list_occurrences)
    newest_occurrences = reads(occurrences.newest)
    add_delivery = writes(occurrences.add_delivery)
    get_delivery = reads(occurrences.get_delivery)
    list_deliveries = reads(occurrences.list_deliveries)
    list_replies = reads(channels.list_replies)
    next_reply = reads(channels.next_reply)
    note_reply = writes(channels.note_reply)
    find_reply = reads(channels.find_reply)
    move_cursor = writes(channels.move_cursor)
    get_channel_session = reads(channels.get_session)
    set_channel_session = writes(channels.set_session)
    hold_lease = writes(channels.hold_lease)
    drop_lease = writes(channels.drop_lease)

    # The steps of an erasure
    _find_runs = finds(run_erasure.find_runs)
    _erase_runs = writes(run_erasure.erase_batch)
    _find_sessions = finds(session_erasure.find)
    _erase_sessions = writes(session_erasure.erase_batch)
    _save_erasure = writes(erasure_receipts.save)

    async def advance_erasure(self, erasure: Erasure, *, limit: int, at: datetime) -> Erasure:
        """Erase the next batch, and return the updated receipt."""
        scope, page = (erasure.workspace, erasure.parsed_query), (limit, erasure.place)
        match erasure.phase:
            case Phase.RUNS:
                runs = await self._find_runs(*scope, erasure.mode, *page)
                return await self._erase_runs(erasure, runs, at)
            case Phase.SESSIONS:
                found = await self._find_sessions(*scope, *page)
                return await self._erase_sessions(erasure, found, at)
            case _:
                return await self._finish_erasure(erasure, at)

    async def _finish_erasure(self, erasure: Erasure, at: datetime) -> Erasure:
        if await self.rewrite_erased_pack(erasure.workspace):
            return erasure
        if await self.write(lambda tx: tx.dialect.merge_indexes(tx.conn)):
            return erasure
        await self._truncate_wal()
        done = replace(erasure, phase=Phase.DONE, finished_at=at)
        await self._save_erasure(done)
        await self._truncate_wal()  # the receipt may have lost its query
        return done

    @abstractmethod
    async def _truncate_wal(self) -> None:
        """Remove erased data from the write-ahead log, if the store manages one."""
