"""Files that hold what people said: nobody else on the machine reads them."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def make_private(path: Path) -> None:
    """An empty file that only its owner reads; one that is there stays as it is."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
