"""Routes for outgoing webhooks and their deliveries."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.triggers.subscriptions import Subscriber
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ClockDep, IdempotencyDep, ServicesDep, base_path
from runwhy.server.query_params import PageDep, next_cursor
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.services.deliveries import make_secret
from runwhy.wire.answer import Ok
from runwhy.wire.subscriptions import (
    NewSubscription,
    Outgoing,
    OutgoingList,
    Subscription,
    SubscriptionBody,
    SubscriptionFields,
    SubscriptionList,
)

router = Router(base_path("{slug}") + "/subscriptions", tag="subscriptions")

Reader = Annotated[Caller, caller_with(Scope.TRIGGERS_READ)]
Writer = Annotated[Caller, caller_with(Scope.TRIGGERS_WRITE)]
# A subscription sends runs, and its deliveries contain them.
RunReader = Annotated[Caller, caller_with(Scope.TRIGGERS_READ, Scope.RUNS_READ)]
Subscribing = Annotated[Caller, caller_with(Scope.TRIGGERS_WRITE, Scope.RUNS_READ)]


@router.post("", answers_with(NewSubscription, 201))
async def add_subscription(
    caller: Subscribing,
    body: SubscriptionBody,
    once: IdempotencyDep,
    services: ServicesDep,
    clock: ClockDep,
) -> object:
    """Create an outgoing webhook for runs that match a query. The secret is returned once."""
    actor, now, secret = caller.actor, clock(), make_secret()
    draft = Subscriber(
        id="",
        workspace=caller.workspace.id,
        name="",
        url=body.url,
        secret=secret,
        created_by=actor.label,
        key_id=caller.key_id,
        created_at=now,
        updated_at=now,
    )
    made = await services.deliveries.add(body.over(draft), once=once)
    shown = secret if made.secret == secret else None
    return NewSubscription.of(made, secret=shown)


@router.get("", answers_with(SubscriptionList))
async def list_subscriptions(caller: Reader, services: ServicesDep) -> object:
    """List outgoing webhooks."""
    found = await services.deliveries.list(caller.workspace.id)
    return SubscriptionList(subscriptions=[Subscription.of(item) for item in found])


@router.get("/{subscription_id}", answers_with(Subscription))
async def get_subscription(subscription_id: str, caller: Reader, services: ServicesDep) -> object:
    """Get an outgoing webhook."""
    found = await services.deliveries.get(caller.workspace.id, subscription_id)
    return Subscription.of(found)


@router.patch("/{subscription_id}", answers_with(Subscription))
async def change_subscription(
    subscription_id: str,
    caller: Subscribing,
    body: SubscriptionFields,
    services: ServicesDep,
) -> object:
    """Update an outgoing webhook, which then has your access. Omitted fields keep their values."""

    def change(old: Subscriber) -> Subscriber:
        return replace(body.over(old), key_id=caller.key_id)

    changed = await services.deliveries.change(caller.workspace.id, subscription_id, change)
    return Subscription.of(changed)


@router.post("/{subscription_id}/rotate", answers_with(NewSubscription))
async def rotate_secret(subscription_id: str, caller: Writer, services: ServicesDep) -> object:
    """Rotate the secret. The new one is returned once; the old one stays valid for a day."""
    changed = await services.deliveries.rotate(caller.workspace.id, subscription_id)
    return NewSubscription.of(changed)


@router.delete("/{subscription_id}", answers_with(Ok))
async def remove_subscription(
    subscription_id: str, caller: Writer, services: ServicesDep
) -> object:
    """Delete an outgoing webhook."""
    await services.deliveries.remove(caller.workspace.id, subscription_id)
    return Ok(ok=True)


@router.get("/{subscription_id}/deliveries", answers_with(OutgoingList))
async def list_outgoing(
    subscription_id: str,
    caller: RunReader,
    services: ServicesDep,
    page: PageDep,
) -> object:
    """List deliveries, newest first."""
    owner = await services.deliveries.get(caller.workspace.id, subscription_id)
    question = {"deliveriesTo": owner.id}
    found, more = await services.deliveries.sent(
        owner.id, limit=page.limit, before=page.start(question, None)
    )
    shown = [Outgoing.of(outgoing) for outgoing in found]
    return OutgoingList(deliveries=shown, next_cursor=next_cursor(question, more))


@router.post("/{subscription_id}/deliveries/{delivery_id}/replay", answers_with(Outgoing, 202))
async def replay_outgoing(
    subscription_id: str, delivery_id: str, caller: Subscribing, services: ServicesDep
) -> object:
    """Send a delivery again, with the same id."""
    owner = await services.deliveries.get(caller.workspace.id, subscription_id)
    return Outgoing.of(await services.deliveries.replay(owner, delivery_id))
