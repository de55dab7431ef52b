"""`runwhy serve` with a clock that can be set: the file named by SOAK_CLOCK holds the seconds.

Only `wall_clock` reads the time (a lint rule keeps it so), so setting that one sets all.
"""

from __future__ import annotations

import mmap
import os
import struct
import sys
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from types import SimpleNamespace

from runwhy.cli import main
from runwhy.wiring import wall_clock


def make_clock(path: Path) -> None:
    """A file that says: as it is."""
    path.write_bytes(struct.pack("d", 0.0))


def set_clock(path: Path, seconds: float) -> None:
    """From now on the server's clock is off by so much."""
    with path.open("r+b") as file:
        file.write(struct.pack("d", seconds))


def read_clock_from(path: Path) -> None:
    """Let this process read its time with what the file says added."""
    with path.open("rb") as file:
        offset = mmap.mmap(file.fileno(), 8, access=mmap.ACCESS_READ)

    def now(zone: tzinfo) -> datetime:
        return datetime.now(zone) + timedelta(seconds=struct.unpack("d", offset[:8])[0])

    where = sys.modules[wall_clock.__module__]
    where.datetime = SimpleNamespace(now=now)  # type: ignore[attr-defined]


if __name__ == "__main__":
    read_clock_from(Path(os.environ["SOAK_CLOCK"]))
    main(sys.argv[1:], prog_name="runwhy")
