"""Model providers: address, API and key, and how this server calls them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from runwhy.setting_tables import ProviderSettings

Wire = Literal["responses", "chat", "anthropic"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """A model provider; its key is excluded from `repr`."""

    name: str
    wire: Wire
    base_url: str | None = None
    key: str | None = field(default=None, repr=False)
    key_variable: str | None = None  # None: no key is needed
    context_window: int | None = None  # tokens, if configured
    output_limit: int | None = None  # tokens, sent with each request if configured
    models: tuple[str, ...] = ()  # empty: any name is accepted
    vendor: str | None = None  # set for a vendor's own service

    @property
    def is_ready(self) -> bool:
        """Whether the provider can be called: it has a key or does not need one."""
        return self.key is not None or self.key_variable is None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSettings:
    """How this server calls models."""

    retries: int = 4
    longest_wait: float = 60.0
    idle_timeout: float = 300.0
    cache: bool = True
    secrets: Sequence[str] = field(default=(), repr=False)
    retried: Callable[[str, str], None] | None = None  # called with provider and model


# Vendors' own services: name, API, and the usual environment variables.
_VENDORS: tuple[tuple[str, Wire, str, str], ...] = (
    ("openai", "responses", "OPENAI_API_KEY", "OPENAI_BASE_URL"),
    ("openai-chat", "chat", "OPENAI_API_KEY", "OPENAI_BASE_URL"),
    ("anthropic", "anthropic", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"),
)


def make_providers(
    configured: Mapping[str, ProviderSettings], environ: Mapping[str, str]
) -> dict[str, Provider]:
    """Return all providers by name; settings override the environment."""
    providers: dict[str, Provider] = {}
    for name, wire, key_variable, url_variable in _VENDORS:
        base_url, key = environ.get(url_variable) or None, environ.get(key_variable) or None
        providers[name] = Provider(
            name=name,
            wire=wire,
            base_url=base_url,
            key=key,
            key_variable=None if base_url else key_variable,  # a self-hosted server may need no key
            vendor=name.removesuffix("-chat"),
        )
    for name, given in configured.items():
        providers[name] = _configured(name, given, providers.get(name), environ)
    return providers


def _configured(
    name: str, given: ProviderSettings, known: Provider | None, environ: Mapping[str, str]
) -> Provider:
    provider = known or Provider(name=name, wire="chat")
    if given.wire is not None:
        provider = replace(provider, wire=given.wire)
    if given.base_url is not None:
        provider = replace(provider, base_url=given.base_url, key_variable=None)
    if given.api_key_env is not None:
        key = environ.get(given.api_key_env) or None
        provider = replace(provider, key=key, key_variable=given.api_key_env)
    return replace(
        provider,
        models=given.models,
        context_window=given.context_window,
        output_limit=given.output_limit,
    )


def split_model_id(model_id: str) -> tuple[str, str]:
    """Split `PROVIDER:NAME`; the name may contain colons."""
    provider, _, name = model_id.partition(":")
    return provider, name
