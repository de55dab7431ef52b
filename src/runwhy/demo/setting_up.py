"""Sets up what stands behind made-up runs: triggers, what came to them, who was told."""

from __future__ import annotations

from datetime import datetime
from random import Random

from runwhy.core.queries import parse
from runwhy.core.runs.run import Run
from runwhy.demo.almanac import DemoIds
from runwhy.demo.story import DEMO_TAGS
from runwhy.demo.told import AUTHOR, DELIVERIES, came, sent, subscribers
from runwhy.demo.triggers import REVIEW, made_up_triggers, trigger_id
from runwhy.ports import RunFilter
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.store import SqlStore
from runwhy.stores.triggers import outgoing_deliveries, subscriptions, triggers, webhook_deliveries


def set_up(tx: Tx, workspace: int, *, since: datetime, now: datetime) -> int:
    """Add the triggers, but for those whose name is taken; how many."""
    taken = {trigger.name for trigger in triggers.list_triggers(tx.conn, workspace)}
    made = made_up_triggers(workspace, since=since, now=now)
    free = [trigger for trigger in made if trigger.name not in taken]
    for trigger in free:
        triggers.add(tx, trigger, None)
    return len(free)


async def tell_others(
    store: SqlStore, workspace: int, *, since: datetime, now: datetime, rng: Random
) -> None:
    """What came to the webhook last, and what subscribers were sent of the last failures."""
    ids = DemoIds(rng)
    hook = trigger_id(REVIEW, since)
    on_call, gone = subscribers(workspace, since=since, ids=ids, rng=rng)

    async def newest(query: str, most: int) -> list[Run]:
        asked = RunFilter(query=parse(query, now=now))
        return list(reversed(await store.list_runs(workspace, asked, limit=most)))

    deliveries = came(hook, await newest(f"trigger.id:{hook}", DELIVERIES), ids=ids)
    told = sent(on_call, await newest(on_call.query, 2 * DELIVERIES), ids=ids)

    def write(tx: Tx) -> None:
        for delivery in deliveries if triggers.find(tx.conn, hook) else []:
            webhook_deliveries.add(tx, delivery, len(deliveries))
        for subscriber in (on_call, gone):
            subscriptions.add(tx, subscriber, None)
        outgoing_deliveries.add(tx, told)

    await store.in_transaction(write)


def take_down(tx: Tx, workspace: int) -> int:
    """Remove the triggers and subscriptions that were made up; how many triggers."""
    for subscription in subscriptions.list_subscriptions(tx.conn, workspace):
        if subscription.created_by == AUTHOR:
            subscriptions.remove(tx, workspace, subscription.id)
    marked = [
        trigger
        for trigger in triggers.list_triggers(tx.conn, workspace)
        if DEMO_TAGS.items() <= trigger.tags.items()
    ]
    for trigger in marked:
        triggers.remove(tx, workspace, trigger.id)
    return len(marked)
