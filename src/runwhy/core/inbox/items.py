"""Items of the inbox, which need a person. They are derived from other state, not stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from runwhy.core.json import JsonObject
from runwhy.core.runs.tags import Tags

MAX_PER_KIND = 1000  # items of one kind; older ones appear when these are settled
SHOWN_AFTER_ANSWER = timedelta(days=1)
SHOWN_FOR = timedelta(days=30)  # failures that were not dismissed


class ItemKind(StrEnum):
    """The kind of an item, most urgent first."""

    APPROVAL = "approval"
    CLIENT_TOOL = "client_tool"
    NO_WORKER = "no_worker"
    ALERT = "alert"
    BUDGET = "budget"
    CRASHED_RUN = "crashed_run"
    FAILING_TRIGGER = "failing_trigger"
    FAILED_DELIVERY = "failed_delivery"
    PAUSED_TRIGGER = "paused_trigger"


class ItemAction(StrEnum):
    """An action that a person can take on an item."""

    APPROVE = "approve"
    APPROVE_FOR_RUN = "approve_for_run"
    DENY = "deny"
    CANCEL_RUN = "cancel_run"
    RERUN = "rerun"
    RESUME_TRIGGER = "resume_trigger"
    DISMISS = "dismiss"


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemAnswer:
    """How an item was settled: the action, the person and the time."""

    action: str
    by: str
    at: datetime
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxItem:
    """Something that needs a person.

    `why` is the origin of the run or trigger. `otherwise` is the consequence of not answering, at
    `deadline` if there is one. A dismissed item returns when `changed_at` is later than its
    dismissal. `subject_id` is the id of its subject, unless that is a run or trigger.
    """

    id: str  # the same as long as the item is open
    kind: ItemKind
    title: str
    why: str
    since: datetime
    changed_at: datetime
    actions: Sequence[ItemAction]
    otherwise: str = ""
    deadline: datetime | None = None
    run_id: str | None = None
    trigger_id: str | None = None
    subject_id: str | None = None
    approval_id: str | None = None
    asked: JsonObject | None = None  # the request of an approval or tool call
    tags: Tags = field(default_factory=dict)
    answer: ItemAnswer | None = None
    told: frozenset[str] = frozenset()  # targets that are notified in another way

    @property
    def is_open(self) -> bool:
        """Whether the item still waits for a person."""
        return self.answer is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismissal:
    """A person's decision to hide an item."""

    item_id: str
    by: str
    at: datetime


_RANKS = {kind: rank for rank, kind in enumerate(ItemKind)}


def settle_dismissed(
    items: Sequence[InboxItem], dismissals: Mapping[str, Dismissal]
) -> list[InboxItem]:
    """Mark dismissed items as answered, unless they have changed since."""
    return [_settled(item, dismissals.get(item.id)) for item in items]


def _settled(item: InboxItem, dismissal: Dismissal | None) -> InboxItem:
    if not item.is_open or dismissal is None or dismissal.at < item.changed_at:
        return item
    answer = ItemAnswer(action=ItemAction.DISMISS, by=dismissal.by, at=dismissal.at)
    return replace(item, answer=answer, actions=())


def sort_items(items: Sequence[InboxItem], *, now: datetime) -> list[InboxItem]:
    """Return open items by urgency, the longest waiting first, then those answered in a day."""
    open_items = sorted((i for i in items if i.is_open), key=_urgency)
    recent = [i for i in items if i.answer and i.answer.at > now - SHOWN_AFTER_ANSWER]
    return [*open_items, *sorted(recent, key=_answered_at, reverse=True)]


def _urgency(item: InboxItem) -> tuple[int, datetime, str]:
    return _RANKS[item.kind], item.since, item.id


def _answered_at(item: InboxItem) -> tuple[datetime, str]:
    assert item.answer is not None
    return item.answer.at, item.id
