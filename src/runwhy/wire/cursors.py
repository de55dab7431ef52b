"""Cursors: a position in a list, bound to the list's filter."""

from __future__ import annotations

import base64
import hashlib

from runwhy.core.json import compact_json
from runwhy.errors import InvalidInput, Problem

_MAX_POSITION = 2**63 - 1


def make_cursor(filter: object, *position: int) -> str:
    """Return a cursor for the next page of a list."""
    text = ".".join(map(str, position)) + "." + _digest(filter)
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_cursor(cursor: str, filter: object, *, length: int, more: bool = False) -> tuple[int, ...]:
    """Return the position that a cursor holds: `length` numbers, or with `more` at least as many.

    Raises: InvalidInput if it is from another list.
    """
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
        *position, digest = text.split(".")
        numbers = tuple(int(number) for number in position if number.isdecimal())
    except ValueError:  # not base64, not ASCII, or too many digits
        raise InvalidInput([Problem("cursor", "is not a cursor of this list")]) from None
    fits = len(position) >= length if more else len(position) == length
    if not fits or len(numbers) != len(position) or max(numbers) > _MAX_POSITION:
        raise InvalidInput([Problem("cursor", "is not a cursor of this list")])
    if digest != _digest(filter):
        raise InvalidInput([Problem("cursor", "is from a list with a different filter")])
    return numbers


def _digest(filter: object) -> str:
    return hashlib.sha256(compact_json(filter, sort=True).encode()).hexdigest()[:12]
