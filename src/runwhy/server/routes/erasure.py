"""Routes for erasures and retention rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.erasure import EraseMode
from runwhy.core.triggers.trigger import Trigger
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ClockDep, IdempotencyDep, ServicesDep, base_path
from runwhy.server.query_params import PageDep, next_cursor, start_of_page
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.wire.answer import Ok
from runwhy.wire.erasure import (
    Erasure,
    ErasureBody,
    ErasureList,
    ErasurePreview,
    ErasurePreviewBody,
    RetentionRule,
    RetentionRuleList,
    RuleApplied,
    RuleBody,
    RulePatchBody,
)

router = Router(base_path("{slug}"), tag="erasing")

Admin = Annotated[Caller, caller_with(Scope.ADMIN)]


@router.post("/erasures/preview", answers_with(ErasurePreview))
async def preview_erasure(
    caller: Admin,
    body: ErasurePreviewBody,
    services: ServicesDep,
) -> object:
    """Preview an erasure: count what it would delete, one page of runs at a time.

    The first page names the enabled triggers that may create more runs that match.
    """
    question = {"erase": body.query, "mode": body.mode}
    before = start_of_page(body.cursor, question, None)
    counts, total, place = await services.erasures.preview(
        caller.workspace.id, body.query, EraseMode(body.mode), before=before
    )
    triggers: Sequence[Trigger] = ()
    if body.cursor is None:
        triggers = await services.erasures.creating_triggers(caller.workspace.id, body.query)
    return ErasurePreview.at(total, counts, triggers, next_cursor(question, place))


@router.post("/erasures", answers_with(Erasure, 202))
async def erase(
    caller: Admin,
    body: ErasureBody,
    once: IdempotencyDep,
    services: ServicesDep,
    clock: ClockDep,
) -> object:
    """Erase runs that match a query: everything, or all except tags, origin and usage."""
    draft = body.draft(caller.workspace.id, caller.actor, clock())
    return Erasure.of(await services.erasures.start(draft, once=once))


@router.get("/erasures", answers_with(ErasureList))
async def list_erasures(caller: Admin, services: ServicesDep, page: PageDep) -> object:
    """List erasures, newest first."""
    question = {"erasures": caller.workspace.id}
    found, more = await services.erasures.list(
        caller.workspace.id, limit=page.limit, before=page.start(question, None)
    )
    shown = [Erasure.of(one) for one in found]
    return ErasureList(erasures=shown, next_cursor=next_cursor(question, more))


@router.get("/erasures/{erasure_id}", answers_with(Erasure))
async def get_erasure(erasure_id: str, caller: Admin, services: ServicesDep) -> object:
    """Get an erasure's progress. When it is done, this is its receipt."""
    return Erasure.of(await services.erasures.get(caller.workspace.id, erasure_id))


@router.post("/retention-rules", answers_with(RetentionRule, 201))
async def add_rule(
    caller: Admin,
    body: RuleBody,
    once: IdempotencyDep,
    services: ServicesDep,
    clock: ClockDep,
) -> object:
    """Create a retention rule, which erases matching runs once they reach an age."""
    by = caller.actor.label
    draft = body.draft(caller.workspace.id, by, clock())
    made = await services.erasures.add_rule(draft, once=once)
    return RetentionRule.at(clock(), made)


@router.get("/retention-rules", answers_with(RetentionRuleList))
async def list_rules(caller: Admin, services: ServicesDep, clock: ClockDep) -> object:
    """List retention rules and when each was last applied."""
    found = await services.erasures.rules(caller.workspace.id)
    return RetentionRuleList(rules=[RetentionRule.at(clock(), rule) for rule in found])


@router.patch("/retention-rules/{rule_id}", answers_with(RetentionRule))
async def change_rule(
    rule_id: str,
    caller: Admin,
    body: RulePatchBody,
    services: ServicesDep,
    clock: ClockDep,
) -> object:
    """Update a retention rule by id or name. Omitted fields keep their values."""
    changed = await services.erasures.change_rule(caller.workspace.id, rule_id, body.over)
    return RetentionRule.at(clock(), changed)


@router.post("/retention-rules/{rule_id}/apply", answers_with(RuleApplied))
async def apply_rule(rule_id: str, caller: Admin, services: ServicesDep) -> object:
    """Apply a retention rule now, by id or name."""
    rule = await services.erasures.get_rule(caller.workspace.id, rule_id)
    begun = await services.erasures.apply(rule, caller.actor)
    return RuleApplied(erasure=None if begun is None else Erasure.of(begun))


@router.delete("/retention-rules/{rule_id}", answers_with(Ok))
async def remove_rule(rule_id: str, caller: Admin, services: ServicesDep) -> object:
    """Delete a retention rule by id or name. Runs it has erased stay erased."""
    await services.erasures.remove_rule(caller.workspace.id, rule_id)
    return Ok(ok=True)
