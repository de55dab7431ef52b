"""Answers about models, agents, keys, workspaces, saved views and the signed-in caller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from msgspec import Meta, field

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.agents.spec_secrets import shown_spec
from runwhy.core.queries.saved_views import ViewPage
from runwhy.wire.answer import Actor, AgentId, Answer, Copied, KeyId, Time, flattened, maybe_time
from runwhy.wire.layers import layer_json

if TYPE_CHECKING:
    from runwhy.core.accounts import workspaces as core
    from runwhy.core.runs.prices import Price


class Pricing(Answer):
    """Prices of a model, in USD per million tokens."""

    input_per_1m_usd: float | None = field(default=None, name="inputPer1MUsd")
    output_per_1m_usd: float | None = field(default=None, name="outputPer1MUsd")
    cache_read_per_1m_usd: float | None = field(default=None, name="cacheReadPer1MUsd")
    cache_write_per_1m_usd: float | None = field(default=None, name="cacheWritePer1MUsd")

    @classmethod
    def of(cls, price: Price, /) -> Self:
        return cls(
            input_per_1m_usd=float(price.input),
            output_per_1m_usd=float(price.output),
            cache_read_per_1m_usd=None if price.cache_read is None else float(price.cache_read),
            cache_write_per_1m_usd=None if price.cache_write is None else float(price.cache_write),
        )


class Model(Copied):
    """A model that runs can use."""

    id: str
    label: str
    provider: str
    vendor_model_id: str
    source: str
    context_window_tokens: int | None
    pricing: Pricing | None

    @classmethod
    def of(cls, model: Any, /, **given: Any) -> Self:
        pricing = None if model.pricing is None else Pricing.of(model.pricing)
        return super().of(model, pricing=pricing, **given)


class ModelList(Answer):
    """The models that can be used as `modelId`."""

    models: Sequence[Model]
    default_model_id: str | None


class ProviderState(Copied):
    """Whether a provider of models can be used, and why not.

    `no_key`: its key is not set. `unauthorized`: it refuses the key. `unreachable`: no answer.
    `error`: it answers with an error. `unchecked`: not checked since the server started.
    """

    name: str
    status: Literal["unchecked", "no_key", "reachable", "unauthorized", "unreachable", "error"]
    reason: str | None
    checked_at: Time | None
    milliseconds: Annotated[int | None, Meta(description="Duration of the check.")]
    models: Annotated[
        Sequence[str] | None,
        Meta(description="Models that the provider lists; null if it lists none."),
    ]

    @classmethod
    def of(cls, state: Any, /, **given: Any) -> Self:
        return super().of(state, checked_at=maybe_time(state.checked_at), **given)


class ProviderStates(Answer):
    """The providers of models, with the result of the last check."""

    providers: Sequence[ProviderState]


ModelCatalog = ModelList  # its name in the Python client


class Agent(Copied):
    """An agent: a named spec. The fields of the spec are at the same level."""

    id: AgentId
    name: str
    system_prompt: str | None = None
    model_id: str | None = None
    version: int
    created_at: Time
    updated_at: Time

    @classmethod
    def of(cls, agent: core.Agent, /, **given: Any) -> Self:
        unset = {"system_prompt": None, "model_id": None}
        return flattened(super().of(agent, **unset, **given), layer_json(shown_spec(agent.spec)))


class AgentVersion(Copied):
    """The state of an agent after one change. The fields of the spec are at the same level."""

    version: int
    name: str
    system_prompt: str | None = None
    model_id: str | None = None
    created_at: Time
    actor: Annotated[Actor | None, Meta(description="Actor of the change, if known.")]

    @classmethod
    def of(cls, version: core.AgentVersion, /, **given: Any) -> Self:
        actor = None if version.actor is None else Actor.of(version.actor)
        unset = {"system_prompt": None, "model_id": None, "actor": actor}
        spec = layer_json(shown_spec(version.spec))
        return flattened(super().of(version, **unset, **given), spec)


class AgentVersionList(Answer):
    """The versions of an agent, newest first."""

    versions: Sequence[AgentVersion]


class AgentList(Answer):
    """The agents of a workspace."""

    agents: Sequence[Agent]


class Key(Copied):
    """An API key without its secret. `hint` is the start of it; `tags` limit what the key sees."""

    id: KeyId
    name: str
    hint: str
    client: Literal["api", "cli"]
    scopes: Sequence[Scope]
    tags: Mapping[str, str]
    created_at: Time
    old_secret_until: Time | None
    expires_at: Annotated[Time | None, Meta(description="Requests get 401 from then on.")]

    @classmethod
    def of(cls, key: core.Key, /, **given: Any) -> Self:
        times = {
            "old_secret_until": maybe_time(key.old_until),
            "expires_at": maybe_time(key.expires_at),
        }
        return super().of(key, scopes=sorted(key.scopes), **times, **given)


class NewKey(Key):
    """A new API key. `secret` is returned once; it is null when the request is repeated."""

    secret: str | None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id} {self.name}>"  # without the secret


class KeyList(Answer):
    """The API keys of a workspace that are not revoked."""

    keys: Sequence[Key]


ApiKey = NewKey  # its name in the Python client


class Workspace(Copied):
    """A workspace."""

    slug: str
    name: str
    created_at: Time


class WorkspaceList(Answer):
    """The workspaces that the caller can see."""

    workspaces: Sequence[Workspace]


class NamedWorkspace(Copied):
    """The slug and name of a workspace."""

    slug: str
    name: str


class SignedIn(Answer):
    """The current caller, with workspace and scopes."""

    local: bool
    actor: Actor
    scopes: Sequence[Scope]
    tags: Mapping[str, str]
    workspace: NamedWorkspace
    workspaces: Sequence[NamedWorkspace]
    version: str


class SavedView(Copied):
    """A saved view: a dashboard page and its query string."""

    id: str
    name: str
    page: ViewPage
    params: str
    created_by: str
    created_at: Time


class SavedViewList(Answer):
    """The saved views of a workspace, by name."""

    views: Sequence[SavedView]
