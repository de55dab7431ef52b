"""Answers about models, agents, keys, workspaces and the signed-in caller."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from runwhy.core.accounts.workspaces import Scope
from runwhy.wire.answers.shared import Actor, AgentId, Answer, KeyId


class Pricing(Answer):
    """Prices of a model, in USD per million tokens."""

    input_per_1m_usd: Annotated[float | None, Field(alias="inputPer1MUsd")] = None
    output_per_1m_usd: Annotated[float | None, Field(alias="outputPer1MUsd")] = None
    cache_read_per_1m_usd: Annotated[float | None, Field(alias="cacheReadPer1MUsd")] = None


class Model(Answer):
    """A model that runs can use."""

    id: str
    label: str
    provider: str
    vendor_model_id: str
    source: str
    context_window_tokens: int | None
    pricing: Pricing | None


class ModelList(Answer):
    """The models that can be used as `modelId`."""

    models: list[Model]
    default_model_id: str | None


class Agent(Answer):
    """An agent: a named spec. The fields of the spec are at the same level."""

    id: AgentId
    name: str
    system_prompt: str | None = None
    model_id: str | None = None
    version: int
    created_at: datetime
    updated_at: datetime


class AgentList(Answer):
    """The agents of a workspace."""

    agents: list[Agent]


class Key(Answer):
    """An API key without its secret. `hint` is the start of it; `tags` limit what the key sees."""

    id: KeyId
    name: str
    hint: str
    client: Literal["api", "cli"]
    scopes: list[Scope]
    tags: dict[str, str]
    created_at: datetime
    old_secret_until: datetime | None


class NewKey(Key):
    """A new API key. `secret` is returned once; it is null when the request is repeated."""

    secret: str | None


class KeyList(Answer):
    """The valid API keys of a workspace."""

    keys: list[Key]


class Workspace(Answer):
    """A workspace."""

    slug: str
    name: str
    created_at: datetime


class WorkspaceList(Answer):
    """The workspaces that the caller can see."""

    workspaces: list[Workspace]


class NamedWorkspace(Answer):
    """The slug and name of a workspace."""

    slug: str
    name: str


class SignedIn(Answer):
    """The current caller, with workspace and scopes."""

    local: bool
    actor: Actor
    scopes: list[Scope]
    tags: dict[str, str]
    workspace: NamedWorkspace
    workspaces: list[NamedWorkspace]
    version: str


class SavedView(Answer):
    """A saved view: a dashboard page and its query string."""

    id: str
    name: str
    page: Literal["runs", "sessions", "tags"]
    params: str
    created_by: str
    created_at: datetime


class SavedViewList(Answer):
    """The saved views of a workspace, by name."""

    views: list[SavedView]
