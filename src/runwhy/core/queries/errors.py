"""The error for an invalid query."""

from __future__ import annotations

from runwhy.errors import InvalidInput, Problem


class QueryError(InvalidInput):
    """An invalid query, with the `column` of the error (from 1) and the `expected` text."""

    def __init__(
        self,
        column: int,
        expected: str,
        *,
        hint: str = "",
        limit: int | None = None,
        actual: int | None = None,
    ) -> None:
        tail = f"; {hint}" if hint else ""
        text = f"column {column}: expected {expected}{tail}"
        super().__init__([Problem("", text, limit, actual)])
        self.column = column
        self.expected = expected
