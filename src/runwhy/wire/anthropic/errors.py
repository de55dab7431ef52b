"""Errors in Anthropic's form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta

from runwhy.errors import Problem
from runwhy.wire.openai.answers import WireAnswer
from runwhy.wire.openai.errors import param_of

TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    503: "overloaded_error",
    504: "timeout_error",
    529: "overloaded_error",
}


class AnthropicProblem(WireAnswer):
    """A problem in Anthropic's form."""

    type: Annotated[str, Meta(examples=["invalid_request_error"])]
    message: str


class AnthropicError(WireAnswer):
    """The format of every error on Anthropic's wire."""

    type: Literal["error"]
    error: AnthropicProblem
    request_id: str | None


def anthropic_error(
    status: int, message: str, problems: Sequence[Problem] = (), *, request_id: str | None = None
) -> AnthropicError:
    """Return an error in Anthropic's form; the message names every problem."""
    lines = (f"{param_of(p.field)}: {p.problem}" if p.field else p.problem for p in problems)
    kind = TYPES.get(status) or ("api_error" if status >= 500 else "invalid_request_error")
    problem = AnthropicProblem(type=kind, message="; ".join(lines) or message)
    return AnthropicError(type="error", error=problem, request_id=request_id)
