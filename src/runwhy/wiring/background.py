"""Background tasks: triggers, timers, bots, outgoing webhooks, and erasures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from runwhy.ports import ENDED_TOPIC, ERASURES_TOPIC, TIMERS_TOPIC
from runwhy.server.dependencies import Services
from runwhy.services.channels import Channels
from runwhy.services.evaluator import Evaluator
from runwhy.services.post_run import Endings
from runwhy.triggers.outgoing_webhooks import Deliverer
from runwhy.triggers.telegram import TelegramBots
from runwhy.triggers.ticker import Ticker
from runwhy.wiring.container import Ground


class Firing(Protocol):
    """A background task with a start and a stop."""

    def start(self) -> None: ...
    async def stop(self) -> None: ...


def make_channels(ground: Ground, services: Services) -> Channels:
    """Create the service for chat channels. Only one server at a time polls a bot."""
    return Channels(
        store=ground.store,
        triggers=ground.store,
        runs=services.runs,
        sessions=services.sessions,
        env=ground.environ.get,
        vault=ground.vault,
        clock=ground.clock,
        server=ground.new_id("wrk") if ground.settings.is_postgres else "the only one",
    )


def make_firing(ground: Ground, services: Services, channels: Channels) -> Sequence[Firing]:
    """Create the tasks that start runs and send webhooks. They are not started yet."""
    feed, clock = ground.feed, ground.clock
    return [
        Ticker(services.triggers.fire_due, feed, clock),
        Ticker(services.autonomy.fire_due, feed, clock, topic=TIMERS_TOPIC),
        TelegramBots(channels, feed),
        Deliverer(services.deliveries.send_due, feed, clock),
    ]


def endings_of(ground: Ground, services: Services) -> Endings:
    """Create the service that handles the follow-up work of ended runs."""
    evaluator = Evaluator(
        store=ground.store,
        timers=ground.store,
        runs=services.runs,
        autonomy=services.autonomy,
        clock=ground.clock,
    )
    return Endings(
        notes=ground.store,
        evaluator=evaluator,
        deliveries=services.deliveries,
        telemetry=ground.telemetry,
    )


def make_endings(ground: Ground, services: Services) -> Firing:
    """Create the task that handles the follow-up work of ended runs."""
    endings = endings_of(ground, services)
    return Ticker(endings.settle, ground.feed, ground.clock, topic=ENDED_TOPIC)


def make_eraser(ground: Ground, services: Services, *, rules: bool) -> Firing:
    """Create the task that continues erasures and, with `rules`, applies retention rules."""
    erasures = services.erasures

    async def erase() -> datetime | None:
        due = await erasures.keep_rules() if rules else None
        await erasures.work_off()
        return due

    return Ticker(erase, ground.feed, ground.clock, topic=ERASURES_TOPIC)
