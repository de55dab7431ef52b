"""What goes off by itself: triggers, timers, bots, deliveries to those who are told of runs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from runwhy.ports import ENDED_TOPIC, ERASURES_TOPIC, TIMERS_TOPIC
from runwhy.server.dependencies import Services
from runwhy.services.channels import Channels
from runwhy.services.evaluator import Evaluator
from runwhy.services.post_run import PostRun
from runwhy.triggers.outgoing_webhooks import Deliverer
from runwhy.triggers.telegram import TelegramBots
from runwhy.triggers.ticker import Ticker
from runwhy.wiring.container import Ground


class Firing(Protocol):
    """Something that is at work in the background, between its start and its stop."""

    def start(self) -> None: ...
    async def stop(self) -> None: ...


def make_channels(ground: Ground, services: Services) -> Channels:
    """Who speaks with people through a bot; of several servers one at a time."""
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
    """All of it, not started."""
    feed, clock = ground.feed, ground.clock
    return [
        Ticker(services.triggers.fire_due, feed, clock),
        Ticker(services.autonomy.fire_due, feed, clock, topic=TIMERS_TOPIC),
        TelegramBots(channels, feed),
        Deliverer(services.deliveries.send_due, feed, clock),
    ]


def endings_of(ground: Ground, services: Services) -> PostRun:
    """What comes of runs that have ended."""
    evaluator = Evaluator(
        store=ground.store,
        timers=ground.store,
        runs=services.runs,
        autonomy=services.autonomy,
        clock=ground.clock,
    )
    return PostRun(
        notes=ground.store,
        evaluator=evaluator,
        deliveries=services.deliveries,
        telemetry=ground.telemetry,
    )


def make_endings(ground: Ground, services: Services) -> Firing:
    """Who sees to what comes of runs that have ended."""
    endings = endings_of(ground, services)
    return Ticker(endings.settle, ground.feed, ground.clock, topic=ENDED_TOPIC)


def make_eraser(ground: Ground, services: Services, *, rules: bool) -> Firing:
    """Who goes on with what is to be erased; with `rules`, also who begins it by itself."""
    erasures = services.erasures

    async def erase() -> datetime | None:
        due = await erasures.keep_rules() if rules else None
        await erasures.work_off()
        return due

    return Ticker(erase, ground.feed, ground.clock, topic=ERASURES_TOPIC)
