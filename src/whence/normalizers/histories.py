"""Histories: what agents keep on disk, as folds like those of their streams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from whence.normalizers import Normalizer, claude, claude_history
from whence.normalizers.reading import NOT_READABLE

HISTORIES: Mapping[str, Normalizer[Any]] = {
    "claude": Normalizer(claude.State(), claude_history.normalize, claude.finish),
}
_QUIET: Mapping[str, frozenset[str]] = {"claude": claude_history.QUIET}


class _Head(msgspec.Struct, gc=False):
    type: str = ""


_head = msgspec.json.Decoder(_Head)


def is_quiet(agent: str, line: bytes) -> bool:
    """Whether a line tells nothing of what happened: it need not be read further."""
    if not line.strip():
        return True
    try:
        return _head.decode(line).type in _QUIET[agent]
    except NOT_READABLE:
        return False
