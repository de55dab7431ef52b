"""Optional extras: import errors that name the extra to install."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Import modules of an extra in this block. Raises: ImportError that names the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("runwhy"):
            raise
        how = f"run pip install '.[{extra}]' in a clone of Runwhy"
        message = f"{error.name} is not installed; {how}"
        raise ImportError(message, name=error.name) from error
