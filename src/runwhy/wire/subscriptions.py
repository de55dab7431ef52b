"""Outgoing webhooks: request bodies and JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from runwhy.core.json import JsonObject
from runwhy.core.triggers.subscriptions import MAX_URL, Outgoing, Subscriber
from runwhy.wire.fields import Body, Name
from runwhy.wire.responses import time_text

MAX_QUERY = 2000


class SubscriptionFields(Body):
    """The fields of an outgoing webhook that can be changed."""

    name: Name | None = None
    query: Annotated[str, Field(max_length=MAX_QUERY)] | None = None
    enabled: bool | None = None
    url: Annotated[str, Field(max_length=MAX_URL)] | None = None

    def over(self, old: Subscriber) -> Subscriber:
        """Return the subscription with these changes."""
        enabled = old.enabled if self.enabled is None else self.enabled
        return replace(
            old,
            name=old.name if self.name is None else self.name,
            query=old.query if self.query is None else self.query,
            url=self.url or old.url,
            enabled=enabled,
            note=None if enabled else old.note,
        )


class SubscriptionBody(SubscriptionFields):
    """Body of `POST /subscriptions`."""

    url: Annotated[str, Field(min_length=1, max_length=MAX_URL)]


def subscription_json(subscription: Subscriber) -> JsonObject:
    """Return a subscription as JSON, without its secret."""
    return {
        "id": subscription.id,
        "name": subscription.name,
        "url": subscription.url,
        "query": subscription.query,
        "enabled": subscription.enabled,
        "note": subscription.note,
        "createdBy": subscription.created_by,
        "createdAt": time_text(subscription.created_at),
        "updatedAt": time_text(subscription.updated_at),
    }


def outgoing_json(outgoing: Outgoing) -> JsonObject:
    """Return a delivery as JSON."""
    next_at, delivered_at = outgoing.next_at, outgoing.delivered_at
    return {
        "id": outgoing.id,
        "runId": outgoing.run_id,
        "type": outgoing.type,
        "status": outgoing.status,
        "attempts": outgoing.attempts,
        "nextAt": time_text(next_at) if next_at else None,
        "lastStatus": outgoing.last_status,
        "lastError": outgoing.last_error,
        "createdAt": time_text(outgoing.created_at),
        "deliveredAt": time_text(delivered_at) if delivered_at else None,
        "payload": outgoing.payload,
    }
