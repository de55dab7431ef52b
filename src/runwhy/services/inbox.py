"""The inbox: everything that needs a person, in one list.

Items are derived from the state of runs, triggers and deliveries each time the list is read, so
they are never out of date. The open ones are remembered, so that they stay for a day once they are
settled. Each kind of item has a source. To add a kind, see
`docs/howto/contribute-an-inbox-kind.md`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from runwhy.core.accounts.workspaces import ALL_SCOPES, Scope, allows
from runwhy.core.inbox import derive
from runwhy.core.inbox.history import SeenItem, changes_of
from runwhy.core.inbox.items import (
    SHOWN_AFTER_ANSWER,
    Dismissal,
    InboxItem,
    ItemAction,
    ItemKind,
    settle_dismissed,
    sort_items,
)
from runwhy.core.runs.tags import Tags, carries
from runwhy.errors import Conflict, NotFound
from runwhy.ports import (
    Clock,
    Feed,
    InboxStore,
    Subscription,
    inbox_topic,
    resources_topic,
    workspace_topic,
)
from runwhy.write_tasks import cancel_all

CALM = 1.0  # seconds between two reads for one follower, however much happens


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxView:
    """The inbox of a workspace as a caller with these scopes and tags may see it."""

    workspace: int
    now: datetime
    scopes: frozenset[Scope] = ALL_SCOPES
    within: Tags = field(default_factory=dict)

    def shown(self, item: InboxItem) -> InboxItem:
        """Return the item with the actions that the caller may take."""
        actions = [one for one in item.actions if allows(self.scopes, SCOPES[one])]
        return item if len(actions) == len(item.actions) else replace(item, actions=actions)


SCOPES = {
    **dict.fromkeys(ItemAction, Scope.RUNS_WRITE),
    ItemAction.RESUME_TRIGGER: Scope.TRIGGERS_WRITE,
}
FindItems = Callable[[InboxView], Awaitable[Sequence[InboxItem]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxSource:
    """Finds the items of some kinds, for callers with a scope.

    Callers limited to tags see items that have all of their tags.
    """

    kinds: frozenset[ItemKind]
    find: FindItems
    scope: Scope = Scope.RUNS_READ
    about_runs: bool = False  # all of its items name a run

    def covers(self, item: InboxItem) -> bool:
        """Whether a settled item may come from this source."""
        return item.kind in self.kinds and (item.run_id is not None or not self.about_runs)


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxPage:
    """A page of items, how many are open in total, and where the next page starts."""

    items: Sequence[InboxItem]
    open: int
    more: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxChange:
    """A change for a follower: of the inbox, with the number of open items, or of all else."""

    seq: int
    type: str  # "inbox", "runs" or "resources"
    open: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbox:
    """Use cases for the inbox."""

    store: InboxStore
    feed: Feed
    clock: Clock
    sources: Sequence[InboxSource]

    async def items(self, view: InboxView) -> list[InboxItem]:
        """Return open items by urgency, then those that were settled within a day."""
        since = view.now - SHOWN_AFTER_ANSWER
        seen = await self.store.list_seen(view.workspace, since=since)
        dismissals = {one.item_id: one for one in await self.store.list_dismissals(view.workspace)}
        found = await self._found(view, dismissals)
        everything = found
        if view.within or Scope.ADMIN not in view.scopes:
            whole = InboxView(workspace=view.workspace, now=view.now)
            everything = await self._found(whole, dismissals)
        if changes := changes_of(view.workspace, seen, everything):
            await self.store.note_seen(view.workspace, changes, at=view.now)
            seen = await self.store.list_seen(view.workspace, since=since)
        shown = sort_items([*found, *self._settled(view, seen, found)], now=view.now)
        return [derive.item_within(item, view.within) for item in shown]

    async def _found(self, view: InboxView, dismissals: Mapping[str, Dismissal]) -> list[InboxItem]:
        found = [item for source in self.sources for item in await _visible(source, view)]
        return settle_dismissed(found, dismissals)

    def _settled(
        self, view: InboxView, seen: Sequence[SeenItem], found: Sequence[InboxItem]
    ) -> list[InboxItem]:
        """Return the items that are no longer found, as far as the caller may see them."""
        since = view.now - SHOWN_AFTER_ANSWER
        known = {item.id for item in found if item.answer is None or item.answer.at > since}
        sources = [one for one in self.sources if allows(view.scopes, one.scope)]
        items = [item for one in seen if (item := one.item()) is not None]
        return [
            item
            for item in items
            if item.id not in known
            and any(one.covers(item) for one in sources)
            and carries(item.tags, view.within)
        ]

    async def page(
        self, view: InboxView, *, kind: ItemKind | None, start: int, limit: int
    ) -> InboxPage:
        """Return a page of the items, of one kind or of all."""
        found = await self.items(view)
        count = derive.open_items(found)
        mine = [item for item in found if kind in (None, item.kind)]
        end = start + limit
        more = end if end < len(mine) else None
        return InboxPage(items=mine[start:end], open=count, more=more)

    async def dismiss(self, view: InboxView, id: str, *, by: str) -> None:
        """Dismiss an item until it changes. Raises: NotFound, Conflict."""
        item = next((one for one in await self.items(view) if one.id == id), None)
        if item is None:
            raise NotFound(f"no item {id} in the inbox")
        if not item.is_open:
            return
        if ItemAction.DISMISS not in item.actions:
            raise Conflict(f"an item of the kind {item.kind} cannot be dismissed; decide about it")
        await self.store.dismiss_item(view.workspace, Dismissal(item_id=id, by=by, at=view.now))

    async def follow(
        self,
        view: Callable[[], InboxView],
        *,
        stopping: Callable[[], bool],
        ping_every: float,
    ) -> AsyncGenerator[InboxChange | None, None]:
        """Yield the number of open items now and after each change, and changes of all else.

        None is a ping. Many changes within a second become one. Items that depend on the time are
        found with the next ping. A caller limited to tags learns only of the items.
        """
        workspace, known = view().workspace, None
        async with (
            self.feed.subscribe(inbox_topic(workspace)) as news,
            self.feed.subscribe(workspace_topic(workspace)) as runs,
            self.feed.subscribe(resources_topic(workspace)) as resources,
        ):
            changed, ran, others = True, False, False
            while not stopping():
                now, quiet = view(), not (changed or ran or others)
                if changed or quiet:
                    found = await self.items(now)
                    state = [(item.id, item.changed_at, item.answer) for item in found]
                    if state != known:
                        known, quiet = state, False
                        yield _change("inbox", now, open=derive.open_items(found))
                if ran and not now.within:
                    yield _change("runs", now)
                if others and not now.within:
                    yield _change("resources", now)
                if quiet:
                    yield None
                await asyncio.sleep(CALM)
                changed, ran, others = await _wait_for_any(ping_every, news, runs, resources)


def _change(type: str, view: InboxView, *, open: int | None = None) -> InboxChange:
    return InboxChange(seq=round(view.now.timestamp() * 1000), type=type, open=open)


async def _wait_for_any(timeout: float, *topics: Subscription) -> Sequence[bool]:
    """Wait for a change of any topic; return which of them changed."""
    tasks = [asyncio.create_task(one.wait(timeout)) for one in topics]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await cancel_all(tasks)
    return [task.done() and not task.cancelled() and task.result() for task in tasks]


async def _visible(source: InboxSource, view: InboxView) -> Sequence[InboxItem]:
    if not allows(view.scopes, source.scope):
        return ()
    found = await source.find(view)
    return [view.shown(item) for item in found if carries(item.tags, view.within)]
