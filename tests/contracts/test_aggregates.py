"""Both stores compute the same measures as a plain evaluation in Python."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from zoneinfo import ZoneInfo

import pytest
from tests.contracts.search_cases import a_query
from tests.contracts.test_search import (  # noqa: F401 (fixtures)
    Filled,
    _one_transaction,
    filled,
    reading,
    way,
)
from tests.core.queries.strategies import KEYS, NOW
from tests.support.builders import WORKSPACE

from runwhy.core.queries import (
    COMPARABLE,
    Compare,
    Field,
    FieldIs,
    HasField,
    HasTag,
    Moment,
    Not,
    Op,
    Query,
    QuerySubject,
    TagIs,
    all_of,
    render,
)
from runwhy.core.queries.aggregates import (
    PERCENTILES,
    Aggregate,
    AggregateRequest,
    Group,
    Key,
    Measure,
    RunTotals,
    bucket_middle,
    duration_bucket,
    nearest_rank,
    rank,
)
from runwhy.core.queries.counts import CountKey, Interval
from runwhy.core.runs.run import Status, is_terminal
from runwhy.errors import InvalidInput
from runwhy.stores.search import aggregates, histograms
from runwhy.stores.sql.rows import to_ms


def value_of(run: QuerySubject, key: CountKey) -> str | None:
    if key.field is None:
        return run.tags.get(key.tag)
    return getattr(run, key.field.value.replace(".", "_"))  # type: ignore[no-any-return]


def totals_of(runs: Sequence[QuerySubject]) -> RunTotals:
    lasted = sorted(round(run.duration * 1000) for run in runs if run.duration is not None)
    percentiles = {
        measure.value: bucket_middle(
            duration_bucket(lasted[nearest_rank(len(lasted), percent) - 1])
        )
        for measure, percent in PERCENTILES.items()
        if lasted
    }
    return RunTotals(
        count=len(runs),
        failed=sum(run.status == Status.FAILED for run in runs),
        ended=sum(is_terminal(Status(run.status)) for run in runs),
        tokens=sum(run.tokens or 0 for run in runs),
        input_tokens=sum(run.input_tokens or 0 for run in runs),
        cached_tokens=sum(run.cached_tokens or 0 for run in runs),
        cost=sum(run.cost or 0 for run in runs),
        unpriced_calls=sum(run.unpriced_calls or 0 for run in runs),
        **percentiles,
    )


def group_of(key: Key, runs: Sequence[QuerySubject], bars: Sequence[int]) -> Group:
    places = [bisect_right(bars, to_ms(run.created)) - 1 for run in runs]
    series = [
        totals_of([run for run, place in zip(runs, places, strict=True) if place == bar])
        for bar in range(len(bars))
    ]
    return Group(key=key, totals=totals_of(runs), series=series)


def expected(
    runs: Sequence[QuerySubject],
    request: AggregateRequest,
    interval: Interval | None,
    bars: Sequence[int],
) -> Aggregate:
    """Return the answer to a request, one run at a time."""
    by_key: dict[Key, list[QuerySubject]] = defaultdict(list)
    for run in runs:
        by_key[tuple(value_of(run, each) for each in request.by)].append(run)
    values = {key: totals_of(mine).rank(request.order) for key, mine in by_key.items() if key}
    first = rank(values, request.limit)
    rest = [run for key, mine in by_key.items() if key not in first for run in mine]
    return Aggregate(
        interval=interval,
        bars=bars,
        total=group_of((), runs, bars),
        groups=[group_of(key, by_key[key], bars) for key in first],
        other=group_of((), rest, bars) if rest and request.by else None,
    )


def values(found: Aggregate, measures: Sequence[Measure]) -> object:
    """Return everything that an answer shows."""
    groups = [found.total, *found.groups, *([found.other] if found.other else [])]
    return [
        (
            group.key,
            [group.totals.value(measure) for measure in measures],
            [[part.value(measure) for measure in measures] for part in group.series],
        )
        for group in groups
    ]


def a_key(chance: Random) -> CountKey:
    fields = [field for field in Field if field not in COMPARABLE]
    if chance.random() < 0.5:
        return CountKey(chance.choice(fields))
    return CountKey(None, chance.choice(KEYS))


def a_request(chance: Random) -> AggregateRequest:
    measures = tuple(chance.sample([*Measure], chance.randrange(1, 4)))
    by = tuple(dict.fromkeys(a_key(chance) for _ in range(chance.randrange(3))))
    return AggregateRequest(
        measures=measures,
        by=by,
        interval=chance.choice([None, None, "auto", Interval.HOUR, Interval.DAY, Interval.WEEK]),
        zone=chance.choice([UTC, ZoneInfo("Asia/Kathmandu"), ZoneInfo("America/New_York")]),
        limit=chance.choice([1, 3, 50]),
        order_by=chance.choice([None, *Measure]),
    )


@pytest.mark.parametrize("batch", range(12))
def test_measures_equal_those_of_a_plain_evaluation(
    filled: Filled,  # noqa: F811
    way: str,  # noqa: F811
    batch: int,
) -> None:
    chance = Random(f"{way} {batch}")
    for _ in range(20):
        query, request = a_query(chance, chance.randrange(1, 4)), a_request(chance)
        runs = [filled.seen[seq] for seq in filled.expected(query)]
        for store in filled.stores:
            with reading(store) as tx:
                found = aggregates.aggregate(tx, WORKSPACE, query, request, now=NOW)
            right = expected(runs, request, found.interval, found.bars)
            about = (store.dialect.name, render(query), request)
            assert values(found, request.measures) == values(right, request.measures), about
            assert found.total.totals.count == len(runs)
            assert [group.totals.count for group in found.groups] == [
                len(filled.expected(narrowed(query, request, group.key))) for group in found.groups
            ] or Field.TRIGGER in [key.field for key in request.by], about


def narrowed(query: Query, request: AggregateRequest, key: Key) -> Query:
    """Return the query with the values of a group added."""
    return all_of([query, *map(has_value, request.by, key)])


def has_value(key: CountKey, value: str | None) -> Query:
    if key.field is None:
        return Not(HasTag(key.tag)) if value is None else TagIs(key.tag, value)
    return Not(HasField(key.field)) if value is None else FieldIs(key.field, value)


def test_with_very_many_groups_the_shown_ones_are_exact(
    filled: Filled,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(aggregates, "MAX_GROUPS", 8)
    request = AggregateRequest(
        measures=(Measure.COUNT, Measure.TOKENS, Measure.P95),
        by=(CountKey(None, "customer"), CountKey(Field.EXECUTOR)),
        limit=3,
    )
    query = all_of([])
    for store in filled.stores:
        with reading(store) as tx:
            found = aggregates.aggregate(tx, WORKSPACE, query, request, now=NOW)
        assert len(found.groups) == 3
        assert found.other is not None
        for group in found.groups:
            mine = filled.expected(narrowed(query, request, group.key))
            right = totals_of([filled.seen[seq] for seq in mine])
            assert [group.totals.value(each) for each in request.measures] == [
                right.value(each) for each in request.measures
            ]
        counts = [group.totals.count for group in (*found.groups, found.other)]
        assert sum(counts) == found.total.totals.count == len(filled.seen)


def test_weeks_start_on_monday(filled: Filled) -> None:  # noqa: F811
    request = AggregateRequest(interval=Interval.WEEK)
    for store in filled.stores:
        with reading(store) as tx:
            found = aggregates.aggregate(tx, WORKSPACE, all_of([]), request, now=NOW)
        assert {weekday(start) for start in found.bars} == {0}
        assert sum(part.count for part in found.total.series) == len(filled.seen)


def test_days_are_those_of_the_time_zone(filled: Filled) -> None:  # noqa: F811
    zone = ZoneInfo("Asia/Kathmandu")  # 5:45 hours before UTC
    days = Counter(
        run.created.astimezone(zone).strftime("%Y-%m-%d 00:00") for run in filled.seen.values()
    )
    for store in filled.stores:
        with reading(store) as tx:
            asked = partial(histograms.histogram, tx, WORKSPACE, all_of([]), interval=Interval.DAY)
            found = asked(group_by=None, limit=3, now=NOW, zone=zone)
        starts = [datetime.fromtimestamp(at / 1000, tz=zone) for at in found.bars]
        names = [f"{start:%Y-%m-%d %H:%M}" for start in starts]
        assert dict(zip(names, found.totals, strict=True)) == {name: days[name] for name in names}
        assert sum(found.totals) == len(filled.seen)


def weekday(ms: int) -> int:
    return datetime.fromtimestamp(ms / 1000, tz=UTC).weekday()


def test_too_many_cells_are_rejected_with_the_limit(filled: Filled) -> None:  # noqa: F811
    since = Compare(Field.CREATED, Op.GE, Moment(NOW - timedelta(days=6)))
    by = (CountKey(None, "customer"), CountKey(Field.EXECUTOR))
    request = AggregateRequest(by=by, interval=Interval.MINUTE, limit=100)
    for store in filled.stores:
        with reading(store) as tx, pytest.raises(InvalidInput, match="limit is 50000"):
            aggregates.aggregate(tx, WORKSPACE, since, request, now=NOW)
