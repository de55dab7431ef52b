"""Dashboard sign-in: exchanges a key for a token, which is sent as a cookie."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from runwhy.core.accounts.sign_ins import SignIn, is_open, must_record_use, open_sign_in
from runwhy.core.accounts.workspaces import Key
from runwhy.errors import Unauthorized
from runwhy.ports import AccountStore, Clock
from runwhy.services.access import Access, hash_secret


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIns:
    """Opens, reads and ends sign-ins. They are stored, so that ending one voids every copy."""

    access: Access
    store: AccountStore
    clock: Clock

    async def identify(self, secret: str) -> Key:
        """Return the key with this secret. Raises: Unauthorized, RateLimited."""
        key = await self.access.find_key(secret)
        if key is None:
            raise Unauthorized("unknown or revoked key")
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
        """Return the open sign-in with this token and its key, and record its use."""
        found = await self.store.find_sign_in(hash_secret(token))
        at = self.clock()
        if found is None or not is_open(found[0], at=at):
            return None
        if must_record_use(found[0], at=at):
            await self.store.record_sign_in_use(found[0].hash, at=at)
        return found

    async def close(self, sign_in: SignIn, key: Key) -> None:
        """End a sign-in, on all servers."""
        await self.store.remove_sign_in(sign_in.hash, key)
