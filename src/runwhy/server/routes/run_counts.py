"""Routes that count runs by value, by tag key and over time."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.queries.counts import Interval, parse_key
from runwhy.server.dependencies import (
    ClockDep,
    ServicesDep,
    answer,
    answers_with,
    base_path,
    caller_with,
)
from runwhy.server.query_params import RunFilterDep
from runwhy.services.access import Caller
from runwhy.wire.counts import facet_json, histogram_json, keys_json

router = APIRouter(prefix=base_path("{slug}") + "/agent-runs", tags=["runs"])

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ, tag_aware=True)]
KeyText = Annotated[
    str, Query(max_length=128, description="Tag key, or a field such as `status` or `model`.")
]
TopQuery = Annotated[int, Query(ge=1, le=200, description="Number of values to return.")]


@router.get("/facets", **answers_with("Facet"))
async def run_facet(
    caller: Reader, services: ServicesDep, filter: RunFilterDep, key: KeyText, limit: TopQuery = 20
) -> Response:
    """List the most frequent values of a key, with the number of matching runs."""
    by = parse_key(key, at="key")
    found = await services.run_counts.facet(
        caller.workspace.id, filter.effective_query, by, limit=limit
    )
    return answer(facet_json(key, found))


@router.get("/keys", **answers_with("RunKeys"))
async def run_keys(
    caller: Reader,
    services: ServicesDep,
    filter: RunFilterDep,
    prefix: Annotated[str, Query(max_length=64, description="Prefix of the keys.")] = "",
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> Response:
    """List tag keys, with the number of runs that have each."""
    found = await services.run_counts.keys(
        caller.workspace.id, filter.effective_query, prefix=prefix, limit=limit
    )
    return answer(keys_json(found))


@router.get("/histogram", **answers_with("RunHistogram"))
async def run_histogram(
    caller: Reader,
    services: ServicesDep,
    clock: ClockDep,
    filter: RunFilterDep,
    interval: Annotated[Literal["auto", "minute", "hour", "day"], Query()] = "auto",
    groupBy: KeyText | None = None,  # noqa: N803 (name of the parameter)
    limit: TopQuery = 10,
) -> Response:
    """Count runs by start time, without gaps, optionally grouped by the values of a key."""
    found = await services.run_counts.histogram(
        caller.workspace.id,
        filter.effective_query,
        interval=None if interval == "auto" else Interval(interval),
        group_by=None if groupBy is None else parse_key(groupBy, at="groupBy"),
        limit=limit,
        now=clock(),
    )
    return answer(histogram_json(found, groupBy))
