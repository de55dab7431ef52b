"""Counts of runs over HTTP: by value, by key, and over time."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.queries.counts import Interval, parse_key
from runwhy.server.dependencies import ServicesDep, answer, base_path, caller_with, gives
from runwhy.server.query_params import RunFilterDep
from runwhy.services.access import Caller
from runwhy.wire.counts import facet_json, histogram_json, keys_json

router = APIRouter(prefix=base_path("{slug}") + "/agent-runs", tags=["runs"])

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ, heeds_tags=True)]
KeyText = Annotated[
    str, Query(max_length=128, description="a tag's key, or a field such as `status` or `model`")
]
TopQuery = Annotated[int, Query(ge=1, le=200, description="how many values are named")]


@router.get("/facets", **gives("Facet"))
async def run_facet(
    caller: Reader, services: ServicesDep, filter: RunFilterDep, key: KeyText, limit: TopQuery = 20
) -> Response:
    """The most frequent values of a key, each with as many runs as asking for it would find."""
    by = parse_key(key, at="key")
    found = await services.finding.facet(
        caller.workspace.id, filter.effective_query, by, limit=limit
    )
    return answer(facet_json(key, found))


@router.get("/keys", **gives("RunKeys"))
async def run_keys(
    caller: Reader,
    services: ServicesDep,
    filter: RunFilterDep,
    prefix: Annotated[str, Query(max_length=64, description="how keys begin")] = "",
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> Response:
    """The keys of tags, and how many runs have each."""
    found = await services.finding.keys(
        caller.workspace.id, filter.effective_query, prefix=prefix, limit=limit
    )
    return answer(keys_json(found))


@router.get("/histogram", **gives("RunHistogram"))
async def run_histogram(
    caller: Reader,
    services: ServicesDep,
    filter: RunFilterDep,
    interval: Annotated[Literal["auto", "minute", "hour", "day"], Query()] = "auto",
    groupBy: KeyText | None = None,  # noqa: N803 (the wire's name)
    limit: TopQuery = 10,
) -> Response:
    """How many runs began when, without gaps, divided by the values of a key if one is given."""
    found = await services.finding.histogram(
        caller.workspace.id,
        filter.effective_query,
        interval=None if interval == "auto" else Interval(interval),
        group_by=None if groupBy is None else parse_key(groupBy, at="groupBy"),
        limit=limit,
    )
    return answer(histogram_json(found, groupBy))
