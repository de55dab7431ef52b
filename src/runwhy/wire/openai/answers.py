"""Answers of both of OpenAI's routes: errors, models and usage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta

from runwhy.core.runs.run import Tokens
from runwhy.wire.answer import Answer


class WireAnswer(Answer, rename=None, omit_defaults=False):
    """An answer with the names of another wire."""


class OpenAiProblem(WireAnswer):
    """A problem in OpenAI's form."""

    message: str
    type: Annotated[str, Meta(examples=["invalid_request_error"])]
    param: Annotated[str | None, Meta(description="The first invalid parameter.")]
    code: Annotated[str | None, Meta(description="OpenAI's code, or this server's.")]


class OpenAiError(WireAnswer):
    """The format of every error on OpenAI's wire."""

    error: OpenAiProblem


class OpenAiModel(WireAnswer):
    """A model, or an agent as a model."""

    id: str
    object: Literal["model"]
    created: int
    owned_by: str


class OpenAiModels(WireAnswer):
    """The models of this server, and its agents."""

    object: Literal["list"]
    data: Sequence[OpenAiModel]


class PromptTokensDetails(WireAnswer):
    """Prompt tokens that were read from a cache."""

    cached_tokens: int
    cache_write_tokens: int


class CompletionTokensDetails(WireAnswer):
    """Completion tokens that were used for reasoning."""

    reasoning_tokens: int


class CompletionUsage(WireAnswer):
    """The tokens of a run."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    prompt_tokens_details: PromptTokensDetails
    completion_tokens_details: CompletionTokensDetails

    @classmethod
    def of(cls, tokens: Tokens) -> CompletionUsage:
        """Return the usage of a run."""
        return cls(
            prompt_tokens=tokens.input,
            completion_tokens=tokens.output,
            total_tokens=tokens.input + tokens.output,
            prompt_tokens_details=PromptTokensDetails(
                cached_tokens=tokens.cached, cache_write_tokens=tokens.cache_write
            ),
            completion_tokens_details=CompletionTokensDetails(reasoning_tokens=tokens.reasoning),
        )
