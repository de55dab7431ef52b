"""A provider's model in the library that speaks its wire."""

from __future__ import annotations

from typing import Any

import httpx2
from pydantic_ai.models import Model as AiModel
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

from runwhy.executors.builtin.egress_check import look
from runwhy.executors.builtin.providers import Provider
from runwhy.telemetry.propagation import outgoing

CONNECT_TIMEOUT = 10.0
SLACK = 5.0  # our own idle timeout is the one that speaks
NO_KEY = "not-needed"  # the libraries want one also where the service does not


def make_http(idle_timeout: float) -> httpx2.AsyncClient:
    """A client that looks at each request before it leaves."""
    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(idle_timeout + SLACK, connect=CONNECT_TIMEOUT),
        limits=httpx2.Limits(max_connections=None, max_keepalive_connections=100),
        event_hooks={"request": [look, _carry_trace]},
    )


async def _carry_trace(request: httpx2.Request) -> None:
    """So that a provider, or the proxy before it, knows which run asks."""
    request.headers.update(outgoing())


def make_model(provider: Provider, name: str, http: httpx2.AsyncClient) -> AiModel[Any]:
    """The model, behind the wire that its provider speaks."""
    key = provider.key or NO_KEY
    if provider.wire == "anthropic":
        service = AnthropicProvider(base_url=provider.base_url, api_key=key, http_client=http)
        return AnthropicModel(name, provider=service)
    openai: OpenAIProvider | OpenAICompatibleProvider
    if provider.vendor == "openai":
        openai = OpenAIProvider(base_url=provider.base_url, api_key=key, http_client=http)
    else:
        url = provider.base_url or ""
        openai = OpenAICompatibleProvider(
            provider.name, base_url=url, api_key=key, http_client=http
        )
    if provider.wire == "responses":
        return OpenAIResponsesModel(name, provider=openai)
    return OpenAIChatModel(name, provider=openai)
