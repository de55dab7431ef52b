"""Outgoing webhooks: request bodies and answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Literal

from msgspec import Meta
from pydantic import Field

from runwhy.core.triggers.subscriptions import MAX_URL, SubscribedEvents, Subscriber
from runwhy.wire.answer import Answer, Copied, Cursor, Time
from runwhy.wire.fields import Body, Name

MAX_QUERY = 2000


class SubscriptionFields(Body):
    """The fields of an outgoing webhook that can be changed."""

    name: Name | None = None
    query: Annotated[str, Field(max_length=MAX_QUERY)] | None = None
    enabled: bool | None = None
    url: Annotated[str, Field(max_length=MAX_URL)] | None = None
    events: Literal["runs", "inbox", "alerts"] | None = None

    def over(self, old: Subscriber) -> Subscriber:
        """Return the subscription with these changes."""
        enabled = old.enabled if self.enabled is None else self.enabled
        return replace(
            old,
            name=old.name if self.name is None else self.name,
            query=old.query if self.query is None else self.query,
            url=self.url or old.url,
            enabled=enabled,
            events=SubscribedEvents(self.events or old.events),
            note=None if enabled else old.note,
        )


class SubscriptionBody(SubscriptionFields):
    """Body of `POST /subscriptions`."""

    url: Annotated[str, Field(min_length=1, max_length=MAX_URL)]


class Subscription(Copied):
    """An outgoing webhook, sent when a run that matches the query ends, or for inbox items."""

    id: Annotated[str, Meta(examples=["sub_01k9abcdefghjkmnpqrstvwxyz"])]
    name: str
    url: str
    query: str
    enabled: bool
    note: Annotated[str | None, Meta(description="Why it is disabled.")]
    created_by: str
    created_at: Time
    updated_at: Time
    events: Annotated[
        SubscribedEvents,
        Meta(
            description="`inbox` sends items of the inbox: all, or those of matching runs. "
            "`alerts` sends only alerts that name the webhook as a recipient."
        ),
    ]


class NewSubscription(Subscription):
    """An outgoing webhook with a new secret, which is returned once."""

    secret: str | None


class SubscriptionList(Answer):
    """The outgoing webhooks of a workspace."""

    subscriptions: Sequence[Subscription]


class Outgoing(Copied):
    """One delivery of an outgoing webhook. Its id is the `webhook-id` of every attempt."""

    id: str
    run_id: Annotated[str, Meta(description="Empty for an inbox item without a run.")]
    type: Annotated[
        str, Meta(examples=["run.succeeded", "run.failed", "inbox.opened", "alert.firing"])
    ]
    status: Literal["pending", "delivered", "failed"]
    attempts: int
    next_at: Time | None
    last_status: int | None
    last_error: str | None
    created_at: Time
    delivered_at: Time | None
    payload: str


class OutgoingList(Answer):
    """Deliveries, newest first."""

    deliveries: Sequence[Outgoing]
    next_cursor: Cursor
