"""Files that hold what people said: nobody else on the machine reads them."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO


def make_private(path: Path) -> None:
    """An empty file that only its owner reads; one that is there stays as it is."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def new_private(path: Path) -> BinaryIO:
    """A new file that only its owner reads, open for writing. What lay there is taken away first:
    it may be a link, or somebody else's, left there in order to read what comes.

    Raises: OSError.
    """
    path.unlink(missing_ok=True)
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0)
    return os.fdopen(os.open(path, flags, 0o600), "wb")
