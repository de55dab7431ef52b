"""Routes for erasures and retention rules."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.erasure import EraseMode
from runwhy.server.dependencies import (
    ClockDep,
    CursorQuery,
    IdempotencyDep,
    LimitQuery,
    ServicesDep,
    answer,
    answers_with,
    base_path,
    caller_with,
    parse_body,
)
from runwhy.services.access import Caller
from runwhy.wire.cursors import make_cursor, read_cursor
from runwhy.wire.erasure import (
    ErasureBody,
    ErasurePreviewBody,
    RuleBody,
    RulePatchBody,
    erasure_json,
    rule_json,
)

router = APIRouter(prefix=base_path("{slug}"), tags=["erasing"])

Admin = Annotated[Caller, caller_with(Scope.ADMIN)]


@router.post("/erasures/preview", **answers_with("ErasurePreview"))
async def preview_erasure(
    caller: Admin,
    body: Annotated[ErasurePreviewBody, parse_body(ErasurePreviewBody)],
    services: ServicesDep,
) -> Response:
    """Preview an erasure: count what it would delete, one page of runs at a time."""
    question = {"erase": body.query, "mode": body.mode}
    before = read_cursor(body.cursor, question, length=1)[0] if body.cursor else None
    counts, total, place = await services.erasures.preview(
        caller.workspace.id, body.query, EraseMode(body.mode), before=before
    )
    next_cursor = None if place is None else make_cursor(question, place)
    return answer({"total": total, "counts": dict(counts), "nextCursor": next_cursor})


@router.post("/erasures", **answers_with("Erasure", 202))
async def erase(
    caller: Admin,
    body: Annotated[ErasureBody, parse_body(ErasureBody)],
    once: IdempotencyDep,
    services: ServicesDep,
    clock: ClockDep,
) -> Response:
    """Erase runs that match a query: everything, or all except tags, origin and usage."""
    draft = body.draft(caller.workspace.id, caller.actor, clock())
    return answer(erasure_json(await services.erasures.start(draft, once=once)), 202)


@router.get("/erasures", **answers_with("ErasureList"))
async def list_erasures(
    caller: Admin, services: ServicesDep, limit: LimitQuery = 50, cursor: CursorQuery = None
) -> Response:
    """List erasures, newest first."""
    question = {"erasures": caller.workspace.id}
    before = read_cursor(cursor, question, length=1)[0] if cursor else None
    page, more = await services.erasures.list(caller.workspace.id, limit=limit, before=before)
    next_cursor = make_cursor(question, more) if more else None
    return answer({"erasures": [erasure_json(one) for one in page], "nextCursor": next_cursor})


@router.get("/erasures/{erasure_id}", **answers_with("Erasure"))
async def get_erasure(erasure_id: str, caller: Admin, services: ServicesDep) -> Response:
    """Get an erasure's progress. When it is done, this is its receipt."""
    return answer(erasure_json(await services.erasures.get(caller.workspace.id, erasure_id)))


@router.post("/retention-rules", **answers_with("RetentionRule", 201))
async def add_rule(
    caller: Admin,
    body: Annotated[RuleBody, parse_body(RuleBody)],
    once: IdempotencyDep,
    services: ServicesDep,
    clock: ClockDep,
) -> Response:
    """Create a retention rule, which erases matching runs once they reach an age."""
    by = caller.actor.name or caller.actor.id or caller.actor.kind
    draft = body.draft(caller.workspace.id, by, clock())
    made = await services.erasures.add_rule(draft, once=once)
    return answer(rule_json(made, clock()), 201)


@router.get("/retention-rules", **answers_with("RetentionRuleList"))
async def list_rules(caller: Admin, services: ServicesDep, clock: ClockDep) -> Response:
    """List retention rules and when each was last applied."""
    found = await services.erasures.rules(caller.workspace.id)
    return answer({"rules": [rule_json(rule, clock()) for rule in found]})


@router.patch("/retention-rules/{rule_id}", **answers_with("RetentionRule"))
async def change_rule(
    rule_id: str,
    caller: Admin,
    body: Annotated[RulePatchBody, parse_body(RulePatchBody)],
    services: ServicesDep,
    clock: ClockDep,
) -> Response:
    """Update a retention rule by id or name. Omitted fields keep their values."""
    changed = await services.erasures.change_rule(caller.workspace.id, rule_id, body.over)
    return answer(rule_json(changed, clock()))


@router.post("/retention-rules/{rule_id}/apply", **answers_with("RuleApplied"))
async def apply_rule(rule_id: str, caller: Admin, services: ServicesDep) -> Response:
    """Apply a retention rule now, by id or name."""
    rule = await services.erasures.get_rule(caller.workspace.id, rule_id)
    begun = await services.erasures.apply(rule, caller.actor)
    return answer({"erasure": None if begun is None else erasure_json(begun)})


@router.delete("/retention-rules/{rule_id}", **answers_with("Ok"))
async def remove_rule(rule_id: str, caller: Admin, services: ServicesDep) -> Response:
    """Delete a retention rule by id or name. Runs it has erased stay erased."""
    await services.erasures.remove_rule(caller.workspace.id, rule_id)
    return answer({"ok": True})
