"""Backoff: delays grow, and retries stop without progress."""

from __future__ import annotations

import httpx2
import pytest

from runwhy.client.errors import RateLimitedError, api_error
from runwhy.client.retries import Backoff, Call, may_repeat


class Time:
    """A clock that is advanced by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def busy(seconds: float) -> RateLimitedError:
    error = api_error(429, None, retry_after=str(seconds))
    assert isinstance(error, RateLimitedError)
    return error


def test_delays_double_up_to_five_seconds() -> None:
    backoff = Backoff(1000, now=Time(), chance=lambda: 1.0)

    pauses = [backoff.pause() for _ in range(8)]

    assert pauses == pytest.approx([0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0])


def test_jitter_reduces_a_delay_by_up_to_half() -> None:
    assert Backoff(10, chance=lambda: 0.0).pause() == pytest.approx(0.05)


def test_retries_stop_after_the_limit_without_progress() -> None:
    time = Time()
    backoff = Backoff(60, now=time)
    backoff.pause()

    time.now += 59.99
    last = backoff.pause()
    time.now += 0.01

    assert last == pytest.approx(0.01)
    assert backoff.pause() is None


def test_progress_resets_the_backoff() -> None:
    time = Time()
    backoff = Backoff(60, now=time, chance=lambda: 1.0)
    for _ in range(5):
        backoff.pause()
    time.now += 59

    backoff.progress()

    assert backoff.pause() == pytest.approx(0.1)


def test_a_stable_connection_is_progress() -> None:
    time = Time()
    backoff = Backoff(60, now=time)
    backoff.pause()

    time.now += 50
    backoff.connected()
    time.now += 100  # quiet, but connected

    assert backoff.pause() is not None
    time.now += 59
    assert backoff.pause() is not None


def test_a_silent_connection_is_not_progress() -> None:
    time = Time()
    backoff = Backoff(60, now=time)
    backoff.pause()

    time.now += 20
    backoff.connected()
    time.now += 45

    assert backoff.pause(httpx2.ReadTimeout("no ping")) is None


def test_a_connection_that_breaks_immediately_is_not_progress() -> None:
    time = Time()
    backoff = Backoff(60, now=time)
    backoff.pause()

    time.now += 60
    backoff.connected()

    assert backoff.pause() is None


def test_a_limit_of_zero_means_one_attempt() -> None:
    backoff = Backoff(0)

    assert backoff.pause() is None
    assert backoff.pause(busy(1)) is None


def test_the_servers_retry_after_is_used_within_limits() -> None:
    assert Backoff(3).pause(busy(7)) == 7
    assert Backoff(3).pause(busy(31)) is None
    assert Backoff(3).pause(api_error(503, {"error": "locked"}, retry_after="2")) == 2


@pytest.mark.parametrize(
    ("call", "failure", "again"),
    [
        (Call(method="GET", path="/"), httpx2.ReadError("cut"), True),
        (Call(method="POST", path="/"), httpx2.ReadError("cut"), False),
        (Call(method="POST", path="/"), httpx2.ConnectError("refused"), True),
        (Call(method="POST", path="/", key="k"), httpx2.ReadError("cut"), True),
        (Call(method="POST", path="/", key="k"), api_error(503, None), True),
        (Call(method="POST", path="/", key="k"), api_error(500, None), False),
        (Call(method="POST", path="/"), api_error(503, None), False),
        (Call(method="PATCH", path="/"), api_error(429, None), True),
        (Call(method="GET", path="/"), httpx2.LocalProtocolError("bad header"), False),
        (Call(method="GET", path="/"), api_error(404, None), False),
    ],
)
def test_only_safe_requests_may_be_repeated(call: Call, failure: Exception, again: bool) -> None:
    assert may_repeat(call, failure) is again


@pytest.mark.parametrize(
    ("inner", "code"),
    [
        ({"message": "no model", "type": "x", "code": "model_not_found"}, "model_not_found"),
        ({"type": "not_found_error", "message": "no model"}, "not_found_error"),
    ],
)
def test_an_error_of_another_wire_has_its_code_and_message(
    inner: dict[str, str], code: str
) -> None:
    error = api_error(404, {"error": inner})

    assert (error.code, error.message, error.body) == (code, "no model", {"error": inner})
