"""Keys and workspaces: request bodies."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from runwhy.core.accounts.workspaces import Scope
from runwhy.wire.fields import Body, Name, TagsField, Title, with_example


class KeyBody(Body):
    """Body of `POST /keys`."""

    model_config = with_example(name="ci", scopes=["runs:write", "models:read"])

    name: Title
    scopes: Annotated[list[Annotated[Scope, Field(strict=False)]], Field(min_length=1)]
    client: Literal["api", "cli"] = "api"
    tags: TagsField | None = None


class RotateBody(Body):
    """Body of `POST /keys/{id}/rotate`: how long the old secret stays valid."""

    grace_seconds: Annotated[int, Field(ge=0, le=30 * 24 * 3600)] = 3600


class WorkspaceBody(Body):
    """Body of `POST /api/v1/workspaces`."""

    slug: Annotated[str, Field(json_schema_extra={"pattern": "^[a-z0-9][a-z0-9-]{0,62}$"})]
    name: Name | None = None
