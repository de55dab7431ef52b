"""Answers about models, agents, keys, workspaces, and who one is."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from runwhy.core.accounts.workspaces import Scope
from runwhy.wire.answers.shared import Actor, AgentId, Answer, KeyId


class Pricing(Answer):
    """What a model costs."""

    input_per_1m_usd: Annotated[float | None, Field(alias="inputPer1MUsd")] = None
    output_per_1m_usd: Annotated[float | None, Field(alias="outputPer1MUsd")] = None
    cache_read_per_1m_usd: Annotated[float | None, Field(alias="cacheReadPer1MUsd")] = None


class Model(Answer):
    """A model that can be asked for."""

    id: str
    label: str
    provider: str
    vendor_model_id: str
    source: str
    context_window_tokens: int | None
    pricing: Pricing | None


class ModelList(Answer):
    """What can be asked for as `modelId`."""

    models: list[Model]
    default_model_id: str | None


class Agent(Answer):
    """A named spec: its fields stand beside these."""

    id: AgentId
    name: str
    system_prompt: str | None = None
    model_id: str | None = None
    version: int
    created_at: datetime
    updated_at: datetime


class AgentList(Answer):
    """All named specs."""

    agents: list[Agent]


class Key(Answer):
    """A key, without its secret; `hint` is how its secret begins, `tags` is all that it sees."""

    id: KeyId
    name: str
    hint: str
    client: Literal["api", "cli"]
    scopes: list[Scope]
    tags: dict[str, str]
    created_at: datetime
    old_secret_until: datetime | None


class NewKey(Key):
    """A new key. The secret is shown once: a repeated request gets null."""

    secret: str | None


class KeyList(Answer):
    """Keys that are valid."""

    keys: list[Key]


class Workspace(Answer):
    """Owns everything below it."""

    slug: str
    name: str
    created_at: datetime


class WorkspaceList(Answer):
    """Workspaces that the caller may know of."""

    workspaces: list[Workspace]


class NamedWorkspace(Answer):
    """A workspace, by its short name and its long one."""

    slug: str
    name: str


class SignedIn(Answer):
    """Who one is, where, and what one may do."""

    local: bool
    actor: Actor
    scopes: list[Scope]
    tags: dict[str, str]
    workspace: NamedWorkspace
    workspaces: list[NamedWorkspace]
    version: str


class SavedView(Answer):
    """A page of the dashboard and the search part of its address, under a name."""

    id: str
    name: str
    page: Literal["runs", "sessions", "tags"]
    params: str
    created_by: str
    created_at: datetime


class SavedViewList(Answer):
    """What people of a workspace have saved, by name."""

    views: list[SavedView]
