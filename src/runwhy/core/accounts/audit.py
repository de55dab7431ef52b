"""The audit log: who changed what, with old and new values but no secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from runwhy.core.agents.spec_secrets import shown_tools
from runwhy.core.json import JsonObject
from runwhy.core.redaction import redact_json
from runwhy.core.runs.origin import Actor

HIDDEN = "[redacted]"

_SECRET = frozenset({"hash", "old_hash", "secret", "previous_secret"})
_OURS = frozenset({"workspace", "seq", "version", "updated_at", "next_at", "cursor"})


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditContext:
    """The actor of a change, its time, and secret values to redact in its record."""

    actor: Actor
    at: datetime
    known: Sequence[str] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRecord:
    """One change. `subject` is the id of the changed object; `before` is None for something new."""

    seq: int
    at: datetime
    actor: Actor
    action: str
    subject: str
    before: JsonObject | None
    after: JsonObject | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFilter:
    """Filters for changes. `action` may be a prefix such as `key`."""

    actor: str | None = None
    action: str | None = None
    subject: str | None = None
    since: datetime | None = None
    until: datetime | None = None


def difference(
    before: JsonObject | None, after: JsonObject | None, *, known: Sequence[str] = ()
) -> tuple[JsonObject | None, JsonObject | None]:
    """Return the fields that differ between two states, without secrets.

    A changed secret is recorded as changed, without its value.
    """
    old, new = _told(before), _told(after)
    if old is not None and new is not None:
        changed = [name for name in new if old.get(name) != new[name]]
        old, new = ({name: state.get(name) for name in changed} for state in (old, new))
    return _hidden(old, known), _hidden(new, known)


def _told(state: JsonObject | None) -> JsonObject | None:
    if state is None:
        return None
    return {name: value for name, value in state.items() if name not in _OURS}


def _hidden(state: JsonObject | None, known: Sequence[str]) -> JsonObject | None:
    return None if state is None else {name: _value(name, it, known) for name, it in state.items()}


def _value(name: str, value: object, known: Sequence[str]) -> object:
    if name in _SECRET:
        return None if value is None else HIDDEN
    if name == "spec" and isinstance(value, Mapping) and value.get("tools"):
        value = {**value, "tools": shown_tools(value["tools"])}
    is_open = isinstance(value, Mapping | list | str)
    return redact_json(cast(Any, value), known=known) if is_open else value
