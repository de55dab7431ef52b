"""Normalizers of the histories that agents keep on disk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runwhy.normalizers import claude, claude_history, codex_history, copilot, opencode_history
from runwhy.normalizers.fold_state import Changes, Line
from runwhy.normalizers.json_values import NOT_READABLE, read_type
from runwhy.normalizers.registry import Normalizer

_QUIET: Mapping[str, frozenset[str]] = {
    "claude": claude_history.QUIET,
    "codex": codex_history.QUIET,
    "copilot": frozenset(
        {"permission.completed", "permission.requested", "session.shutdown"}
        | {"session.usage_record", "system.message"}
    ),
    "opencode": frozenset(),
}


def is_quiet(agent: str, line: bytes) -> bool:
    """Return whether a line can be skipped."""
    if not line.strip():
        return True
    try:
        return read_type(line).type in _QUIET[agent]
    except NOT_READABLE:
        return False


def _copilot(state: copilot.State, line: Line) -> tuple[copilot.State, Changes]:
    """Normalize a line of Copilot's history, which is its stream plus a few lines."""
    raw = line.encode(errors="replace") if isinstance(line, str) else line
    return (state, []) if is_quiet("copilot", raw) else copilot.normalize(state, line)


HISTORIES: Mapping[str, Normalizer[Any]] = {
    "claude": Normalizer(claude.State(), claude_history.normalize, claude_history.used),
    "codex": Normalizer(codex_history.State(), codex_history.normalize),
    "copilot": Normalizer(copilot.State(), _copilot),
    "opencode": Normalizer(
        opencode_history.State(), opencode_history.normalize, opencode_history.used
    ),
}
