"""Problems of a request in another API's form: collected, and unknown keys at every level."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from runwhy.errors import InvalidInput, Problem

UNKNOWN = "is not a parameter that this server supports"
# Values that are the default behaviour.
USUAL: Mapping[str, tuple[Any, ...]] = {
    "n": (1,),
    "logprobs": (False, []),
    "top_logprobs": (0,),
    "service_tier": ("auto", "default"),
    "modalities": (["text"],),
    "verbosity": ("medium",),
    "truncation": ("disabled",),
    "prompt_cache_retention": ("in_memory",),
    "allowed_callers": (["direct"],),
    "async": (False,),
    "caller": ({"type": "direct"},),
    "defer_loading": (False,),
}


@dataclass(slots=True)
class Problems:
    """Collects problems, so that all of them are reported together."""

    found: list[Problem] = field(default_factory=list)

    def add(self, at: str, problem: str) -> None:
        """Add a problem."""
        self.found.append(Problem(at, problem))

    def extend(self, at: str, problems: Iterable[Problem]) -> None:
        """Add the problems of a value, whose fields are relative to it."""
        self.found += [replace(each, field=at + each.field) for each in problems]

    def check_keys(self, given: Mapping[str, Any], at: str, known: Iterable[str]) -> None:
        """Add a problem for each key that is not known, instead of ignoring it."""
        for name, value in given.items():
            if name not in known and not is_usual(name, value):
                code = "unsupported_parameter" if name in USUAL else "unknown_parameter"
                self.found.append(Problem(f"{at}/{name}", refusal_of(name), code=code))

    def check(self) -> None:
        """Report the collected problems. Raises: InvalidInput."""
        if self.found:
            raise InvalidInput(self.found)


def is_usual(name: str, value: object) -> bool:
    """Whether a value has no effect because it is the default behaviour."""
    usual = USUAL.get(name, ())
    return value is None or any(type(value) is type(one) and value == one for one in usual)


def refusal_of(name: str) -> str:
    """Return why a parameter is refused."""
    usual = USUAL.get(name)
    return f"is not supported, except with the value {usual[0]!r}" if usual else UNKNOWN
