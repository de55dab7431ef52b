"""Signals: the first shuts the server down, a second one stops it immediately."""

from __future__ import annotations

import signal

import pytest
from starlette.applications import Starlette

from runwhy.server import uvicorn_runner


def test_a_second_signal_stops_immediately_but_a_duplicate_of_the_first_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ended: list[str] = []
    listener = uvicorn_runner.Listener(Starlette(), ready=lambda: None, end_streams=lambda: None)
    monkeypatch.setattr(uvicorn_runner, "DUPLICATE_WITHIN", 600.0)
    with uvicorn_runner.stop_on_signals(listener, lambda: ended.append("at once")):
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(
            signal.SIGTERM
        )  # `uv run` forwards signals that its process group also got
        assert listener.should_exit and not ended
        monkeypatch.setattr(uvicorn_runner, "DUPLICATE_WITHIN", 0.0)
        signal.raise_signal(signal.SIGTERM)

    assert ended == ["at once"]
