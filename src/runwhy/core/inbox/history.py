"""Items that were in the inbox, kept for a day after they are settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Self

from runwhy.core.inbox.items import InboxItem, ItemAnswer, ItemKind
from runwhy.core.runs.tags import Tags

RESOLVED = "resolved"  # the action of an item that was settled without a person

REASONS = {
    ItemKind.APPROVAL: "the request no longer waits",
    ItemKind.CLIENT_TOOL: "a client answered",
    ItemKind.NO_WORKER: "a server works on the queue",
    ItemKind.BUDGET: "the budget was reset or deleted",
    ItemKind.ALERT: "the alert was resolved",
    ItemKind.CRASHED_RUN: "the run was executed",
    ItemKind.FAILING_TRIGGER: "a later run succeeded",
    ItemKind.FAILED_DELIVERY: "sent again",
    ItemKind.PAUSED_TRIGGER: "the trigger is not paused",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenItem:
    """An item that was open when the inbox was read, and how it was settled since."""

    workspace: int
    item_id: str
    kind: ItemKind
    title: str
    why: str
    since: datetime
    changed_at: datetime
    run_id: str | None = None
    trigger_id: str | None = None
    subject_id: str | None = None
    tags: Tags = field(default_factory=dict)
    settled_at: datetime | None = None
    action: str | None = None
    settled_by: str | None = None
    reason: str | None = None

    @classmethod
    def of(cls, workspace: int, item: InboxItem) -> Self:
        """Return the stored fields of an open item: not the request, which can be long."""
        return cls(
            workspace=workspace,
            item_id=item.id,
            kind=item.kind,
            title=item.title,
            why=item.why,
            since=item.since,
            changed_at=item.changed_at,
            run_id=item.run_id,
            trigger_id=item.trigger_id,
            subject_id=item.subject_id,
            tags=item.tags,
        )

    def settled(self, answer: ItemAnswer) -> Self:
        """Return the item with its answer."""
        return replace(
            self,
            settled_at=answer.at,
            action=answer.action,
            settled_by=answer.by,
            reason=answer.reason,
        )

    def item(self) -> InboxItem | None:
        """Return the settled item; None while it is open."""
        if self.settled_at is None:
            return None
        answer = ItemAnswer(
            action=self.action or RESOLVED,
            by=self.settled_by or "",
            at=self.settled_at,
            reason=self.reason,
        )
        return InboxItem(
            id=self.item_id,
            kind=self.kind,
            title=self.title,
            why=self.why,
            since=self.since,
            changed_at=self.changed_at,
            actions=(),
            run_id=self.run_id,
            trigger_id=self.trigger_id,
            subject_id=self.subject_id,
            tags=self.tags,
            answer=answer,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenChanges:
    """Changes between two reads of the inbox."""

    opened: Sequence[SeenItem]  # new, or changed since
    answered: Sequence[SeenItem]  # by a person, as the items themselves say
    gone: Sequence[SeenItem]  # no longer found: settled elsewhere

    def __bool__(self) -> bool:
        return bool(self.opened or self.answered or self.gone)


def _is_same(before: SeenItem | None, now: SeenItem) -> bool:
    """Whether an item is as it was stored; times are stored in milliseconds."""
    if before is None or before.title != now.title:
        return False
    return abs(before.changed_at - now.changed_at) < timedelta(milliseconds=1)


def changes_of(workspace: int, seen: Sequence[SeenItem], items: Sequence[InboxItem]) -> SeenChanges:
    """Compare the items of the inbox with those that were seen before."""
    before = {one.item_id: one for one in seen if one.settled_at is None}
    now = {item.id: item for item in items if item.is_open}
    made = [SeenItem.of(workspace, item) for item in now.values()]
    answers = {item.id: item.answer for item in items if item.answer is not None}
    left = [one for id, one in before.items() if id not in now]
    # An older answer is that of an earlier item with this id, such as a dismissed one.
    answered = {
        one.item_id: one.settled(answer)
        for one in left
        if (answer := answers.get(one.item_id)) is not None and answer.at >= one.changed_at
    }
    return SeenChanges(
        opened=[one for one in made if not _is_same(before.get(one.item_id), one)],
        answered=list(answered.values()),
        gone=[one for one in left if one.item_id not in answered],
    )
