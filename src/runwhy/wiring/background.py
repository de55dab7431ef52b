"""Background tasks: triggers, timers, bots, outgoing webhooks, and erasures."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from runwhy.core.triggers.rules import read_allowed
from runwhy.ports import (
    ALERTS_TOPIC,
    ENDED_TOPIC,
    ERASED_TOPIC,
    ERASURES_TOPIC,
    INBOX_TOPIC,
    OUTGOING_TOPIC,
    TIMERS_TOPIC,
    TRIGGERS_TOPIC,
    Feed,
)
from runwhy.server.dependencies import Services
from runwhy.services.alert_evaluator import AlertEvaluator
from runwhy.services.channels import Channels
from runwhy.services.evaluator import Evaluator
from runwhy.services.post_run import PostRun
from runwhy.stores.sql.bounded_memory import BoundedMemory
from runwhy.triggers.telegram import TelegramBots
from runwhy.triggers.ticker import FireDue, Ticker
from runwhy.wiring.container import Container

BackgroundTask = Callable[[], Coroutine[Any, Any, None]]  # runs until cancelled
LISTEN_FOR = 3600.0  # seconds


def make_channels(container: Container, services: Services) -> Channels:
    """Create the service for chat channels. Only one server at a time polls a bot."""
    return Channels(
        store=container.store,
        timers=container.store,
        runs=services.runs,
        sessions=services.sessions,
        env=read_allowed(container.environ.get, container.settings.telegram_variables),
        vault=container.vault,
        clock=container.clock,
        server=container.lease_holder(),
    )


def make_background_tasks(
    container: Container, services: Services, channels: Channels, *, work: bool, fire: bool
) -> Sequence[BackgroundTask]:
    """Create the background tasks. They are not started yet.

    Every server continues erasures. A server with workers also handles the follow-up work of ended
    runs. With `fire`, it starts runs, sends webhooks and applies retention rules.
    """
    fire = work and fire
    erasures = services.erasures

    async def erase() -> datetime | None:
        due = await erasures.keep_rules() if fire else None
        await erasures.work_off()
        return due

    tickers: list[tuple[FireDue, str]] = [(erase, ERASURES_TOPIC)]
    if work:
        tickers.append((make_endings(container, services).settle, ENDED_TOPIC))
    if fire:
        tickers.append((services.triggers.fire_due, TRIGGERS_TOPIC))
        tickers.append((services.autonomy.fire_due, TIMERS_TOPIC))
        tickers.append((services.deliveries.send_due, OUTGOING_TOPIC))
        tickers.append((services.notices.notify, INBOX_TOPIC))
        tickers.append((make_evaluator(container, services).evaluate, ALERTS_TOPIC))
    feed, clock = container.feed, container.clock
    return [
        partial(forget_erased, feed, container.store.known_turns, container.store.known_columns),
        *(Ticker(fire_due=due, feed=feed, clock=clock, topic=topic).run for due, topic in tickers),
        *(
            [TelegramBots(channel=channels, notices=services.notices, feed=feed).run]
            if fire
            else []
        ),
    ]


async def forget_erased(feed: Feed, *memories: BoundedMemory[Any, Any]) -> None:
    """Drop cached values whenever any server has erased some of them."""
    async with feed.subscribe(ERASED_TOPIC) as erased:
        while True:
            if await erased.wait(LISTEN_FOR):
                for memory in memories:
                    memory.forget()


def make_evaluator(container: Container, services: Services) -> AlertEvaluator:
    """Create the service that evaluates alerts. Only one server at a time does it."""
    return AlertEvaluator(
        store=container.store,
        changes=services.alerts.changes,
        clock=container.clock,
        server=container.lease_holder(),
    )


def make_endings(container: Container, services: Services) -> PostRun:
    """Create the service that handles the follow-up work of ended runs."""
    evaluator = Evaluator(
        store=container.store,
        runs=services.runs,
        autonomy=services.autonomy,
        clock=container.clock,
    )
    return PostRun(
        notes=container.store,
        evaluator=evaluator,
        deliveries=services.deliveries,
        erasures=container.store,
        clock=container.clock,
        telemetry=container.telemetry,
    )
