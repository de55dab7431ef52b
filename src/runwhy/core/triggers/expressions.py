"""JMESPath expressions of webhook triggers, evaluated on untrusted bodies with bounded work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError
from jmespath.visitor import TreeInterpreter

from runwhy.core.json import compact_json
from runwhy.errors import InvalidInput, Problem

MAX_EXPRESSION = 500
MAX_STEPS = 500_000  # evaluated expressions and created items, per body
MAX_WEIGHT = 1024 * 1024  # characters of results as JSON


class ExpressionTooCostly(InvalidInput):
    """An expression needs too much work on a body."""


def expression_problem(expression: object) -> str | None:
    """Return why a JMESPath expression is invalid, or None."""
    if not isinstance(expression, str) or len(expression) > MAX_EXPRESSION:
        return f"must be a JMESPath expression of at most {MAX_EXPRESSION} characters"
    try:
        jmespath.compile(expression.strip())
    except (JMESPathError, ValueError, RecursionError) as error:
        line = str(error).partition("\n")[0]
        return f"{expression.strip()!r} is not a JMESPath expression: {line}"
    return None


class Finder:
    """Evaluates expressions on one body within one shared budget.

    `[@,@][]` doubles a list; forty of them in a row would otherwise use all memory.
    """

    def __init__(self, body: object, *, field: str) -> None:
        self._body = body
        self._interpreter = _Bounded(field)

    def find(self, expression: str) -> object:
        """Return the result of an expression, or None. Raises: ExpressionTooCostly."""
        try:
            parsed = jmespath.compile(expression.strip()).parsed
            found: object = self._interpreter.visit(parsed, self._body)
            if not isinstance(found, str):
                compact_json(found)  # a sum may be infinite, which JSON cannot hold
        except (JMESPathError, ValueError, TypeError, RecursionError):
            return None  # such as a function called with the wrong type
        return found


class _Bounded(TreeInterpreter):
    """Counts steps and weighs results; shared values count each time."""

    def __init__(self, field: str) -> None:
        super().__init__()
        self._field = field
        self._left = MAX_STEPS
        # Keeps each value alive, so that its id is not reused.
        self._weights: dict[int, tuple[object, int]] = {}

    def visit(self, node: Any, *args: Any, **kwargs: Any) -> Any:
        self._count(1)
        found = super().visit(node, *args, **kwargs)
        if self._weight(found) > MAX_WEIGHT:
            raise self._too_much()
        return found

    def _weight(self, value: object) -> int:
        if isinstance(value, str):
            return len(value)
        if not isinstance(value, list | Mapping):
            return 1
        known = self._weights.get(id(value))
        if known is not None:
            return known[1]
        inside: Iterable[object] = value if isinstance(value, list) else chain(*value.items())
        self._count(len(value))
        weight = 2 + sum(self._weight(item) + 1 for item in inside)
        self._weights[id(value)] = value, weight
        return weight

    def _count(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise self._too_much()

    def _too_much(self) -> ExpressionTooCostly:
        rule = "is too costly for this body; use shorter paths"
        return ExpressionTooCostly([Problem(self._field, rule)])
