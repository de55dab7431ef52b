"""Limits of tools: allowed hosts, timeout and output size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from runwhy.core.runs.run import Failure
from runwhy.net.addresses import Allowed, Resolve, resolve
from runwhy.vault import PLAIN, Vault


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolLimits:
    """Allowed hosts, timeout, output size, the vault of the tools' secrets, and `known` secrets.

    Known secrets are redacted in errors.
    """

    allowed: Allowed = field(default_factory=Allowed)
    timeout: float = 60.0
    output_limit: int = 64 * 1024
    resolve: Resolve = resolve
    vault: Vault = PLAIN
    known: Sequence[str] = field(default=(), repr=False)


class McpFailed(Exception):
    """An MCP server could not be reached or returned an error."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure
