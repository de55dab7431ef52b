"""The logging configuration of the process, restored after a test."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import structlog


@contextmanager
def restored_logging() -> Iterator[None]:
    """Restore handlers, level and processors at the end of the block."""
    root, config = logging.getLogger(), structlog.get_config()
    handlers, level, configured = root.handlers[:], root.level, structlog.is_configured()
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        structlog.reset_defaults()
        if configured:
            structlog.configure(**config)
