"""Routes that list models: in OpenAI's form, or in Anthropic's for a client of Anthropic."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

from pydantic import Field
from starlette.requests import Request

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.requests.completion import AGENT_PREFIX
from runwhy.errors import InvalidModel
from runwhy.server.arguments import QueryName
from runwhy.server.callers import caller_with
from runwhy.server.compatible_errors import is_anthropic
from runwhy.server.dependencies import Services, ServicesDep
from runwhy.server.routing import Answer, Router
from runwhy.services.access import Caller
from runwhy.wire.anthropic.models import AnthropicModel, AnthropicModels, page_of_models
from runwhy.wire.openai.answers import OpenAiError, OpenAiModel, OpenAiModels

router = Router("/v1", tag="openai")
EPOCH = datetime.fromtimestamp(0, tz=UTC)  # of a model, whose release date is unknown

Reader = Annotated[Caller, caller_with(Scope.MODELS_READ, tag_aware=True)]
PageSize = Annotated[int, Field(ge=1, le=1000, description="Anthropic's: models of a page.")]
AfterId = Annotated[str | None, QueryName("after_id"), Field(max_length=200)]
BeforeId = Annotated[str | None, QueryName("before_id"), Field(max_length=200)]


@router.get("/models", Answer(schema=OpenAiModels, or_else=AnthropicModels, error=OpenAiError))
async def list_openai_models(
    request: Request,
    caller: Reader,
    services: ServicesDep,
    limit: PageSize = 20,
    after_id: AfterId = None,
    before_id: BeforeId = None,
) -> object:
    """List the models of this server, and its agents as `agent:NAME`.

    With the header `anthropic-version`, the list has Anthropic's form, in pages.
    """
    found = await _models(caller, services)
    if not is_anthropic(request.scope):
        return OpenAiModels(object="list", data=found)
    shown = [_as_anthropic(model) for model in found]
    return page_of_models(shown, limit=limit, after=after_id, before=before_id)


@router.get(
    "/models/{model_id:path}",
    Answer(schema=OpenAiModel, or_else=AnthropicModel, error=OpenAiError),
)
async def get_openai_model(
    request: Request, model_id: str, caller: Reader, services: ServicesDep
) -> object:
    """Get a model, or an agent by `agent:NAME`."""
    known = await _models(caller, services)
    found = next((model for model in known if model.id == model_id), None)
    if found is None:
        found = _unlisted(model_id, services)
    return _as_anthropic(found) if is_anthropic(request.scope) else found


async def _models(caller: Caller, services: Services) -> Sequence[OpenAiModel]:
    found = await asyncio.to_thread(services.models.list)
    models = [_model(one.id, EPOCH, one.provider) for one in found]
    if caller.tags:  # a key bound to tags does not see agents
        return models
    agents = await services.agents.list(caller.workspace.id)
    slug = caller.workspace.slug
    return [
        *models,
        *(_model(f"{AGENT_PREFIX}{agent.name}", agent.created_at, slug) for agent in agents),
    ]


def _unlisted(id: str, services: Services) -> OpenAiModel:
    """Return a model that can be called, but is not listed. Raises: InvalidModel."""
    if id.startswith(AGENT_PREFIX):
        raise InvalidModel(id, reason=f"no agent {id.removeprefix(AGENT_PREFIX)!r}")
    services.models.get(id)
    return _model(id, EPOCH, id.partition(":")[0])


def _model(id: str, created_at: datetime, owner: str) -> OpenAiModel:
    created = int(created_at.timestamp())
    return OpenAiModel(id=id, object="model", created=created, owned_by=owner)


def _as_anthropic(model: OpenAiModel) -> AnthropicModel:
    created_at = datetime.fromtimestamp(model.created, tz=UTC)
    return AnthropicModel(
        type="model", id=model.id, display_name=model.id, created_at=created_at.isoformat()
    )
