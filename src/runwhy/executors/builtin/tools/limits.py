"""How far tools reach: where to, how long, how much; and how it is told that one did not."""

from __future__ import annotations

from dataclasses import dataclass, field

from runwhy.core.runs.run import Failure
from runwhy.net.addresses import Allowed
from runwhy.net.dns import Resolve, resolve
from runwhy.vault import PLAIN, Vault


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Where tools may go, how long they may take, how much they may say, and what opens the
    secrets that they are called with."""

    allowed: Allowed = field(default_factory=Allowed)
    timeout: float = 60.0
    output_limit: int = 64 * 1024
    resolve: Resolve = resolve
    vault: Vault = PLAIN


class McpFailed(Exception):
    """A server could not be reached, or did not answer as it should."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure
