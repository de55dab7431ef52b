"""Results of the checks of `runwhy doctor`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """The result of one check. `do` suggests a fix."""

    name: str
    state: Literal["ok", "warn", "fail"]
    detail: str
    do: str = ""


def ok(name: str, detail: str, do: str = "") -> CheckResult:
    """Return the result of a check that passed."""
    return CheckResult(name=name, state="ok", detail=detail, do=do)


def warn(name: str, detail: str, do: str) -> CheckResult:
    """Return the result of a check that found something to improve."""
    return CheckResult(name=name, state="warn", detail=detail, do=do)


def fail(name: str, detail: str, do: str) -> CheckResult:
    """Return the result of a check that failed."""
    return CheckResult(name=name, state="fail", detail=detail, do=do)
