"""Activity of triggers in SQL: their newest runs, last firing, and the skipped firings since."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Set
from dataclasses import replace
from operator import itemgetter
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, func, select

from runwhy.core.runs.run import Status
from runwhy.core.triggers.health import MAX_RECENT, Activity
from runwhy.core.triggers.trigger import CANNOT_START, OccurrenceStatus, TriggeredRun
from runwhy.stores import tables
from runwhy.stores.sql.dialect import Dialect, Tx
from runwhy.stores.sql.rows import maybe_time
from runwhy.stores.triggers.occurrences import occurrences, read_run, run_columns

_triggers, _runs, _occurrences = tables.triggers, tables.runs, tables.occurrences


class _Origin(msgspec.Struct):
    """The part of an origin that health needs."""

    facts: dict[str, Any] = {}


_origin = msgspec.json.Decoder(_Origin)


def list_activity(tx: Tx, workspace: int, id: str | None = None) -> Mapping[str, Activity]:
    """Return the activity of all triggers of a workspace, or of one, by trigger id.

    These are two statements, whatever the number of triggers.
    """
    mine = _triggers.c.workspace == workspace
    if id is not None:
        mine &= _triggers.c.id == id
    firings = tx.conn.execute(_firings(tx.dialect, mine)).mappings().all()
    recent = _recent_by_trigger(tx, mine, {row["run_id"] for row in firings})
    return {
        row["of_trigger"]: Activity(
            recent=recent[row["of_trigger"]],
            fired=None if row["seq"] is None else occurrences.read(row),
            missed=int(row["missed"] or 0),
            **_blocked(row),
        )
        for row in firings
    }


def _blocked(row: Mapping[Any, Any]) -> dict[str, Any]:
    """Return why the last planned time could not start a run, if it could not, and since when."""
    reason = row["last_reason"] or ""
    if not reason.startswith(CANNOT_START):
        return {}
    return {
        "start_error": reason.removeprefix(CANNOT_START),
        "blocked_since": maybe_time(row["blocked_since"]),
    }


def _recent_by_trigger(
    tx: Tx, mine: ColumnElement[bool], fired: Set[str]
) -> Mapping[str, list[TriggeredRun]]:
    """Return the newest runs, which can be thousands; see `Activity` for their times."""
    found = tx.conn.execute(_recent_runs(tx.dialect, mine)).all()
    by_trigger: defaultdict[str, list[TriggeredRun]] = defaultdict(list)
    for trigger_id, _, origin, id, status, created, started, finished, reason in sorted(
        found, key=itemgetter(1), reverse=True
    ):
        has_times = id in fired or status == Status.FAILED
        if not has_times:
            started = finished = None
        run = read_run(id, status, created, started, finished, reason)
        # Few runs have this fact, and decoding all origins takes long.
        missed = '"missed"' in origin and _origin.decode(origin).facts.get("missed")
        by_trigger[trigger_id].append(replace(run, missed_before=int(missed)) if missed else run)
    return by_trigger


def _recent_runs(dialect: Dialect, mine: ColumnElement[bool]) -> Select[Any]:
    """Return the query for the newest runs of each trigger."""
    joined, run = dialect.join_newest(
        _triggers, _runs, lambda run: run.c.trigger_id == _triggers.c.id, limit=MAX_RECENT
    )
    shown = (_triggers.c.id.label("of_trigger"), run.c.seq, run.c.origin, *run_columns(run))
    return select(*shown).select_from(joined).where(mine, run.c.seq.is_not(None))


def _firings(dialect: Dialect, mine: ColumnElement[bool]) -> Select[Any]:
    """Return the query for each trigger's last firing, and the number of skips since.

    It also has the reason of the last skip, and the time of the first one that could not start.
    """
    joined, fired = dialect.join_newest(
        _triggers,
        _occurrences,
        lambda one: (
            (one.c.trigger_id == _triggers.c.id) & (one.c.status == OccurrenceStatus.FIRED.value)
        ),
        limit=1,
    )
    skipped = _occurrences.alias("skipped")
    since = skipped.c.seq > func.coalesce(fired.c.seq, 0)

    def of_skips(shown: ColumnElement[Any]) -> Select[Any]:
        mine = (skipped.c.trigger_id == _triggers.c.id) & since & skipped.c.planned_at.is_not(None)
        return select(shown).where(mine).correlate(_triggers, fired)

    last = of_skips(skipped.c.reason).order_by(skipped.c.seq.desc()).limit(1)
    blocked = of_skips(func.min(skipped.c.at)).where(skipped.c.reason.startswith(CANNOT_START))
    shown = (
        _triggers.c.id.label("of_trigger"),
        of_skips(func.sum(skipped.c.count)).scalar_subquery().label("missed"),
        last.scalar_subquery().label("last_reason"),
        blocked.scalar_subquery().label("blocked_since"),
        *fired.c,
    )
    return select(*shown).select_from(joined).where(mine)
