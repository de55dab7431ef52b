"""Logs are text in a terminal and JSON lines elsewhere, and never contain prompts."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from dataclasses import replace

import pytest
import structlog
from tests.support.builders import a_run
from tests.support.logs import restored_logging

from runwhy.core.runs.run import Trace
from runwhy.server.logs import log_to_stderr
from runwhy.telemetry.recorder import Telemetry


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def restore_logging() -> Iterator[None]:
    """Restore the logging configuration of the process."""
    with restored_logging():
        yield


def fail(secret: str) -> None:
    raise ValueError("odd")


def log_all(stderr: io.StringIO, monkeypatch: pytest.MonkeyPatch, level: str = "info") -> str:
    monkeypatch.setattr("sys.stderr", stderr)
    log_to_stderr(level)
    log = structlog.get_logger("runwhy.test")
    log.debug("too fine")
    log.info("done", run="run_1")
    try:
        fail("what was said".upper())
    except ValueError as error:
        log.error("failed", exc_info=error)
    logging.getLogger("library").warning("careful: %s", 7)
    logging.getLogger("library").info("chatter")
    logging.getLogger("uvicorn.error").error("Exception in ASGI application\n")
    return stderr.getvalue()


def test_each_line_is_a_json_object_outside_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [json.loads(line) for line in log_all(io.StringIO(), monkeypatch).splitlines()]

    events = [(line["level"], line["event"]) for line in lines]
    assert events == [("info", "done"), ("error", "failed"), ("warning", "careful: 7")]
    assert lines[0]["run"] == "run_1" and lines[0]["timestamp"].endswith("Z")
    assert "ValueError: odd" in lines[1]["exception"]
    assert lines[2]["logger"] == "library"


def test_terminal_output_is_text_without_local_variables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = log_all(Terminal(), monkeypatch)

    assert "done" in text and "ValueError: odd" in text and "careful: 7" in text
    assert "Exception in ASGI" not in text and "chatter" not in text
    assert "WHAT WAS SAID" not in text


def test_each_line_contains_its_run_and_trace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stderr = io.StringIO()
    monkeypatch.setattr("sys.stderr", stderr)
    log_to_stderr("info", "json")
    run = replace(a_run(), session_id="ses_1", trace=Trace(trace_id="ab" * 16, span_id="cd" * 8))

    with Telemetry().attempt(run, 1):
        structlog.get_logger("runwhy.test").info("ours")
        logging.getLogger("library").warning("theirs")
    structlog.get_logger("runwhy.test").info("afterwards")

    *inside, after = [json.loads(line) for line in stderr.getvalue().splitlines()]
    for line in inside:
        assert (line["run"], line["session"]) == (run.id, "ses_1")
        assert (line["trace_id"], line["span_id"]) == ("ab" * 16, "cd" * 8)
    assert [line["event"] for line in inside] == ["ours", "theirs"]
    assert "run" not in after and "trace_id" not in after


def test_the_format_can_be_set_explicitly(monkeypatch: pytest.MonkeyPatch) -> None:
    for format, place in (("json", Terminal()), ("text", io.StringIO())):
        monkeypatch.setattr("sys.stderr", place)
        log_to_stderr("info", format)
        structlog.get_logger("runwhy.test").info("done", run="run_1")
        assert place.getvalue().startswith("{") is (format == "json")
        assert "\x1b[" not in place.getvalue()


def test_the_level_filters_log_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "done" not in log_all(io.StringIO(), monkeypatch, "warning")
    text = log_all(io.StringIO(), monkeypatch, "debug")
    assert "too fine" in text and "chatter" in text


@pytest.mark.parametrize("format", ["json", "text"])
def test_secrets_are_redacted_in_every_line(monkeypatch: pytest.MonkeyPatch, format: str) -> None:
    stderr = io.StringIO()
    monkeypatch.setattr("sys.stderr", stderr)
    log_to_stderr("info", format, known=["quite ordinary"])
    try:
        raise ValueError('cannot read {"password": "hunter22x9"}')
    except ValueError as error:
        structlog.get_logger("runwhy.test").error("failed", exc_info=error, error=repr(error))
    logging.getLogger("library").warning("DB_PASSWORD=%s, %s", "hunter22x9", "quite ordinary")

    text = stderr.getvalue()
    assert "hunter22x9" not in text and "quite ordinary" not in text
    assert "[redacted:password]" in text and "[redacted:known_value]" in text
    if format == "json":
        assert [json.loads(line)["level"] for line in text.splitlines()] == ["error", "warning"]
