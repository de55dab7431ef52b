"""Errors in OpenAI's form."""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwhy.errors import Problem
from runwhy.wire.openai.answers import OpenAiError, OpenAiProblem
from runwhy.wire.run_output import RunError

_NUMBER = re.compile(r"/(\d+)(?=/|$)")

# OpenAI's codes for codes of this server. Other codes are unchanged.
CODES = {
    "unauthorized": "invalid_api_key",
    "insufficient_scope": "insufficient_permissions",
    "invalid_model": "model_not_found",
    "rate_limited": "rate_limit_exceeded",
    "rate_limit": "rate_limit_exceeded",
    "budget_exceeded": "insufficient_quota",
    "context_window": "context_length_exceeded",
    "unsupported_setting": "unsupported_parameter",
    "overloaded": "server_error",
    "server": "server_error",
    "internal": "server_error",
    "unavailable": "server_error",
}


def openai_error(
    status: int, code: str, message: str, problems: Sequence[Problem] = ()
) -> OpenAiError:
    """Return an error in OpenAI's form; the message names every problem."""
    first = problems[0] if problems else None
    found = "; ".join(_line(problem) for problem in problems) or message
    return OpenAiError(
        error=OpenAiProblem(
            message=found,
            type=error_type(status),
            param=param_of(first.field) if first and first.field else None,
            code=(first.code if first and first.code else None) or CODES.get(code, code),
        )
    )


def error_type(status: int) -> str:
    """Return OpenAI's type of an error."""
    if status == 429:
        return "rate_limit_error"
    return "server_error" if status >= 500 else "invalid_request_error"


def param_of(field: str) -> str:
    """Return a parameter as OpenAI writes it: `messages[0].content` for a JSON pointer."""
    if field == "/modelId":
        return "model"
    if not field.startswith("/"):
        return field
    return _NUMBER.sub(r"[\1]", field).removeprefix("/").replace("/", ".")


def _line(problem: Problem) -> str:
    where = param_of(problem.field)
    return f"{where}: {problem.problem}" if where else problem.problem


def run_error(error: RunError, status: int) -> OpenAiError:
    """Return the error of a failed run in OpenAI's form."""
    return openai_error(status, error.code, error.message)
