"""Logging to stderr: text in a terminal, JSON lines elsewhere. Never prompts or answers."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping, Sequence
from typing import Any

import structlog
from structlog.types import Processor

from runwhy.core.redaction import redact_document, redact_text
from runwhy.telemetry.propagation import current_ids


def _with_trace(_: Any, __: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Add the current trace and span ids to a log line, unless it has its own."""
    return {**current_ids(), **line}


_SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    _with_trace,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


def log_to_stderr(
    level: str, format: str = "auto", *, everything: bool = True, known: Sequence[str] = ()
) -> None:
    """Log to stderr; with `everything`, include the logs of libraries.

    Secrets are redacted in every line: an error may quote invalid input. `known` are
    secret values to redact even if no pattern matches.
    """
    for_people = sys.stderr.isatty() if format == "auto" else format == "text"
    rendering = [*_rendering(for_people), _redaction(known)]
    number = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[*_SHARED, *rendering],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
    if everything:
        _configure_libraries(number, rendering)


def _redaction(known: Sequence[str]) -> Processor:
    def redact(_: Any, __: str, line: Any) -> str:
        text = str(line)
        if redact_text(text, known=known) == text:  # nearly always
            return text
        return redact_document(text, known=known)

    return redact


def _rendering(for_people: bool) -> list[Processor]:
    if for_people:
        # The other formatters print local variables, which may hold prompts.
        plain = structlog.dev.plain_traceback
        coloured = sys.stderr.isatty()
        return [structlog.dev.ConsoleRenderer(colors=coloured, exception_formatter=plain)]
    return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]


def _configure_libraries(number: int, rendering: list[Processor]) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*_SHARED, structlog.stdlib.add_logger_name],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *rendering],
        )
    )
    handler.addFilter(_is_not_logged_yet)
    others = logging.INFO if number <= logging.DEBUG else max(number, logging.WARNING)
    logging.basicConfig(handlers=[handler], level=others, force=True)


def _is_not_logged_yet(record: logging.LogRecord) -> bool:
    """Drop uvicorn's copy of an error that the app has already logged."""
    message: Any = record.msg
    return not (record.name == "uvicorn.error" and str(message).startswith("Exception in ASGI"))
