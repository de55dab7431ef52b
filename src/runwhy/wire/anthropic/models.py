"""Models in Anthropic's form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta

from runwhy.errors import InvalidInput, Problem
from runwhy.wire.openai.answers import WireAnswer


class AnthropicModel(WireAnswer):
    """A model, or an agent as a model."""

    type: Literal["model"]
    id: str
    display_name: str
    created_at: Annotated[str, Meta(description="RFC 3339; 1970 if it is not known.")]


class AnthropicModels(WireAnswer):
    """A page of the models of this server, and its agents."""

    data: Sequence[AnthropicModel]
    has_more: bool
    first_id: str | None
    last_id: str | None


def page_of_models(
    models: Sequence[AnthropicModel], *, limit: int, after: str | None, before: str | None
) -> AnthropicModels:
    """Return a page of models, after or before one of them. Raises: InvalidInput."""
    if after is not None and before is not None:
        raise InvalidInput([Problem("before_id", "set after_id or before_id, not both")])
    if before is not None:
        rest = models[: _place(models, before, "before_id")]
        page = rest[-limit:]
    else:
        rest = models if after is None else models[_place(models, after, "after_id") + 1 :]
        page = rest[:limit]
    return AnthropicModels(
        data=page,
        has_more=len(rest) > len(page),
        first_id=page[0].id if page else None,
        last_id=page[-1].id if page else None,
    )


def _place(models: Sequence[AnthropicModel], id: str, field: str) -> int:
    places = [place for place, model in enumerate(models) if model.id == id]
    if not places:
        raise InvalidInput([Problem(field, f"no model {id!r}")])
    return places[0]
