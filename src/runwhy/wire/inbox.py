"""Answers about the inbox."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Self

from msgspec import Meta

from runwhy.core.inbox import items as core
from runwhy.wire.answer import Answer, Copied, Cursor, Json, RunId, Tags, Time


class ItemAnswer(Copied):
    """How an item was settled: the action, the person and the time."""

    action: Annotated[str, Meta(examples=["approve", "deny", "dismiss", "resolved"])]
    by: Annotated[str, Meta(description="Empty if no person settled it.")]
    at: Time
    reason: str | None


class InboxItem(Copied):
    """Something that needs a person, or was settled within a day."""

    id: Annotated[str, Meta(examples=["approval:run_01k9abcdefghjkmnpqrstvwxyz:toolu_01"])]
    kind: core.ItemKind
    title: str
    why: Annotated[str, Meta(description="Origin of the run or trigger.")]
    since: Time
    actions: Annotated[
        Sequence[core.ItemAction], Meta(description="What you can do about it, with your scopes.")
    ]
    otherwise: Annotated[str, Meta(description="Consequence of not answering.")]
    deadline: Annotated[Time | None, Meta(description="When that happens.")]
    run_id: RunId | None
    trigger_id: str | None
    approval_id: str | None
    subject_id: Annotated[
        str | None, Meta(description="The subject of the item, such as an outgoing webhook.")
    ]
    asked: Annotated[
        Json | None, Meta(description="Request of an approval or a tool call: `tool`, `input`.")
    ]
    metadata: Tags
    answer: ItemAnswer | None

    @classmethod
    def of(cls, item: core.InboxItem, /, **given: Any) -> Self:
        return super().of(item, metadata=item.tags, **given)


class InboxList(Answer):
    """Open items by urgency, then those that were settled within a day."""

    items: Sequence[InboxItem]
    open: Annotated[int, Meta(description="Open items of all kinds.")]
    next_cursor: Cursor
