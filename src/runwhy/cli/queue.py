"""`runwhy queue` and `runwhy workers`: waiting runs with their reasons, and the servers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

import runwhy
from runwhy.cli.commands import Result, client_command, result_command, table
from runwhy.cli.output import column_time, paint_status
from runwhy.cli.runs import MAX_QUEUED, cancel_runs, runs_argument
from runwhy.core.agents.approval_text import summarize
from runwhy.wire.queue import QueuedRun, Worker


@click.group()
def queue() -> None:
    """List and cancel queued and active runs."""


@queue.command("list")
@result_command
def list_queue(client: runwhy.Client) -> Result:
    """List queued runs with the reason, then running and waiting runs.

    \b
    runwhy queue list
    """
    queued = client.get_queue(limit=MAX_QUEUED).waiting
    rows = [_queued_row(one) for one in queued]
    objects: list[object] = [{**one.run.raw, "waitsFor": one.waits_for.raw} for one in queued]
    asked = _asked(client)
    for status in ("running", "waiting"):
        for run in client.list_runs(status=status, limit=200).runs:
            reason = asked.get(run.id, "")
            rows.append((run.id, run.status, reason, run.task, column_time(run.started_at)))
            objects.append(run)
    head = ("RUN", "STATUS", "WAITS FOR", "TASK", "SINCE")
    shown = table(head, rows, lambda row: row, paint_status)
    return Result(objects, shown.show)


def _asked(client: runwhy.Client) -> Mapping[str | None, str]:
    """Return why started runs wait: for approvals, or for results of client tools."""
    calls = {
        one.run_id: f"the result of {(one.asked or {}).get('tool')}"
        for one in client.iter_inbox(kind="client_tool")
        if one.answer is None
    }
    approvals = {
        one.run_id: f"approval: {summarize(one.asked or {})}"
        for one in client.iter_inbox(kind="approval")
        if one.answer is None
    }
    return calls | approvals


def _queued_row(one: QueuedRun) -> tuple[str, ...]:
    return one.run.id, one.run.status, one.waits_for.text, one.run.task, column_time(one.since)


@queue.command("cancel")
@runs_argument
@client_command
def cancel_queued(client: runwhy.Client, run_ids: Sequence[str]) -> None:
    """Cancel queued or active runs.

    \b
    runwhy queue cancel run_01k9…
    """
    cancel_runs(client, run_ids)


@click.group()
def workers() -> None:
    """List the servers that execute runs."""


@workers.command("list")
@result_command
def list_workers(client: runwhy.Client) -> Result:
    """List the servers that execute runs, and what each works on.

    \b
    runwhy workers list
    """
    head = ("WORKER", "NAME", "STATUS", "SLOTS", "STARTED", "RUNS")
    return table(head, client.list_workers(), _worker_row, paint_status)


def _worker_row(worker: Worker) -> tuple[str, ...]:
    slots = f"{worker.busy} of {worker.slots}" if worker.slots else str(worker.busy)
    status = "alive" if worker.alive else "no heartbeat"
    runs = " ".join(run.id for run in worker.runs)
    return worker.id, worker.name, status, slots, column_time(worker.started_at), runs
