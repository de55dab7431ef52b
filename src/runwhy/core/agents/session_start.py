"""How a coding agent's session started, as the agent recorded it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

StartKind = Literal["interactive", "scripted", "subagent"]

MAX_FACT = 512  # characters


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionStart:
    """How and where a session started. Values are None if the agent did not record them.

    `client` is the program as the agent names it, such as `codex_exec`. `parent` is the session
    that started or was copied into this one.
    """

    kind: StartKind | None = None
    client: str | None = None
    parent: str | None = None
    directory: str | None = None
    branch: str | None = None
    version: str | None = None

    def facts(self) -> dict[str, str]:
        """Return the known values as facts of an origin."""
        named = {
            "started_as": self.kind,
            "started_by": self.client,
            "parent_session": self.parent,
            "directory": self.directory,
            "branch": self.branch,
            "agent_version": self.version,
        }
        return {name: value[:MAX_FACT] for name, value in named.items() if value}
