"""Request bodies for agents, keys, workspaces, saved views and signing in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from runwhy.core.accounts.workspaces import KeyChanges, Scope
from runwhy.core.json import JsonObject, pointer
from runwhy.core.queries.saved_views import MAX_NAME, MAX_PARAMS, ViewPage
from runwhy.errors import Problem
from runwhy.wire.fields import Body, Name, TagsField, Text, TimeField, Title, with_example
from runwhy.wire.run_bodies import SpecBody
from runwhy.wire.session_bodies import AutonomyBody


class KeyBody(Body):
    """Body of `POST /keys`. Unknown fields are refused: one may be meant to limit the key."""

    model_config = with_example(name="ci", scopes=["runs:write", "models:read"])

    name: Title
    scopes: Annotated[list[Annotated[Scope, Field(strict=False)]], Field(min_length=1)]
    client: Literal["api", "cli"] = "api"
    tags: TagsField | None = None
    expires_at: TimeField | None = None

    @classmethod
    def broken_rules(cls, value: JsonObject) -> Iterable[Problem]:
        known = [field.alias or name for name, field in cls.model_fields.items()]
        use = f"unknown field; use {', '.join(known)}"
        return [Problem(pointer(name), use) for name in value if name not in known]


class KeyPatchBody(Body):
    """Body of `PATCH /keys/{id}`. Omitted fields keep their values; `expiresAt: null` removes it.

    Scopes and tags cannot be changed: create another key.
    """

    model_config = with_example(name="ci-2")

    name: Title | None = None
    expires_at: TimeField | None = None

    @classmethod
    def broken_rules(cls, value: JsonObject) -> Iterable[Problem]:
        fixed = [name for name in ("scopes", "tags", "client") if name in value]
        return [Problem(f"/{name}", "cannot be changed; create another key") for name in fixed]

    def changes(self) -> KeyChanges:
        """Return the given fields."""
        changes: KeyChanges = {}
        if self.name is not None:
            changes["name"] = self.name
        if "expiresAt" in self._given:
            changes["expires_at"] = self.expires_at
        return changes


class RotateBody(Body):
    """Body of `POST /keys/{id}/rotate`: how long the old secret stays valid."""

    grace_seconds: Annotated[int, Field(ge=0, le=30 * 24 * 3600)] = 3600


class WorkspaceBody(Body):
    """Body of `POST /api/v1/workspaces`."""

    slug: Annotated[str, Field(json_schema_extra={"pattern": "^[a-z0-9][a-z0-9-]{0,62}$"})]
    name: Name | None = None


class AgentBody(SpecBody):
    """Body of `POST /agents`."""

    name: Title
    system_prompt: Text
    autonomy: AutonomyBody | None = None

    def non_spec_fields(self) -> frozenset[str]:
        return frozenset({"metadata", "agentId"})


class AgentPatchBody(SpecBody):
    """Body of `PATCH /agents/{id}`. Omitted fields keep their values; null removes one."""

    name: Title | None = None
    system_prompt: Text | None = None
    autonomy: AutonomyBody | None = None

    @property
    def given(self) -> JsonObject:
        """The body as it was sent. A null value removes a field."""
        return self._given

    def non_spec_fields(self) -> frozenset[str]:
        return frozenset({"metadata", "agentId"})


class ViewBody(Body):
    """Body of `POST /views`: a page and the query string of its URL."""

    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
    page: ViewPage = "runs"
    params: Annotated[str, Field(max_length=MAX_PARAMS)]


class ViewPatchBody(Body):
    """Body of `PATCH /views/{viewId}`: a new name, or the query string of another URL."""

    name: Annotated[str | None, Field(min_length=1, max_length=MAX_NAME)] = None
    params: Annotated[str | None, Field(max_length=MAX_PARAMS)] = None


class SignInBody(Body):
    """Body of `POST /api/v1/session`."""

    key: Annotated[str, Field(min_length=1, max_length=512)]
