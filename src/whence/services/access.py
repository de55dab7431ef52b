"""Access: workspaces, keys, and who a caller is."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from whence.core.origin import Actor
from whence.core.workspaces import (
    ALL_SCOPES,
    DEFAULT_SLUG,
    Key,
    KeyClient,
    Scope,
    Workspace,
    allows,
    parse_slug,
)
from whence.errors import InsufficientScope, NotFound, Unauthorized
from whence.ports import Clock, NewId, Once, Store

PREFIX = "whk_"
HINT_LENGTH = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who asks, in which workspace, and what they may do."""

    workspace: Workspace
    actor: Actor
    scopes: frozenset[Scope]
    trigger: str = "api"

    def needs(self, scope: Scope) -> None:
        """Raises: InsufficientScope."""
        if not allows(self.scopes, scope):
            raise InsufficientScope(scope)


class Access:
    """Says who a caller is. In local mode the person at this machine needs no key."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        new_id: NewId,
        local: bool,
        cli_token: str | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._new_id = new_id
        self._local = local
        self._cli_token = cli_token
        self._workspaces: dict[str, Workspace] = {}

    async def prepare(self) -> None:
        """The workspace `default` exists from the start."""
        if await self._store.get_workspace(DEFAULT_SLUG) is None:
            await self.add_workspace(DEFAULT_SLUG, "Default")

    async def identify(self, slug: str, secret: str | None) -> Caller:
        """Who this is. Raises: Unauthorized, NotFound."""
        if secret is not None:
            if self._is_cli(secret):
                return await self._local_caller(slug, "cli")
            key = await self._store.find_key(hash_secret(secret))
            if key is not None:
                return await self.caller_with_key(slug, key)
        if not self._local:
            raise Unauthorized("send a valid key: Authorization: Bearer KEY, or X-API-Key: KEY")
        return await self._local_caller(slug, "api")

    def _is_cli(self, secret: str) -> bool:
        token = self._cli_token
        return token is not None and hmac.compare_digest(secret.encode(), token.encode())

    async def _local_caller(self, slug: str, trigger: str) -> Caller:
        workspace = await self._workspace(slug)
        actor = Actor(kind="local", name="this machine")
        return Caller(workspace=workspace, actor=actor, scopes=ALL_SCOPES, trigger=trigger)

    async def caller_with_key(self, slug: str, key: Key) -> Caller:
        """Who has this key. Raises: NotFound in a workspace that is not the key's."""
        workspace = await self._workspace(slug)
        if workspace.id != key.workspace:  # a key does not even learn what else exists
            raise NotFound(f"no workspace {slug}")
        actor = Actor(kind="key", id=key.id, name=key.name)
        return Caller(workspace=workspace, actor=actor, scopes=key.scopes, trigger=key.client)

    async def _workspace(self, slug: str) -> Workspace:
        found = self._workspaces.get(slug) or await self._store.get_workspace(slug)
        if found is None:
            raise NotFound(f"no workspace {slug}")
        self._workspaces[slug] = found
        return found

    async def list_workspaces(self) -> Sequence[Workspace]:
        """All of them."""
        return await self._store.list_workspaces()

    async def add_workspace(self, slug: str, name: str | None) -> Workspace:
        """A new workspace. Raises: InvalidInput, Conflict."""
        slug = parse_slug(slug)
        return await self._store.add_workspace(slug, name or slug, at=self._clock())

    async def add_key(
        self,
        workspace: int,
        name: str,
        scopes: frozenset[Scope],
        *,
        client: KeyClient = "api",
        once: Once | None = None,
    ) -> tuple[Key, str | None]:
        """A new key and its secret, which is shown this once and never again."""
        secret = PREFIX + secrets.token_urlsafe(32)
        made = Key(
            id=self._new_id("key"),
            workspace=workspace,
            name=name,
            hash=hash_secret(secret),
            hint=secret[:HINT_LENGTH] + "…",
            scopes=scopes,
            client=client,
            created_at=self._clock(),
        )
        key = await self._store.add_key(made, once=once)
        return key, secret if key.id == made.id else None

    async def list_keys(self, workspace: int) -> Sequence[Key]:
        """Keys that are valid."""
        return await self._store.list_keys(workspace)

    async def remove_key(self, workspace: int, id: str) -> None:
        """Revoke a key. Raises: NotFound."""
        if not await self._store.remove_key(workspace, id, at=self._clock()):
            raise NotFound(f"no key {id}")


def hash_secret(secret: str) -> str:
    """What is kept of a secret. It has 256 random bits, so that a plain hash cannot be undone."""
    return hashlib.sha256(secret.encode()).hexdigest()
