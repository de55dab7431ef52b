"""Backoff: delays grow, and retries stop without progress."""

from __future__ import annotations

import httpx2
import pytest

from runwhy.client.errors import RateLimitedError, api_error
from runwhy.client.retries import Backoff, Call, may_repeat


class Time:
    """A clock that goes when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def busy(seconds: float) -> RateLimitedError:
    error = api_error(429, None, retry_after=str(seconds))
    assert isinstance(error, RateLimitedError)
    return error


def test_pauses_double_up_to_five_seconds() -> None:
    backoff = Backoff(1000, now=Time(), chance=lambda: 1.0)

    pauses = [backoff.pause() for _ in range(8)]

    assert pauses == pytest.approx([0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0])


def test_chance_takes_away_up_to_half_of_a_pause() -> None:
    assert Backoff(10, chance=lambda: 0.0).pause() == pytest.approx(0.05)


def test_it_ends_when_nothing_has_moved_for_so_long() -> None:
    time = Time()
    backoff = Backoff(60, now=time)
    backoff.pause()

    time.now += 59.99
    last = backoff.pause()
    time.now += 0.01

    assert last == pytest.approx(0.01)
    assert backoff.pause() is None


def test_progress_begins_it_anew() -> None:
    time = Time()
    backoff = Backoff(60, now=time, chance=lambda: 1.0)
    for _ in range(5):
        backoff.pause()
    time.now += 59

    backoff.progress()

    assert backoff.pause() == pytest.approx(0.1)


def test_a_connection_that_held_for_a_while_is_progress() -> None:
    time = Time()
    backoff = Backoff(60, now=time)
    backoff.pause()

    time.now += 50
    backoff.connected()
    time.now += 100  # quiet, but connected

    assert backoff.pause() is not None
    time.now += 59
    assert backoff.pause() is not None


def test_a_connection_that_held_in_silence_is_none() -> None:
    time = Time()
    backoff = Backoff(60, now=time)
    backoff.pause()

    time.now += 20
    backoff.connected()
    time.now += 45

    assert backoff.pause(httpx2.ReadTimeout("no ping")) is None


def test_a_connection_that_breaks_at_once_is_none() -> None:
    time = Time()
    backoff = Backoff(60, now=time)
    backoff.pause()

    time.now += 60
    backoff.connected()

    assert backoff.pause() is None


def test_none_at_all_means_one_try() -> None:
    backoff = Backoff(0)

    assert backoff.pause() is None
    assert backoff.pause(busy(1)) is None


def test_the_server_says_how_long_within_bounds() -> None:
    assert Backoff(3).pause(busy(7)) == 7
    assert Backoff(3).pause(busy(31)) is None


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
def test_what_may_be_sent_again(call: Call, failure: Exception, again: bool) -> None:
    assert may_repeat(call, failure) is again
