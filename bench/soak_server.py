"""`runwhy serve` with an adjustable clock and a model that can end the process.

The file SOAK_CLOCK holds the offset of the clock in seconds.

Only `wall_clock` reads the time (a lint rule enforces it), so that all code uses the offset.
"""

from __future__ import annotations

import mmap
import os
import struct
import sys
import time
from pathlib import Path
from types import SimpleNamespace

from tests.support.poison_server import add_poison

from runwhy.cli import main
from runwhy.wiring import wall_clock


def make_clock(path: Path) -> None:
    """Create the file with offset 0."""
    path.write_bytes(struct.pack("d", 0.0))


def set_clock(path: Path, seconds: float) -> None:
    """Set the offset of the server's clock."""
    with path.open("r+b") as file:
        file.write(struct.pack("d", seconds))


def read_clock_from(path: Path) -> None:
    """Add the offset of the file to the clock of this process."""
    with path.open("rb") as file:
        offset = mmap.mmap(file.fileno(), 8, access=mmap.ACCESS_READ)

    def time_ns() -> int:
        return time.time_ns() + round(struct.unpack("d", offset[:8])[0] * 1e9)

    module = sys.modules[wall_clock.__module__]
    module.time = SimpleNamespace(time_ns=time_ns)  # type: ignore[attr-defined]


if __name__ == "__main__":
    read_clock_from(Path(os.environ["SOAK_CLOCK"]))
    add_poison()
    main(sys.argv[1:], prog_name="runwhy")
