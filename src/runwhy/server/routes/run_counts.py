"""Routes that count runs by value, by tag key and over time."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.queries.counts import Interval, parse_key
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ClockDep, ServicesDep, base_path
from runwhy.server.query_params import RunFilterDep
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.wire.counts import Facet, RunHistogram, RunKeys

router = Router(base_path("{slug}") + "/agent-runs", tag="runs")

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ, tag_aware=True)]
KeyText = Annotated[
    str, Field(max_length=128, description="Tag key, or a field such as `status` or `model`.")
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
    interval: Literal["auto", "minute", "hour", "day"] = "auto",
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
    )
    return RunHistogram.of(found, group_by)
