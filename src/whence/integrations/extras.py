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
        if (error.name or "").startswith("whence"):
            raise
        message = f"{error.name} is not installed; pip install 'whence[{extra}]' brings it"
        raise ImportError(message, name=error.name) from error
