"""Optional extras: an error that says what to install."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """What is imported here comes with an extra. Raises: ImportError, which names it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("runwhy"):
            raise
        how = f"pip install '.[{extra}]' in a clone of Runwhy brings it"
        message = f"{error.name} is not installed; {how}"
        raise ImportError(message, name=error.name) from error
