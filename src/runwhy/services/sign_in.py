"""Dashboard sign-in: exchanges a key for a signed cookie."""

from __future__ import annotations

import hmac
import secrets
from datetime import timedelta

from runwhy.core.accounts.workspaces import Key
from runwhy.errors import Unauthorized
from runwhy.ports import Clock, Store
from runwhy.services.access import Access

LASTS = timedelta(hours=12)


class SignIns:
    """Creates and reads tokens, which hold the hash of a key, never the key.

    A token is invalid once it expires or its key is revoked. Any server on the same database can
    read it.
    """

    def __init__(self, *, access: Access, store: Store, clock: Clock) -> None:
        self._access = access
        self._store = store
        self._clock = clock
        self._secret: bytes | None = None

    async def open(self, secret: str) -> tuple[Key, str]:
        """Return the key with this secret and a token for it. Raises: Unauthorized, RateLimited."""
        key = await self._access.find_key(secret)
        if key is None:
            raise Unauthorized("unknown or revoked key")
        return key, await self.token_for(key)

    async def token_for(self, key: Key) -> str:
        """Return a token that is valid from now."""
        until = int((self._clock() + LASTS).timestamp())
        body = f"1.{until}.{key.hash}"
        return f"{body}.{await self._mac(body)}"

    async def key_of(self, token: str) -> Key | None:
        """Return the key of a valid token."""
        body, _, mac = token.rpartition(".")
        if not hmac.compare_digest(mac.encode(), (await self._mac(body)).encode()):
            return None
        _, until, hash = body.split(".")
        if int(until) < self._clock().timestamp():
            return None
        return await self._store.find_key(hash, at=self._clock())

    async def _mac(self, body: str) -> str:
        if self._secret is None:
            kept = await self._store.server_secret("signin", lambda: secrets.token_hex(32))
            self._secret = bytes.fromhex(kept)
        return hmac.digest(self._secret, b"runwhy signin\0" + body.encode(), "sha256").hex()
