"""The catalog of available models, with public facts: context windows and prices."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from runwhy.core.runs.prices import Price
from runwhy.errors import InvalidModel, MissingKey
from runwhy.executors.builtin.echo import ECHO_ID, USED, EchoModel
from runwhy.executors.builtin.prices import (
    KnownModel,
    Prices,
    find_model,
    known_models,
    public_price,
)
from runwhy.executors.builtin.providers import Provider, split_model_id
from runwhy.ports import Model, ModelInfo, Models

ECHO_INFO = ModelInfo(
    id=ECHO_ID,
    label="Echo (offline): replies with a summary of its request",
    provider=USED.provider,
    vendor_model_id=USED.vendor_model_id,
    context_window_tokens=1_000_000,
)

Connect = Callable[[Provider, str], Model]


class ModelCatalog:
    """The models this server can call: `echo`, and those of its providers."""

    def __init__(
        self,
        providers: Mapping[str, Provider] | None = None,
        connect: Connect | None = None,
        *,
        default_id: str = ECHO_ID,
        prices: Prices | None = None,
    ) -> None:
        self._prices = prices or Prices()
        self._providers = dict(providers or {})
        self._connect = connect
        self._default_id = default_id
        self._echo = EchoModel()

    @property
    def default_id(self) -> str:
        """The default model."""
        return self._default_id

    def list(self) -> Sequence[ModelInfo]:
        """Return the available models. The first call is slow: keep it out of the event loop."""
        remote = [info for p in self._providers.values() if p.is_ready for info in _infos(p)]
        return [self._priced(info) for info in (ECHO_INFO, *remote)]

    def _priced(self, info: ModelInfo) -> ModelInfo:
        """Return the model with its price in the settings, if it has one."""
        return replace(info, pricing=self._prices.configured_price(info.id) or info.pricing)

    def get(self, model_id: str) -> Model:
        """Return a model.

        Raises: InvalidModel, with similar names; MissingKey.
        """
        if model_id == ECHO_ID:
            return self._echo
        name = split_model_id(model_id)[1]
        provider = self._provider(model_id)
        if provider is None and (owner := self._owner(model_id)) is not None:
            raise MissingKey(f"{owner.name}:{model_id}", str(owner.key_variable))
        if provider is None or not name or self._connect is None:
            raise InvalidModel(model_id, self._candidates(model_id))
        if provider.models and name not in provider.models:
            raise InvalidModel(model_id, self._candidates(model_id))
        if not provider.is_ready:
            raise MissingKey(model_id, str(provider.key_variable))
        return self._connect(provider, name)

    def window(self, model_id: str) -> int | None:
        """Return the model's context window in tokens, if known. Slow like `list`."""
        if model_id == ECHO_ID:
            return ECHO_INFO.context_window_tokens
        provider = self._provider(model_id)
        if provider is None or provider.context_window is not None:
            return provider.context_window if provider else None
        known = find_model(provider.vendor or provider.name, split_model_id(model_id)[1])
        return known.context_window if known else None

    def price(self, model_id: str, *, input_tokens: int, at: datetime) -> Price | None:
        """Return the price of a call: that of the settings, otherwise the public one."""
        own, provider = self._prices.configured_price(model_id), self._provider(model_id)
        if own is not None or provider is None:
            return own
        vendor, name = provider.vendor or provider.name, split_model_id(model_id)[1]
        return public_price(vendor, name, input_tokens=input_tokens, at=at)

    def output_limit(self, model_id: str) -> int | None:
        """Return the output limit: that of the settings, otherwise the model's, if known."""
        provider = self._provider(model_id)
        if provider is None or provider.output_limit is not None:
            return provider.output_limit if provider else None
        if provider.wire != "anthropic":
            return None
        from pydantic_ai.profiles.anthropic import anthropic_model_profile

        profile = anthropic_model_profile(split_model_id(model_id)[1])
        found = profile.get("anthropic_max_output_tokens") if profile else None
        return found if isinstance(found, int) else None

    def _provider(self, model_id: str) -> Provider | None:
        return self._providers.get(split_model_id(model_id)[0])

    def _owner(self, name: str) -> Provider | None:
        """Return the provider without a key that serves this model name."""
        for provider in self._providers.values():
            if not provider.is_ready and find_model(provider.vendor or provider.name, name):
                return provider
        return None

    def _candidates(self, model_id: str) -> Sequence[str]:
        """Return similar model ids, or `echo` and the providers if none is similar."""
        provider, name = split_model_id(model_id)
        meant = difflib.get_close_matches(provider, self._providers, n=1)
        if meant and name and provider not in self._providers:
            return [f"{meant[0]}:{name}"]
        ids = [info.id for info in self.list()]
        same = [id for id in ids if split_model_id(id)[1] == model_id]
        close = difflib.get_close_matches(model_id, ids, n=3, cutoff=0.4)
        named = [f"{p.name}:NAME" for p in self._providers.values() if p.is_ready and not p.models]
        return same[:3] or close or [ECHO_ID, *named]


@dataclass(frozen=True, slots=True)
class WrappedModels:
    """Models, each wrapped by a function of the model and its id."""

    models: Models
    wrap: Callable[[Model, str], Model]

    @property
    def default_id(self) -> str:
        """The default model."""
        return self.models.default_id

    def list(self) -> Sequence[ModelInfo]:
        """Return the available models."""
        return self.models.list()

    def get(self, model_id: str) -> Model:
        """Return a model. Raises: InvalidModel, MissingKey."""
        return self.wrap(self.models.get(model_id), model_id)

    def window(self, model_id: str) -> int | None:
        """Return the model's context window in tokens, if known."""
        return self.models.window(model_id)

    def price(self, model_id: str, *, input_tokens: int, at: datetime) -> Price | None:
        """Return the price of a call with this input, if known."""
        return self.models.price(model_id, input_tokens=input_tokens, at=at)

    def output_limit(self, model_id: str) -> int | None:
        """Return the longest output in tokens, if known."""
        return self.models.output_limit(model_id)


def _infos(provider: Provider) -> Iterator[ModelInfo]:
    vendor = provider.vendor or provider.name
    if provider.models:
        for name in provider.models:
            yield _info(provider, name, find_model(vendor, name))
    elif provider.name == provider.vendor and provider.base_url is None:
        for known in known_models(vendor):
            yield _info(provider, known.name, known)


def _info(provider: Provider, name: str, known: KnownModel | None) -> ModelInfo:
    return ModelInfo(
        id=f"{provider.name}:{name}",
        label=known.label if known else name,
        provider=provider.name,
        vendor_model_id=name,
        source="platform_offering" if provider.vendor else "workspace_provider",
        context_window_tokens=provider.context_window or (known.context_window if known else None),
        pricing=known.price if known else None,
    )
