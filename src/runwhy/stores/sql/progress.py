"""What takes long while nobody is answered: the log says what it is, and that it goes on."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog

_log = structlog.get_logger("runwhy.store")
EVERY = 10.0  # seconds


@contextmanager
def told_of(work: str, *, every: float = EVERY, log: Any = _log) -> Iterator[None]:
    """Say that it begins, every while that it goes on, and how long it took."""
    began, done = time.monotonic(), threading.Event()

    def seconds() -> float:
        return round(time.monotonic() - began, 1)

    def say_that_it_goes_on() -> None:
        while not done.wait(every):
            log.warning(f"{work} goes on", seconds=seconds())

    log.warning(f"{work} begins")
    thread = threading.Thread(target=say_that_it_goes_on, name="runwhy-progress", daemon=True)
    thread.start()
    try:
        yield
        log.warning(f"{work} is done", seconds=seconds())
    finally:
        done.set()
        thread.join()
