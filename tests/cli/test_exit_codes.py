"""Mapping of errors to exit codes and messages."""

from __future__ import annotations

import pytest

import runwhy
from runwhy.cli.exit_codes import MEANINGS, Exit, explain
from runwhy.errors import (
    Conflict,
    Denied,
    InvalidInput,
    NotFound,
    Problem,
    Unauthorized,
    Unavailable,
)

API = ("code", 400, "it went wrong")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (runwhy.RunFailed("run_1", "auth", "no key"), Exit.RUN_FAILED),
        (runwhy.RunCancelled("run_1", "by me"), Exit.RUN_CANCELLED),
        (runwhy.InvalidRequestError(*API), Exit.USAGE),
        (InvalidInput("odd"), Exit.USAGE),
        (runwhy.AuthenticationError(*API), Exit.DENIED),
        (runwhy.PermissionDeniedError(*API), Exit.DENIED),
        (Unauthorized(), Exit.DENIED),
        (Denied(), Exit.DENIED),
        (runwhy.NotFoundError(*API), Exit.NOT_FOUND),
        (NotFound(), Exit.NOT_FOUND),
        (runwhy.ConnectionFailed("away"), Exit.UNREACHABLE),
        (runwhy.ConflictError(*API), Exit.ERROR),
        (runwhy.RateLimitedError(*API), Exit.ERROR),
        (runwhy.ServerError(*API), Exit.ERROR),
        (Conflict(), Exit.ERROR),
        (Unavailable("later"), Exit.ERROR),
        (OSError("disk full"), Exit.ERROR),
    ],
)
def test_each_error_has_its_exit_code(error: Exception, code: Exit) -> None:
    assert explain(error)[0] is code


def test_several_problems_are_listed_one_per_line() -> None:
    problems = [Problem("/metadata/a", "is long"), Problem("/prompt", "is empty")]

    assert explain(InvalidInput(problems))[1] == [
        "2 problems",
        "tag a: is long",
        "prompt: is empty",
    ]
    assert explain(InvalidInput(problems[:1]))[1] == ["tag a: is long"]


def test_an_unexpected_error_is_reported_as_a_bug() -> None:
    code, lines = explain(KeyError("x"))

    assert code is Exit.ERROR
    assert lines[0] == "KeyError: 'x'" and "bug in Runwhy" in lines[1]


def test_every_exit_code_has_a_meaning() -> None:
    assert list(MEANINGS) == list(Exit)
