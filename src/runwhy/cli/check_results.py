"""Results of the checks of `runwhy doctor`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """The result of one check. `do` suggests a fix."""

    name: str
    state: State
    detail: str
    do: str = ""
