"""Logs: to stderr, for people in a terminal and as JSON lines elsewhere; never what was said."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog
from structlog.types import Processor

from runwhy.telemetry.propagation import current_ids


def _with_trace(_: Any, __: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Which trace a line belongs to, where there is one; what the line says itself stands."""
    return {**current_ids(), **line}


_SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    _with_trace,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


def log_to_stderr(level: str, format: str = "auto", *, everything: bool = True) -> None:
    """Send our log to stderr; with `everything`, also what libraries log."""
    rendering = _rendering(sys.stderr.isatty() if format == "auto" else format == "text")
    number = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[*_SHARED, *rendering],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
    if everything:
        _take_in_others(number, rendering)


def _rendering(for_people: bool) -> list[Processor]:
    if for_people:
        plain = structlog.dev.plain_traceback  # others show local variables, so what was said
        coloured = sys.stderr.isatty()
        return [structlog.dev.ConsoleRenderer(colors=coloured, exception_formatter=plain)]
    return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]


def _take_in_others(number: int, rendering: list[Processor]) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*_SHARED, structlog.stdlib.add_logger_name],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *rendering],
        )
    )
    handler.addFilter(_told_already)
    others = logging.INFO if number <= logging.DEBUG else max(number, logging.WARNING)
    logging.basicConfig(handlers=[handler], level=others, force=True)


def _told_already(record: logging.LogRecord) -> bool:
    """Errors of the app are logged where they are answered; uvicorn would log them again."""
    message: Any = record.msg
    return not (record.name == "uvicorn.error" and str(message).startswith("Exception in ASGI"))
