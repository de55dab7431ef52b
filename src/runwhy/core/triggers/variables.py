"""Environment variables that triggers may name: an allow-list of the operator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from runwhy.core.triggers.trigger import Trigger
from runwhy.errors import Problem

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
