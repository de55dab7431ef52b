"""Routes for the inbox: items that need a person."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.inbox.items import ItemKind
from runwhy.core.json import JsonObject
from runwhy.ports import Clock
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ClockDep, ServicesDep, base_path
from runwhy.server.query_params import PageDep, next_cursor
from runwhy.server.routing import Router, answers_with
from runwhy.server.sse import STREAM, ListeningDep, stream
from runwhy.services.access import Caller
from runwhy.services.inbox import InboxChange, InboxView
from runwhy.wire.answer import Ok
from runwhy.wire.inbox import InboxItem, InboxList

router = Router(base_path("{slug}") + "/inbox", tag="inbox")

Reader = Annotated[Caller, caller_with(Scope.RUNS_READ, tag_aware=True)]
Writer = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]
KindQuery = Annotated[ItemKind | None, Field(description="Only items of this kind.")]


def _view(caller: Caller, clock: Clock) -> InboxView:
    return InboxView(
        workspace=caller.workspace.id, now=clock(), scopes=caller.scopes, within=caller.tags
    )


@router.get("", answers_with(InboxList))
async def list_inbox(
    caller: Reader,
    services: ServicesDep,
    clock: ClockDep,
    page: PageDep,
    kind: KindQuery = None,
) -> object:
    """List open items, most urgent first, then those that were answered within a day.

    A page continues at a position of the list, which changes when items are settled.
    """
    question = {"inbox": kind}
    found = await services.inbox.page(
        _view(caller, clock), kind=kind, start=page.start(question, 0), limit=page.limit
    )
    items = [InboxItem.of(item) for item in found.items]
    return InboxList(items=items, open=found.open, next_cursor=next_cursor(question, found.more))


@router.get("/stream", STREAM)
async def stream_inbox(
    caller: Reader, services: ServicesDep, clock: ClockDep, how: ListeningDep
) -> object:
    """Stream changes: `inbox` with the number of open items, `runs`, and `resources` for all else.

    Resources are triggers, sessions, keys, deliveries, erasures and so on. A key limited to tags
    receives `inbox` only. The first event is the state now. Many changes within a second become
    one event.
    """
    events = services.inbox.follow(
        lambda: _view(caller, clock), stopping=how["stopping"], ping_every=how["ping_every"]
    )
    return stream(events, _event, lambda: services.access.is_still_valid(caller))


def _event(change: InboxChange) -> JsonObject:
    data = {} if change.open is None else {"open": change.open}
    return {"seq": change.seq, "type": change.type, "data": data}


@router.post("/{item_id}/dismiss", answers_with(Ok))
async def dismiss_item(
    item_id: str, caller: Writer, services: ServicesDep, clock: ClockDep
) -> object:
    """Dismiss an item. It returns if it changes, such as when a schedule fails again."""
    by = caller.actor.label
    await services.inbox.dismiss(_view(caller, clock), item_id, by=by)
    return Ok(ok=True)
