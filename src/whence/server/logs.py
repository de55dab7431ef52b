"""Logs: to stderr, for people in a terminal and as JSON lines elsewhere; never what was said."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog
from structlog.types import Processor

_SHARED: list[Processor] = [
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


def log_to_stderr(level: str, *, everything: bool = True) -> None:
    """Send our log to stderr; with `everything`, also what libraries log."""
    number = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[*_SHARED, *_rendering()],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
    if everything:
        _take_in_others(number)


def _rendering() -> list[Processor]:
    if sys.stderr.isatty():
        plain = structlog.dev.plain_traceback  # others show local variables, so what was said
        return [structlog.dev.ConsoleRenderer(exception_formatter=plain)]
    return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]


def _take_in_others(number: int) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*_SHARED, structlog.stdlib.add_logger_name],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendering()],
        )
    )
    handler.addFilter(_told_already)
    others = logging.INFO if number <= logging.DEBUG else max(number, logging.WARNING)
    logging.basicConfig(handlers=[handler], level=others, force=True)


def _told_already(record: logging.LogRecord) -> bool:
    """Errors of the app are logged where they are answered; uvicorn would log them again."""
    message: Any = record.msg
    return not (record.name == "uvicorn.error" and str(message).startswith("Exception in ASGI"))
