"""Client methods for models, agents, keys, workspaces and the queue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, Unpack

from runwhy.client._async.http import Http
from runwhy.client.answer_reader import read, read_all
from runwhy.client.config import segment
from runwhy.client.options import AgentOptions
from runwhy.client.request_bodies import body_of, check_options, query_of
from runwhy.wire.accounts import (
    Agent,
    AgentVersion,
    ApiKey,
    ModelCatalog,
    ProviderState,
    Workspace,
)
from runwhy.wire.queue import Queue, Worker

_WORKSPACES = "/api/v1/workspaces"


class CatalogCalls:
    """Methods for models, agents, keys, workspaces and the queue."""

    _http: Http

    async def list_models(self) -> ModelCatalog:
        """Return the models that runs can use."""
        return read(ModelCatalog, await self._http.get("/models"))

    async def list_providers(self, *, check: bool = False) -> Sequence[ProviderState]:
        """Return the providers of models. With `check`, the server asks each whether it answers."""
        if check:
            found = await self._http.create("/models/check", {})
        else:
            found = await self._http.get("/models/providers")
        return read_all(ProviderState, found.get("providers"))

    async def create_agent(self, name: str, **options: Unpack[AgentOptions]) -> Agent:
        """Store a spec under a name, for use by runs and sessions."""
        check_options(AgentOptions, options)
        body = body_of(name=name, **options)
        key = options.get("idempotency_key")
        return read(Agent, await self._http.create("/agents", body, key=key))

    async def get_agent(self, agent_id: str) -> Agent:
        """Return an agent, by its id or name."""
        return read(Agent, await self._http.get(f"/agents/{segment(agent_id)}"))

    async def list_agents(self) -> Sequence[Agent]:
        """Return all agents of the workspace."""
        return read_all(Agent, (await self._http.get("/agents")).get("agents"))

    async def list_agent_versions(self, agent_id: str) -> Sequence[AgentVersion]:
        """Return the versions of an agent, newest first."""
        found = await self._http.get(f"/agents/{segment(agent_id)}/versions")
        return read_all(AgentVersion, found.get("versions"))

    async def update_agent(
        self, agent_id: str, *, name: str | None = None, **options: Unpack[AgentOptions]
    ) -> Agent:
        """Update the given fields of an agent; existing runs keep their spec."""
        check_options(AgentOptions, options)
        body = body_of(name=name, **options)
        return read(Agent, await self._http.change(f"/agents/{segment(agent_id)}", body))

    async def delete_agent(self, agent_id: str) -> None:
        """Delete an agent; its runs remain."""
        await self._http.remove(f"/agents/{segment(agent_id)}")

    async def create_key(
        self,
        name: str,
        *,
        scopes: Sequence[str],
        tags: Mapping[str, str] | None = None,
        expires_at: datetime | None = None,
        idempotency_key: str | None = None,
    ) -> ApiKey:
        """Create a key of the workspace. The secret is returned once.

        A key with tags can only read, and sees only runs and sessions that have all of these tags.
        From `expires_at` on, requests with the key are refused. It needs a time zone.
        """
        expires = None if expires_at is None else expires_at.isoformat()
        body = body_of(name=name, scopes=scopes, tags=tags, expires_at=expires)
        return read(ApiKey, await self._http.create("/keys", body, key=idempotency_key))

    async def list_keys(self) -> Sequence[ApiKey]:
        """Return all keys of the workspace, without secrets."""
        return read_all(ApiKey, (await self._http.get("/keys")).get("keys"))

    async def get_key(self, key_id: str) -> ApiKey:
        """Return a key, without its secret."""
        return read(ApiKey, await self._http.get(f"/keys/{segment(key_id)}"))

    async def update_key(
        self,
        key_id: str,
        *,
        name: str | None = None,
        expires_at: datetime | Literal["never"] | None = None,
    ) -> ApiKey:
        """Change the name or the expiry of a key. Scopes and tags cannot be changed."""
        body = dict(body_of(name=name))
        if expires_at is not None:
            body["expiresAt"] = None if expires_at == "never" else expires_at.isoformat()
        return read(ApiKey, await self._http.change(f"/keys/{segment(key_id)}", body))

    async def delete_key(self, key_id: str) -> None:
        """Revoke a key."""
        await self._http.remove(f"/keys/{segment(key_id)}")

    async def get_queue(self, *, limit: int | None = None, run_id: str | None = None) -> Queue:
        """Return the waiting runs, or only this one, each with the reason."""
        return read(Queue, await self._http.get("/queue", query_of(limit=limit, run=run_id)))

    async def list_workers(self) -> Sequence[Worker]:
        """Return the servers that execute runs, with their runs in this workspace."""
        return read_all(Worker, (await self._http.get("/workers")).get("workers"))

    async def create_workspace(self, slug: str, name: str | None = None) -> Workspace:
        """Create a workspace."""
        return read(Workspace, await self._http.create(_WORKSPACES, body_of(slug=slug, name=name)))

    async def list_workspaces(self) -> Sequence[Workspace]:
        """Return all workspaces of the server."""
        return read_all(Workspace, (await self._http.get(_WORKSPACES)).get("workspaces"))
