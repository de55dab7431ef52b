"""Access: workspaces, keys, sign-ins, and the identity of callers."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from runwhy.core.accounts.sign_ins import SignIn, is_open, must_record_use, open_sign_in
from runwhy.core.accounts.workspaces import (
    ALL_SCOPES,
    DEFAULT_SLUG,
    Key,
    KeyChanges,
    KeyClient,
    Scope,
    Workspace,
    allows,
    check_bound,
    check_expiry,
    parse_slug,
)
from runwhy.core.runs.origin import Actor
from runwhy.core.runs.tags import Tags, carries
from runwhy.errors import (
    Conflict,
    Denied,
    InsufficientScope,
    NotFound,
    Unauthorized,
    Unavailable,
)
from runwhy.ports import AccountStore, Clock, IdempotencyKey, NewId
from runwhy.services.operations import must_find, passes_on
from runwhy.services.rate_limits import KeyLockout, RateLimits

PREFIX = "rwk_"
HINT_LENGTH = 9
UNKNOWN = "unknown or revoked key"


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """The sender of a request, with its workspace and scopes."""

    workspace: Workspace
    actor: Actor
    scopes: frozenset[Scope]
    trigger: str = "api"
    # Limits the caller to runs and sessions with these tags.
    tags: Tags = field(default_factory=dict)
    sign_in: str | None = None  # hash of the dashboard's sign-in, if the caller has one

    @property
    def is_local(self) -> bool:
        """Whether the caller is the user of this machine, who needs no key."""
        return self.actor.kind == "local"

    @property
    def key_id(self) -> str | None:
        """The id of the caller's key, None for the user of this machine."""
        return self.actor.id if self.actor.kind == "key" else None

    def require(self, scope: Scope) -> None:
        """Check for a scope. Raises: InsufficientScope."""
        if not allows(self.scopes, scope):
            raise InsufficientScope(scope)

    def require_operator(self, what: str) -> None:
        """Check that the caller is an operator: an admin of the `default` workspace.

        Raises: InsufficientScope, Denied.
        """
        self.require(Scope.ADMIN)
        if not self.is_local and self.workspace.slug != DEFAULT_SLUG:
            raise Denied(f"{what} requires a key of the workspace {DEFAULT_SLUG!r}")

    def denial_of_tags(self) -> Denied:
        """Return the error for an action that a key limited to tags cannot do."""
        limits = " ".join(f"{key}={value}" for key, value in sorted(self.tags.items()))
        return Denied(f"this key is limited to {limits} and cannot do this")

    def can_see(self, tags: Tags) -> bool:
        """Whether the caller can see a run or session with these tags."""
        return carries(tags, self.tags)


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """Identifies callers. In local mode, the user of this machine needs no key."""

    store: AccountStore
    clock: Clock
    new_id: NewId
    local: bool
    cli_token: str | None = field(default=None, repr=False)
    rates: RateLimits | None = None
    lockout: KeyLockout | None = None
    _workspaces: dict[str, Workspace] = field(default_factory=dict, init=False)

    list_workspaces = passes_on(AccountStore.list_workspaces)
    list_keys = passes_on(AccountStore.list_keys)

    async def prepare(self) -> None:
        """Create the `default` workspace if it does not exist."""
        if await self.store.get_workspace(DEFAULT_SLUG) is None:
            with suppress(Conflict):  # another server that starts now has created it
                await self.add_workspace(DEFAULT_SLUG, "Default")

    async def identify(self, slug: str | None, secret: str | None) -> Caller:
        """Identify a caller, in the given workspace or the key's own.

        Raises: Unauthorized, RateLimited after many wrong keys, NotFound.
        """
        if secret is not None:
            if self._is_cli(secret):
                return await self._local_caller(slug, "cli")
            key = await self.find_key(secret)
            if key is not None:
                return await self.caller_with_key(slug, key)
        if not self.local:
            if secret is not None:
                raise Unauthorized(UNKNOWN)
            raise Unauthorized("send a valid key: Authorization: Bearer KEY, or X-API-Key: KEY")
        return await self._local_caller(slug, "api")

    async def find_key(self, secret: str) -> Key | None:
        """Return the key with this secret, if any. Raises: RateLimited, Unauthorized if expired."""
        hash = hash_secret(secret)
        if self.lockout is not None:
            self.lockout.check(hash)
        key = await self.store.find_key(hash, at=self.clock())
        if self.lockout is not None:
            self.lockout.record(hash, valid=key is not None)
        if key is not None and key.is_expired(self.clock()):
            raise _expired(key)
        return key

    def _is_cli(self, secret: str) -> bool:
        token = self.cli_token
        return token is not None and hmac.compare_digest(secret.encode(), token.encode())

    async def _local_caller(self, slug: str | None, trigger: str) -> Caller:
        workspace = await self.find_workspace(slug or DEFAULT_SLUG)
        actor = Actor(kind="local", name="this machine")
        return Caller(workspace=workspace, actor=actor, scopes=ALL_SCOPES, trigger=trigger)

    async def caller_with_key(
        self, slug: str | None, key: Key, *, sign_in: str | None = None
    ) -> Caller:
        """Return the caller with this key. Raises: RateLimited, NotFound in another workspace."""
        if self.rates is not None:
            self.rates.take(key.id)
        workspace = await (self._home(key) if slug is None else self.find_workspace(slug))
        if workspace.id != key.workspace:  # keys must not learn which other workspaces exist
            raise NotFound(f"no workspace {slug}")
        actor = Actor(kind="key", id=key.id, name=key.name)
        return Caller(
            workspace=workspace,
            actor=actor,
            scopes=key.scopes,
            trigger=key.client,
            tags=key.tags,
            sign_in=sign_in,
        )

    async def is_still_valid(self, caller: Caller) -> bool:
        """Whether a caller's key and sign-in are still valid.

        They count as valid while the database is unavailable, so that streams stay open.
        """
        if caller.actor.kind != "key":
            return True
        try:
            if caller.sign_in is not None:
                found = await self.store.find_sign_in(caller.sign_in)
                return found is not None and is_open(found[0], at=self.clock())
            keys = await self.store.list_keys(caller.workspace.id)
        except Unavailable:
            return True
        now = self.clock()
        return any(key.id == caller.actor.id and not key.is_expired(now) for key in keys)

    async def _home(self, key: Key) -> Workspace:
        every = await self.store.list_workspaces()
        return next(workspace for workspace in every if workspace.id == key.workspace)

    async def find_workspace(self, slug: str) -> Workspace:
        """Return the workspace with this slug. Raises: NotFound."""
        known = self._workspaces.get(slug) or await self.store.get_workspace(slug)
        found = self._workspaces[slug] = must_find(known, f"workspace {slug}")
        return found

    async def workspaces_of(self, caller: Caller) -> Sequence[Workspace]:
        """Return the workspaces an admin may see; for a key, its own. Raises: InsufficientScope."""
        caller.require(Scope.ADMIN)
        return await self.list_workspaces() if caller.is_local else [caller.workspace]

    async def open_workspace(self, caller: Caller, slug: str, name: str | None) -> Workspace:
        """Create a workspace as an admin of `default`. Raises: Denied, InvalidInput, Conflict."""
        caller.require_operator("creating a workspace")
        return await self.add_workspace(slug, name)

    async def add_workspace(self, slug: str, name: str | None) -> Workspace:
        """Create a workspace. Raises: InvalidInput, Conflict."""
        slug = parse_slug(slug)
        return await self.store.add_workspace(slug, name or slug, at=self.clock())

    async def add_key(
        self,
        workspace: int,
        name: str,
        scopes: frozenset[Scope],
        *,
        client: KeyClient = "api",
        tags: Tags | None = None,
        expires_at: datetime | None = None,
        once: IdempotencyKey | None = None,
    ) -> tuple[Key, str | None]:
        """Create a key. Return it with its secret, which cannot be retrieved again.

        Raises: InvalidInput: the key has tags and a scope other than read, or has expired already.
        """
        check_bound(tags or {}, scopes)
        check_expiry(expires_at, now=self.clock())
        secret = _new_secret()
        made = Key(
            id=self.new_id("key"),
            workspace=workspace,
            name=name,
            hash=hash_secret(secret),
            hint=_hint(secret),
            scopes=scopes,
            client=client,
            tags=tags or {},
            expires_at=expires_at,
            created_at=self.clock(),
        )
        key = await self.store.add_key(made, once=once)
        return key, secret if key.id == made.id else None

    async def rotate_key(self, workspace: int, id: str, *, grace: timedelta) -> tuple[Key, str]:
        """Rotate a key. Return it with its new secret, which cannot be retrieved again.

        The previous secret is accepted for `grace`, older ones no longer. Raises: NotFound.
        """
        secret, until = _new_secret(), self.clock() + grace

        def rotate(key: Key) -> Key:
            new = replace(key, hash=hash_secret(secret), hint=_hint(secret))
            return replace(new, old_hash=key.hash, old_until=until)

        key = await self.store.rotate_key(workspace, id, rotate)
        return must_find(key, f"key {id}"), secret

    async def get_key(self, workspace: int, id: str) -> Key:
        """Return a key that is not revoked. Raises: NotFound."""
        found = [key for key in await self.list_keys(workspace) if key.id == id]
        return must_find(found[0] if found else None, f"key {id}")

    async def change_key(self, workspace: int, id: str, changes: KeyChanges) -> Key:
        """Change the name or the expiry of a key. Its access cannot be changed.

        Raises: NotFound, InvalidInput, Conflict if the key has expired, which is final.
        """
        now = self.clock()
        check_expiry(changes.get("expires_at"), now=now)

        def change(key: Key) -> Key:
            if key.is_expired(now):
                raise Conflict(f"the key {id} has expired; create another one")
            return replace(key, **changes)

        return must_find(await self.store.change_key(workspace, id, change), f"key {id}")

    async def remove_key(self, workspace: int, id: str) -> None:
        """Revoke a key. Raises: NotFound."""
        removed = await self.store.remove_key(workspace, id, at=self.clock())
        must_find(removed or None, f"key {id}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIns:
    """Opens, reads and ends sign-ins: tokens for a key, which the dashboard sends as a cookie.

    They are stored, so that ending one voids every copy.
    """

    access: Access
    store: AccountStore
    clock: Clock

    async def identify(self, secret: str) -> Key:
        """Return the key with this secret. Raises: Unauthorized, RateLimited."""
        key = await self.access.find_key(secret)
        if key is None:
            raise Unauthorized(UNKNOWN)
        return key

    async def open(self, key: Key, secret: str) -> str:
        """Sign in with a key, and return the token."""
        token = secrets.token_urlsafe(32)
        made = open_sign_in(
            key, hash=hash_secret(token), secret_hash=hash_secret(secret), at=self.clock()
        )
        await self.store.add_sign_in(made, key)
        return token

    async def find(self, token: str) -> tuple[SignIn, Key] | None:
        """Return the open sign-in with this token and its key, and record its use.

        Raises: Unauthorized if it ended with its key, where a key is required.
        """
        found = await self.store.find_sign_in(hash_secret(token))
        at = self.clock()
        if found is None:
            return None
        if found[1].is_expired(at) and not self.access.local:
            raise _expired(found[1])
        if not is_open(found[0], at=at):
            return None
        if must_record_use(found[0], at=at):
            await self.store.record_sign_in_use(found[0].hash, at=at)
        return found

    async def close(self, sign_in: SignIn, key: Key) -> None:
        """End a sign-in, on all servers."""
        await self.store.remove_sign_in(sign_in.hash, key)


def secret_in(headers: Mapping[str, str]) -> str | None:
    """Return the key sent in the `Authorization` or `X-API-Key` header, if any."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip()
    return headers.get("x-api-key") or None


def _expired(key: Key) -> Unauthorized:
    at = key.expires_at
    assert at is not None
    when = f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    return Unauthorized(f"the key {key.name!r} expired on {when}; ask an admin for a new one")


def _new_secret() -> str:
    return PREFIX + secrets.token_urlsafe(32)


def _hint(secret: str) -> str:
    return secret[:HINT_LENGTH] + "…"


def hash_secret(secret: str) -> str:
    """Hash a secret for storage.

    Secrets have 256 random bits, so a plain hash cannot be reversed.
    """
    return hashlib.sha256(secret.encode()).hexdigest()
