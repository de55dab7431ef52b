"""Routes that count and measure runs by value, by tag key and over time."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.queries.aggregates import MAX_KEYS, AggregateRequest, Measure
from runwhy.core.queries.counts import CountKey, Interval, key_name, parse_key, read_zone
from runwhy.errors import InvalidInput, Problem
from runwhy.server.arguments import Reads
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ClockDep, ServicesDep, base_path
from runwhy.server.query_params import RunFilterDep
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.wire.aggregates import RunAggregate
from runwhy.wire.counts import Facet, RunHistogram, RunKeys

router = Router(base_path("{slug}") + "/agent-runs", tag="runs")

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ, tag_aware=True)]
KeyText = Annotated[
    str, Field(max_length=128, description="Tag key, or a field such as `status` or `model`.")
]
ZoneText = Annotated[
    str, Field(max_length=64, description="Time zone of hours, days and weeks: an IANA name.")
]
TopQuery = Annotated[int, Field(ge=1, le=200, description="Number of values to return.")]


@router.get("/facets", answers_with(Facet))
async def run_facet(
    caller: Reader, services: ServicesDep, filter: RunFilterDep, key: KeyText, limit: TopQuery = 20
) -> object:
    """List the most frequent values of a key, with the number of matching runs."""
    by = parse_key(key, at="key")
    found = await services.run_counts.facet(
        caller.workspace.id, filter.effective_query, by, limit=limit
    )
    return Facet.of(found, key=key)


@router.get("/keys", answers_with(RunKeys))
async def run_keys(
    caller: Reader,
    services: ServicesDep,
    filter: RunFilterDep,
    prefix: Annotated[str, Field(max_length=64, description="Prefix of the keys.")] = "",
    limit: Annotated[int, Field(ge=1, le=1000)] = 200,
) -> object:
    """List tag keys, with the number of runs that have each."""
    found = await services.run_counts.keys(
        caller.workspace.id, filter.effective_query, prefix=prefix, limit=limit
    )
    return RunKeys.of(found)


@router.get("/histogram", answers_with(RunHistogram))
async def run_histogram(
    caller: Reader,
    services: ServicesDep,
    clock: ClockDep,
    filter: RunFilterDep,
    interval: Literal["auto", "minute", "hour", "day", "week"] = "auto",
    timezone: ZoneText = "UTC",
    group_by: KeyText | None = None,
    limit: TopQuery = 10,
) -> object:
    """Count runs by start time, without gaps, optionally grouped by the values of a key."""
    found = await services.run_counts.histogram(
        caller.workspace.id,
        filter.effective_query,
        interval=None if interval == "auto" else Interval(interval),
        group_by=None if group_by is None else parse_key(group_by, at="groupBy"),
        limit=limit,
        now=clock(),
        zone=read_zone(timezone, at="timezone"),
    )
    return RunHistogram.of(found, group_by, timezone)


def aggregate_request(
    measure: Annotated[
        list[Measure] | None, Field(description="Measure to compute. Repeatable.")
    ] = None,
    by: Annotated[
        list[KeyText] | None, Field(description="Key to group by. Repeatable, up to two.")
    ] = None,
    interval: Literal["none", "auto", "minute", "hour", "day", "week"] = "none",
    timezone: ZoneText = "UTC",
    limit: Annotated[int, Field(ge=1, le=100, description="Number of groups to return.")] = 10,
    order_by: Annotated[
        Measure | None, Field(description="Measure to sort groups by; the first by default.")
    ] = None,
) -> AggregateRequest:
    """Read the requested measures. Raises: InvalidInput."""
    chosen: Interval | Literal["auto"] | None = None
    if interval != "none":
        chosen = "auto" if interval == "auto" else Interval(interval)
    return AggregateRequest(
        measures=tuple(dict.fromkeys(measure or [Measure.COUNT])),
        by=_keys(by or []),
        interval=chosen,
        zone=read_zone(timezone, at="timezone"),
        limit=limit,
        order_by=order_by,
    )


def _keys(by: list[str]) -> tuple[CountKey, ...]:
    if len(by) > MAX_KEYS:
        rule = f"is given {len(by)} times; the limit is {MAX_KEYS}"
        raise InvalidInput([Problem("by", rule, MAX_KEYS, len(by))])
    keys = tuple(parse_key(text, at="by") for text in by)
    if len(set(keys)) < len(keys):
        raise InvalidInput([Problem("by", f"names {by[0]!r} twice; use two different keys")])
    return keys


@router.get("/aggregate", answers_with(RunAggregate))
async def aggregate_runs(
    caller: Reader,
    services: ServicesDep,
    clock: ClockDep,
    filter: RunFilterDep,
    asked: Annotated[AggregateRequest, Reads(aggregate_request)],
) -> object:
    """Compute measures such as cost, failure rate and p95, by up to two keys and over time."""
    found = await services.run_counts.aggregate(
        caller.workspace.id, filter.effective_query, asked, now=clock()
    )
    return RunAggregate.of(found, asked, [key_name(key) for key in asked.by])
