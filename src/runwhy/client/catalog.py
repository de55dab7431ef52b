"""Models, agents, keys and workspaces as the client returns them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from runwhy.client import json_reader
from runwhy.core.json import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A model that runs can use."""

    id: str
    label: str
    provider: str
    vendor_model_id: str
    source: str
    context_window_tokens: int | None
    raw: JsonObject = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCatalog:
    """The models that runs can use, and the default model."""

    models: Sequence[Model]
    default_model_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """A named spec that runs and sessions can refer to."""

    id: str
    name: str
    created_at: datetime | None
    updated_at: datetime | None
    raw: JsonObject = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """A key of the workspace; `secret` is set only when the key was just created."""

    id: str
    name: str
    scopes: Sequence[str]
    hint: str
    created_at: datetime | None
    tags: Mapping[str, str] = field(default_factory=dict)
    secret: str | None = field(default=None, repr=False)
    raw: JsonObject = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """A workspace of the server."""

    slug: str
    name: str
    created_at: datetime | None
    raw: JsonObject = field(repr=False)


def read_models(raw: JsonObject) -> ModelCatalog:
    """Parse the models."""
    return ModelCatalog(
        models=tuple(_model(model) for model in json_reader.tables(raw, "models")),
        default_model_id=json_reader.text_or_none(raw, "defaultModelId"),
    )


def _model(raw: JsonObject) -> Model:
    return Model(
        id=json_reader.text(raw, "id"),
        label=json_reader.text(raw, "label"),
        provider=json_reader.text(raw, "provider"),
        vendor_model_id=json_reader.text(raw, "vendorModelId"),
        source=json_reader.text(raw, "source"),
        context_window_tokens=json_reader.integer_or_none(raw, "contextWindowTokens"),
        raw=raw,
    )


def read_agent(raw: JsonObject) -> Agent:
    """Parse an agent."""
    return Agent(
        id=json_reader.text(raw, "id"),
        name=json_reader.text(raw, "name"),
        created_at=json_reader.time_or_none(raw, "createdAt"),
        updated_at=json_reader.time_or_none(raw, "updatedAt"),
        raw=raw,
    )


def read_key(raw: JsonObject) -> ApiKey:
    """Parse a key."""
    scopes = raw.get("scopes")
    return ApiKey(
        id=json_reader.text(raw, "id"),
        name=json_reader.text(raw, "name"),
        scopes=tuple(str(scope) for scope in scopes) if isinstance(scopes, list) else (),
        hint=json_reader.text(raw, "hint"),
        created_at=json_reader.time_or_none(raw, "createdAt"),
        tags=json_reader.strings(raw, "tags"),
        secret=json_reader.text_or_none(raw, "secret"),
        raw=raw,
    )


def read_workspace(raw: JsonObject) -> Workspace:
    """Parse a workspace."""
    return Workspace(
        slug=json_reader.text(raw, "slug"),
        name=json_reader.text(raw, "name"),
        created_at=json_reader.time_or_none(raw, "createdAt"),
        raw=raw,
    )
