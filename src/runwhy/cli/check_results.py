"""What `runwhy doctor` finds: how one thing stands, and what would help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """How one thing stands; `do` says what would help."""

    name: str
    state: State
    detail: str
    do: str = ""
