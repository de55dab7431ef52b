"""Background tasks: triggers, timers, bots, outgoing webhooks, and erasures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from runwhy.core.triggers.variables import read_allowed
from runwhy.ports import ENDED_TOPIC, ERASURES_TOPIC, OUTGOING_TOPIC, TIMERS_TOPIC, TRIGGERS_TOPIC
from runwhy.server.dependencies import Services
from runwhy.services.channels import Channels
from runwhy.services.evaluator import Evaluator
from runwhy.services.post_run import PostRun
from runwhy.triggers.telegram import TelegramBots
from runwhy.triggers.ticker import FireDue, Ticker
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
        server=container.lease_holder(),
    )


def make_background_tasks(
    container: Container, services: Services, channels: Channels
) -> Sequence[BackgroundTask]:
    """Create the tasks that start runs and send webhooks. They are not started yet."""
    return [
        _ticker(container, services.triggers.fire_due, TRIGGERS_TOPIC),
        _ticker(container, services.autonomy.fire_due, TIMERS_TOPIC),
        _ticker(container, services.deliveries.send_due, OUTGOING_TOPIC),
        TelegramBots(channel=channels, feed=container.feed),
    ]


def _ticker(container: Container, fire_due: FireDue, topic: str) -> Ticker:
    return Ticker(fire_due=fire_due, feed=container.feed, clock=container.clock, topic=topic)


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
    return _ticker(container, endings.settle, ENDED_TOPIC)


def make_eraser(container: Container, services: Services, *, rules: bool) -> BackgroundTask:
    """Create the task that continues erasures and, with `rules`, applies retention rules."""
    erasures = services.erasures

    async def erase() -> datetime | None:
        due = await erasures.keep_rules() if rules else None
        await erasures.work_off()
        return due

    return _ticker(container, erase, ERASURES_TOPIC)
