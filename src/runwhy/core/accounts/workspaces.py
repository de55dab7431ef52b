"""Workspaces, keys with their scopes, and named agents."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal, TypedDict

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.runs.origin import Actor, ActorKind
from runwhy.core.runs.tags import Tags
from runwhy.errors import InvalidInput, Problem

DEFAULT_SLUG = "default"
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")

KeyClient = Literal["api", "cli"]


class Scope(StrEnum):
    """A permission of a key."""

    RUNS_READ = "runs:read"
    RUNS_WRITE = "runs:write"
    SESSIONS_READ = "sessions:read"
    SESSIONS_WRITE = "sessions:write"
    TRIGGERS_READ = "triggers:read"
    TRIGGERS_WRITE = "triggers:write"
    TERMINAL = "terminal"
    MODELS_READ = "models:read"
    ADMIN = "admin"


ALL_SCOPES = frozenset(Scope)
BOUND_SCOPES = frozenset({Scope.RUNS_READ, Scope.SESSIONS_READ, Scope.MODELS_READ})


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """Owns everything below it; other workspaces cannot see it."""

    id: int
    slug: str
    name: str
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A credential of a workspace; only its hash is stored.

    A key limited to tags sees only the runs and sessions that have all of them.
    """

    id: str
    workspace: int
    name: str
    hash: str
    hint: str
    scopes: frozenset[Scope]
    created_at: datetime
    client: KeyClient = "api"
    tags: Tags = field(default_factory=dict)
    revoked_at: datetime | None = None
    old_hash: str | None = None  # from before the rotation
    old_until: datetime | None = None  # when the old secret expires
    expires_at: datetime | None = None

    def is_expired(self, at: datetime) -> bool:
        """Whether the key has expired at this time."""
        return self.expires_at is not None and at >= self.expires_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """A named spec that runs and sessions can refer to, by its id or its name."""

    id: str
    workspace: int
    name: str
    spec: AgentSpec
    created_at: datetime
    updated_at: datetime
    version: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentVersion:
    """The state of an agent after one change. Changes before an upgrade have no known actor."""

    id: str
    workspace: int
    agent_id: str
    version: int
    name: str
    spec: AgentSpec
    created_at: datetime
    actor_kind: ActorKind | None = None
    actor_id: str | None = None
    actor_name: str | None = None

    @property
    def actor(self) -> Actor | None:
        """The actor of the change."""
        if self.actor_kind is None:
            return None
        return Actor(kind=self.actor_kind, id=self.actor_id, name=self.actor_name)


def version_of(agent: Agent, actor: Actor | None) -> AgentVersion:
    """Return the version to keep of an agent that was just created or changed."""
    return AgentVersion(
        id=f"{agent.id}/{agent.version}",
        workspace=agent.workspace,
        agent_id=agent.id,
        version=agent.version,
        name=agent.name,
        spec=agent.spec,
        created_at=agent.updated_at,
        actor_kind=actor.kind if actor else None,
        actor_id=actor.id if actor else None,
        actor_name=actor.name if actor else None,
    )


class KeyChanges(TypedDict, total=False):
    """Changes to a key. They never give it access to more."""

    name: str
    expires_at: datetime | None


def parse_slug(text: str) -> str:
    """Parse the slug of a workspace. Raises: InvalidInput."""
    if not _SLUG.fullmatch(text):
        rule = "must have 1 to 63 characters of a-z 0-9 - and start with a letter or digit"
        raise InvalidInput([Problem("/slug", rule, 63, len(text))])
    return text


def check_bound(tags: Tags, scopes: frozenset[Scope]) -> None:
    """Check that a key limited to tags has only scopes that support it. Raises: InvalidInput."""
    beyond = scopes - BOUND_SCOPES
    if tags and beyond:
        rule = f"a key with tags allows only {', '.join(sorted(BOUND_SCOPES))}; remove "
        raise InvalidInput([Problem("/scopes", rule + ", ".join(sorted(beyond)))])


def check_expiry(at: datetime | None, *, now: datetime) -> None:
    """Check that a new key has not expired yet. Raises: InvalidInput."""
    if at is not None and at <= now:
        rule = f"is in the past ({at.isoformat()}); use a later time or none"
        raise InvalidInput([Problem("/expiresAt", rule)])


def allows(scopes: frozenset[Scope], needed: Scope) -> bool:
    """Whether these scopes suffice: `admin` includes everything, a write scope includes read."""
    if Scope.ADMIN in scopes or needed in scopes:
        return True
    return needed.endswith(":read") and needed.replace(":read", ":write") in scopes
