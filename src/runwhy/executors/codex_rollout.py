"""Codex's own record of a thread, which names the model that `codex exec` does not report."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

BEGINNING = 256  # lines; the model is in the context of the first turn


def rollout_model(env: Mapping[str, str], thread: str) -> str | None:
    """Return the model of a thread, or None if Codex has not recorded it."""
    home = Path(env.get("CODEX_HOME") or Path(env.get("HOME", "~")).expanduser() / ".codex")
    for path in sorted((home / "sessions").glob(f"*/*/*/rollout-*{thread}.jsonl")):
        with path.open("rb") as lines:
            for line, _ in zip(lines, range(BEGINNING), strict=False):
                if b'"turn_context"' in line and (model := _model(line)):
                    return model
    return None


def _model(line: bytes) -> str | None:
    try:
        record = json.loads(line)
        model = record["payload"]["model"] if record["type"] == "turn_context" else None
    except (ValueError, RecursionError, TypeError, KeyError):
        return None
    return model if isinstance(model, str) and model else None
