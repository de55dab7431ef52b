"""Routes for budgets."""

from __future__ import annotations

from typing import Annotated

from runwhy.core.accounts.workspaces import Scope
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ClockDep, IdempotencyDep, ServicesDep, base_path
from runwhy.server.query_params import PageDep, next_cursor
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.wire.answer import Ok
from runwhy.wire.budget_bodies import BudgetBody, BudgetPatchBody
from runwhy.wire.budgets import (
    Budget,
    BudgetList,
    BudgetNotice,
    BudgetNoticeList,
    BudgetPeriod,
    BudgetPeriodList,
    BudgetPreview,
)

router = Router(base_path("{slug}") + "/budgets", tag="budgets")

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ, tag_aware=True)]
Admin = Annotated[Caller, caller_with(Scope.ADMIN)]


@router.post("", answers_with(Budget, 201))
async def add_budget(
    caller: Admin,
    body: BudgetBody,
    once: IdempotencyDep,
    services: ServicesDep,
    clock: ClockDep,
) -> object:
    """Create a budget: a limit on what the runs that match a query may use in a period."""
    by = caller.actor.label
    draft = body.draft(caller.workspace.id, by, clock())
    made = await services.budgets.add(draft, once=once)
    return Budget.of(made, await services.budgets.usage(made))


@router.post("/preview", answers_with(BudgetPreview))
async def preview_budget(
    caller: Admin, body: BudgetBody, services: ServicesDep, clock: ClockDep
) -> object:
    """Simulate a budget on the runs of the last 30 days. Nothing is created."""
    draft = body.draft(caller.workspace.id, "", clock())
    return BudgetPreview.of(draft, await services.budgets.preview(draft))


@router.get("", answers_with(BudgetList))
async def list_budgets(caller: Reader, services: ServicesDep) -> object:
    """List budgets, with their usage."""
    found = await services.budgets.list(caller.workspace.id, within=caller.tags)
    return BudgetList(budgets=[Budget.of(budget, usage) for budget, usage in found])


@router.get("/{budget_id}", answers_with(Budget))
async def get_budget(budget_id: str, caller: Reader, services: ServicesDep) -> object:
    """Get a budget by id or name, with its usage."""
    found = await services.budgets.get(caller.workspace.id, budget_id, within=caller.tags)
    return Budget.of(found, await services.budgets.usage(found))


@router.get("/{budget_id}/periods", answers_with(BudgetPeriodList))
async def list_periods(budget_id: str, caller: Reader, services: ServicesDep) -> object:
    """List the newest periods of a budget, with the usage in each."""
    found = await services.budgets.get(caller.workspace.id, budget_id, within=caller.tags)
    periods = await services.budgets.periods(found)
    return BudgetPeriodList(periods=[BudgetPeriod.of(found, each) for each in periods])


@router.get("/{budget_id}/notices", answers_with(BudgetNoticeList))
async def list_notices(
    budget_id: str, caller: Reader, services: ServicesDep, page: PageDep
) -> object:
    """List the actions of a budget: warnings, questions and stopped runs, newest first."""
    found = await services.budgets.get(caller.workspace.id, budget_id, within=caller.tags)
    question = {"notices": found.id}
    notices, more = await services.budgets.notices(
        found, limit=page.limit, before=page.start(question, None)
    )
    shown = [BudgetNotice.of(found, each) for each in notices]
    return BudgetNoticeList(notices=shown, next_cursor=next_cursor(question, more))


@router.patch("/{budget_id}", answers_with(Budget))
async def change_budget(
    budget_id: str, caller: Admin, body: BudgetPatchBody, services: ServicesDep
) -> object:
    """Update a budget by id or name. Omitted fields keep their values."""
    changed = await services.budgets.change(caller.workspace.id, budget_id, body.over)
    return Budget.of(changed, await services.budgets.usage(changed))


@router.delete("/{budget_id}", answers_with(Ok))
async def remove_budget(budget_id: str, caller: Admin, services: ServicesDep) -> object:
    """Delete a budget by id or name. It no longer limits runs that have started."""
    await services.budgets.remove(caller.workspace.id, budget_id)
    return Ok(ok=True)
