"""Validation of triggers, by kind, and the environment variables that they may name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fnmatch import fnmatchcase

from runwhy.core.triggers.schedules import parse_schedule
from runwhy.core.triggers.trigger import Trigger, TriggerKind
from runwhy.core.triggers.webhooks import SCHEMES, hook_problems
from runwhy.errors import InvalidInput, Problem

ReadVariable = Callable[[str], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerVariables:
    """Patterns of the names that `tokenEnv` and `secretEnv` may have.

    Without them, a caller who may create a trigger could send any secret of the server to Telegram.
    """

    tokens: Sequence[str] = ("RUNWHY_TELEGRAM_*",)
    secrets: Sequence[str] = ("RUNWHY_WEBHOOK_SECRET*",)

    def problems(self, trigger: Trigger) -> Iterator[Problem]:
        """Yield the names that are not allowed."""
        token, secret = trigger.config.token_env, trigger.config.secret_env
        for where, name, patterns, setting in (
            ("/tokenEnv", token, self.tokens, "telegram_variables"),
            ("/secretEnv", secret, self.secrets, "webhook_variables"),
        ):
            if name and not is_allowed(name, patterns):
                listed = ", ".join(patterns) or "no name"
                rule = f"must match {listed}; the operator allows other names with {setting}"
                yield Problem(where, rule)


def is_allowed(name: str, patterns: Sequence[str]) -> bool:
    """Whether the name matches one of the patterns."""
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def read_allowed(read: ReadVariable, patterns: Sequence[str]) -> ReadVariable:
    """Return a reader that finds only variables whose names match a pattern."""
    return lambda name: read(name) if is_allowed(name, patterns) else None


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
            if trigger.config.inbox_user_ids and trigger.config.inbox_chat_id is None:
                yield Problem("/inboxChatId", "is required with inboxUserIds")


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
