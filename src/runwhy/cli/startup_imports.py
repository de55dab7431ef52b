"""Starting quickly: most of the time until a server is ready goes into imports."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quick_start() -> Iterator[None]:
    """Import and wire things without looking for garbage: what is made now stays (5 to 10 %).

    structlog would load rich (another 7 %), for tracebacks that show local variables: those
    hold what was said, which is never logged.
    """
    gc.disable()
    missing = sys.modules.setdefault("rich", None) is None  # type: ignore[arg-type]
    try:
        import structlog  # noqa: F401

        if missing:
            del sys.modules["rich"]
        yield
    finally:
        gc.freeze()
        gc.enable()
