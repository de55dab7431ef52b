"""Copy the rows of the demo world into a workspace, in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from runwhy.ports import TIMERS_TOPIC, TRIGGERS_TOPIC, Claim
from runwhy.stores.archive import workspace_import
from runwhy.stores.archive.archive_layout import SECTIONS
from runwhy.stores.archive.archives import Line
from runwhy.stores.runs import claims
from runwhy.stores.sql.dialect import Tx

# All other sections configure a workspace, or hold finished work.
COPIED = frozenset(
    {
        *("sessions", "session_counters", "command_settings", "runs", "run_texts", "parts"),
        *("events", "entries", "agent_sessions", "approvals", "blocks", "block_events", "timers"),
        *("triggers", "occurrences", "hook_deliveries", "channel_sessions", "replies"),
        *("subscriptions", "outgoing", "jobs"),
        *("agents", "agent_versions", "memory_spaces", "memories", "memory_recalls"),
    }
)
GAP = 10_000  # numbers left free for concurrent inserts
BATCH = 1000

Rows = Sequence[Sequence[Line]]


def read_rows(tx: Tx, workspace: int) -> Rows:
    """Read the rows of all copied sections, in insert order."""
    found = []
    for section in SECTIONS:
        if section.name in COPIED:
            names = [column.name for column in section.columns]
            rows = section.rows(tx.conn, workspace, lambda steps: None)
            lines = [Line(section.name, names, list(row.values())) for row in rows]
            found += [lines[at : at + BATCH] for at in range(0, len(lines), BATCH)]
    return found


def write_rows(tx: Tx, rows: Rows, workspace: int, *, worker: str, at: datetime) -> list[Claim]:
    """Insert the rows, and claim the queued runs for `worker`.

    Claiming in the same transaction keeps other workers from starting these runs.
    """
    move = workspace_import.Move(
        id="demo", workspace=workspace, shift=workspace_import.shift_of(tx.conn) + GAP
    )
    for lines in rows:
        workspace_import.add_rows(tx, move, lines)
    tx.dialect.advance_sequences(tx.conn)
    tx.notify(TRIGGERS_TOPIC)
    tx.notify(TIMERS_TOPIC)
    queued = [
        str(dict(zip(line.columns, line.values, strict=True))["run_id"])
        for lines in rows
        for line in lines
        if line.section == "jobs"
    ]
    taken = [claims.take(tx, run_id, worker, at) for run_id in queued]
    return [claim for claim in taken if claim is not None]
