"""Checks of model providers: whether each answers and accepts its key, without a model call."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import httpx2

from runwhy.core.json import JsonObject
from runwhy.core.redaction import redact_text
from runwhy.executors.builtin.providers import Provider
from runwhy.ports.models import ProviderState, ProviderStatus

TIMEOUT = 5.0  # seconds for one provider
MAX_REASON = 300
MAX_LISTED = 1000
_DEFAULT_URLS = {"anthropic": "https://api.anthropic.com"}
_OPENAI_URL = "https://api.openai.com/v1"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderChecks:
    """Asks providers for the list of their models, which costs nothing."""

    providers: Mapping[str, Provider]
    secrets: Sequence[str] = field(default=(), repr=False)
    timeout: float = TIMEOUT

    def states(self) -> Sequence[ProviderState]:
        """Return the state of each provider without a request: it has a key or not."""
        return [_unchecked(provider) for provider in self.providers.values()]

    async def check(self) -> Sequence[ProviderState]:
        """Ask all providers that have a key, at the same time."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._check(one)) for one in self.providers.values()]
        return [task.result() for task in tasks]

    async def _check(self, provider: Provider) -> ProviderState:
        if not provider.is_ready:
            return _unchecked(provider)
        began = time.monotonic()
        status, reason, listed = await self._ask(provider)
        return ProviderState(
            name=provider.name,
            status=status,
            reason=reason and redact_text(reason, known=self._known(provider))[:MAX_REASON],
            milliseconds=round((time.monotonic() - began) * 1000),
            models=listed,
        )

    def _known(self, provider: Provider) -> Sequence[str]:
        return [*self.secrets, *([provider.key] if provider.key else [])]

    async def _ask(
        self, provider: Provider
    ) -> tuple[ProviderStatus, str | None, Sequence[str] | None]:
        url, headers = _request(provider)
        host = httpx2.URL(url).host
        try:
            async with (
                asyncio.timeout(self.timeout),
                httpx2.AsyncClient(timeout=self.timeout, follow_redirects=False) as client,
            ):
                response = await client.get(url, headers=headers)
        except (TimeoutError, httpx2.TimeoutException):
            return "unreachable", f"{host} did not answer within {self.timeout:g} seconds", None
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
            return "unreachable", f"{host}: {str(error) or type(error).__name__}", None
        return _verdict(response, provider, host)


def _request(provider: Provider) -> tuple[str, dict[str, str]]:
    if provider.wire == "anthropic":
        base = provider.base_url or _DEFAULT_URLS["anthropic"]
        headers = {"anthropic-version": "2023-06-01", "x-api-key": provider.key or "none"}
        return f"{base.rstrip('/')}/v1/models?limit={MAX_LISTED}", headers
    base = provider.base_url or _OPENAI_URL
    headers = {"authorization": f"Bearer {provider.key}"} if provider.key else {}
    return f"{base.rstrip('/')}/models", headers


def _verdict(
    response: httpx2.Response, provider: Provider, host: str
) -> tuple[ProviderStatus, str | None, Sequence[str] | None]:
    code = response.status_code
    if code in (401, 403):
        variable = f"; check {provider.key_variable}" if provider.key_variable else ""
        return "unauthorized", f"{host} refuses the key (HTTP {code}){variable}", None
    if code in (404, 405):  # it answers, but does not list its models
        return "reachable", None, None
    if code >= 400 or code < 200 or 300 <= code < 400:
        return "error", f"{host} answered with HTTP {code}", None
    return "reachable", None, _listed(response)


def _listed(response: httpx2.Response) -> Sequence[str] | None:
    """Return the names of the models in a response, or None if it has no such list."""
    try:
        body = response.json()
    except ValueError:
        return None
    data: object = body.get("data") if isinstance(body, dict) else None
    if not isinstance(data, list):
        return None
    items: list[JsonObject] = [item for item in data if isinstance(item, dict)]
    names = [item.get("id") for item in items[:MAX_LISTED]]
    return sorted(name for name in names if isinstance(name, str))


def _unchecked(provider: Provider) -> ProviderState:
    if provider.is_ready:
        return ProviderState(name=provider.name, status="unchecked")
    reason = f"set {provider.key_variable} and restart the server"
    return ProviderState(name=provider.name, status="no_key", reason=reason)
