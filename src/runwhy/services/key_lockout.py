"""Key lockout: an address that sends too many wrong keys has to wait."""

from __future__ import annotations

import math
from contextvars import ContextVar
from dataclasses import dataclass, field

from runwhy.errors import RateLimited
from runwhy.ports import Clock
from runwhy.services.rate_limits import MOST, Buckets

# Address of the current request; None for local programs.
CLIENT_ADDRESS: ContextVar[str | None] = ContextVar("client_address", default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyLockout:
    """A bucket of wrong keys per address.

    Keys from an address with an empty bucket are rejected without a lookup. Keys that were valid
    before still work, so someone who guesses behind the same proxy does not lock out others.
    """

    wrong: Buckets
    clock: Clock
    _right: dict[str, None] = field(default_factory=dict, init=False)  # hashes, newest last

    def check(self, hash: str) -> None:
        """Check whether a key may be looked up. Raises: RateLimited."""
        address = CLIENT_ADDRESS.get()
        if address is None or hash in self._right:
            return
        if wait := self.wrong.wait(address, at=self.clock()):
            seconds = math.ceil(wait)
            rule = f"too many wrong keys from your address; retry in {seconds} s"
            raise RateLimited(rule, retry_after=seconds)

    def record(self, hash: str, *, valid: bool) -> None:
        """Record whether the key with this hash exists."""
        self._right.pop(hash, None)
        address = CLIENT_ADDRESS.get()
        if address is None:
            return
        if not valid:
            self.wrong.take(address, at=self.clock())
            return
        self._right[hash] = None
        if len(self._right) > MOST:
            del self._right[next(iter(self._right))]
