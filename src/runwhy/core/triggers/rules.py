"""Validation of triggers, by kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from runwhy.core.triggers.schedules import parse_schedule
from runwhy.core.triggers.trigger import Trigger, TriggerKind
from runwhy.core.triggers.variables import TriggerVariables
from runwhy.core.triggers.webhooks import SCHEMES, hook_problems
from runwhy.errors import InvalidInput, Problem


def checked(trigger: Trigger, *, now: datetime, variables: TriggerVariables) -> Trigger:
    """Return the valid trigger with its next due time set. Raises: InvalidInput."""
    problems = [*_problems(trigger, now), *variables.problems(trigger)]
    if problems:
        raise InvalidInput(problems)
    if trigger.kind is not TriggerKind.CRON:
        return trigger
    return replace(trigger, next_at=trigger.schedule.after(now) if trigger.enabled else None)


def _problems(trigger: Trigger, now: datetime) -> Iterator[Problem]:
    match trigger.kind:
        case TriggerKind.CRON:
            yield from _cron_problems(trigger, now)
            if not trigger.prompt.strip():
                yield Problem("/prompt", "is required: the task of each run")
        case TriggerKind.WEBHOOK:
            yield from hook_problems(trigger)
            if trigger.config.verify in SCHEMES and not _has_secret(trigger):
                yield Problem("/secretEnv", "secretEnv or secret is required")
        case TriggerKind.TELEGRAM:
            if not _has_secret(trigger):
                yield Problem("/tokenEnv", "tokenEnv or token is required")
            if not trigger.config.allowed_chat_ids:
                yield Problem(
                    "/allowedChatIds", "must list at least one chat; all others are ignored"
                )


def _cron_problems(trigger: Trigger, now: datetime) -> Iterator[Problem]:
    expression = trigger.config.schedule
    if expression is None:
        yield Problem("/schedule", 'is required, such as "0 2 * * *"')
        return
    try:
        parse_schedule(expression, trigger.config.timezone or "UTC", after=now)
    except InvalidInput as error:
        yield from error.problems


def _has_secret(trigger: Trigger) -> bool:
    return bool(trigger.secret or trigger.config.secret_env or trigger.config.token_env)
