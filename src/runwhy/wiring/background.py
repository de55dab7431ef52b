"""Background tasks: triggers, timers, bots, outgoing webhooks, and erasures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from runwhy.core.triggers.variables import read_allowed
from runwhy.ports import ENDED_TOPIC, ERASURES_TOPIC, TIMERS_TOPIC
from runwhy.server.dependencies import Services
from runwhy.services.channels import Channels
from runwhy.services.evaluator import Evaluator
from runwhy.services.post_run import PostRun
from runwhy.triggers.outgoing_webhooks import Deliverer
from runwhy.triggers.telegram import TelegramBots
from runwhy.triggers.ticker import Ticker
from runwhy.wiring.container import Container


class BackgroundTask(Protocol):
    """A background task with a start and a stop."""

    def start(self) -> None: ...
    async def stop(self) -> None: ...


def make_channels(container: Container, services: Services) -> Channels:
    """Create the service for chat channels. Only one server at a time polls a bot."""
    return Channels(
        store=container.store,
        triggers=container.store,
        timers=container.store,
        runs=services.runs,
        sessions=services.sessions,
        env=read_allowed(container.environ.get, container.settings.telegram_variables),
        vault=container.vault,
        clock=container.clock,
        server=container.new_id("wrk") if container.settings.is_postgres else "the only one",
    )


def make_background_tasks(
    container: Container, services: Services, channels: Channels
) -> Sequence[BackgroundTask]:
    """Create the tasks that start runs and send webhooks. They are not started yet."""
    feed, clock = container.feed, container.clock
    return [
        Ticker(services.triggers.fire_due, feed, clock),
        Ticker(services.autonomy.fire_due, feed, clock, topic=TIMERS_TOPIC),
        TelegramBots(channels, feed),
        Deliverer(services.deliveries.send_due, feed, clock),
    ]


def make_endings(container: Container, services: Services) -> PostRun:
    """Create the service that handles the follow-up work of ended runs."""
    evaluator = Evaluator(
        store=container.store,
        timers=container.store,
        runs=services.runs,
        autonomy=services.autonomy,
        clock=container.clock,
    )
    return PostRun(
        notes=container.store,
        evaluator=evaluator,
        deliveries=services.deliveries,
        telemetry=container.telemetry,
    )


def make_endings_task(container: Container, services: Services) -> BackgroundTask:
    """Create the task that handles the follow-up work of ended runs."""
    endings = make_endings(container, services)
    return Ticker(endings.settle, container.feed, container.clock, topic=ENDED_TOPIC)


def make_eraser(container: Container, services: Services, *, rules: bool) -> BackgroundTask:
    """Create the task that continues erasures and, with `rules`, applies retention rules."""
    erasures = services.erasures

    async def erase() -> datetime | None:
        due = await erasures.keep_rules() if rules else None
        await erasures.work_off()
        return due

    return Ticker(erase, container.feed, container.clock, topic=ERASURES_TOPIC)
