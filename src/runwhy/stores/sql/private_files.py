"""Files that only their owner can read, because they hold users' data."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO


def make_private(path: Path) -> None:
    """Create an empty file that only its owner can read, unless the file exists."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def new_private(path: Path) -> BinaryIO:
    """Create a file that only its owner can read, and open it for writing.

    An existing file is deleted first: it may be a link, or belong to another user.

    Raises: OSError.
    """
    path.unlink(missing_ok=True)
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0)
    return os.fdopen(os.open(path, flags, 0o600), "wb")
