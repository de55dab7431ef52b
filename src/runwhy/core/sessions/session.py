"""Sessions: conversations; a session's tags are the default for each of its runs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from runwhy.core.agent_spec import AgentSpec, AutonomySettings
from runwhy.core.layers import patched
from runwhy.core.runs.tags import Override, Tags, TagSource, merge_tags
from runwhy.errors import Conflict


class SessionStatus(StrEnum):
    """Whether a session accepts messages."""

    ACTIVE = "active"
    ENDED = "ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A conversation; its tags are the default for each of its runs."""

    id: str
    workspace: int
    spec: AgentSpec
    created_at: datetime
    last_used_at: datetime
    name: str = ""
    summary: str = ""
    labelled_by: str | None = None  # the run whose message is the summary
    status: SessionStatus = SessionStatus.ACTIVE
    tags: Tags = field(default_factory=dict)
    autonomy: AutonomySettings | None = None
    version: int = 1
    ended_at: datetime | None = None
    seq: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPatch:
    """Changes to a session. Tags are merged; None removes one."""

    tags: Override = field(default_factory=dict)
    name: str | None = None
    autonomy: AutonomySettings | None = None
    if_version: int | None = None


def apply_patch(session: Session, patch: SessionPatch) -> Session:
    """Apply a patch to a session. Existing runs keep their tags.

    Raises: Conflict for a stale version, InvalidInput if the merged tags break a rule.
    """
    if patch.if_version is not None and patch.if_version != session.version:
        raise Conflict(
            f"the session has version {session.version}; the request expects {patch.if_version}"
        )
    merged = merge_tags([(TagSource.SESSION, session.tags), (TagSource.SESSION, patch.tags)])
    return replace(
        session,
        tags=merged.tags,
        name=session.name if patch.name is None else patch.name,
        autonomy=_changed(session.autonomy, patch.autonomy),
        version=session.version + 1,
    )


def _changed(old: AutonomySettings | None, new: AutonomySettings | None) -> AutonomySettings | None:
    return old if new is None else patched(old or AutonomySettings(), new)
