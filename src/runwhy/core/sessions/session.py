"""Sessions: conversations; a session's tags are the default for each of its runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from runwhy.core.json import JsonObject
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
    spec: JsonObject
    created_at: datetime
    last_used_at: datetime
    name: str = ""
    summary: str = ""
    labelled_by: str | None = None  # the run whose message is the summary
    status: SessionStatus = SessionStatus.ACTIVE
    tags: Tags = field(default_factory=dict)
    autonomy: JsonObject | None = None
    version: int = 1
    ended_at: datetime | None = None
    seq: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPatch:
    """Changes to a session. Tags are merged; None removes one."""

    tags: Override = field(default_factory=dict)
    name: str | None = None
    autonomy: JsonObject | None = None
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
        autonomy=_merged(session.autonomy, patch.autonomy),
        version=session.version + 1,
    )


def _merged(old: JsonObject | None, new: JsonObject | None) -> JsonObject | None:
    if new is None:
        return old
    kept: Mapping[str, object] = {**(old or {}), **new}
    return {key: value for key, value in kept.items() if value is not None}
