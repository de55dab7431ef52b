"""Sign-ins to the dashboard: each ends when it is unused, after a week, or with its key."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from runwhy.core.accounts.workspaces import Key

IDLE = timedelta(hours=12)  # an unused sign-in ends after this time
LASTS = timedelta(days=7)  # every sign-in ends after this time
# The time of the last use is stored only this often, so that most requests write nothing.
USE_PRECISION = timedelta(minutes=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    """The exchange of a key for a cookie. Only the hash of the cookie's token is stored."""

    hash: str
    key_id: str
    created_at: datetime
    used_at: datetime
    ends_at: datetime


def open_sign_in(key: Key, *, hash: str, secret_hash: str, at: datetime) -> SignIn:
    """Return a new sign-in; it ends with the key or the secret that it was opened with."""
    ends_at = at + LASTS
    if secret_hash != key.hash and key.old_until is not None:
        ends_at = min(ends_at, key.old_until)
    if key.expires_at is not None:
        ends_at = min(ends_at, key.expires_at)
    return SignIn(hash=hash, key_id=key.id, created_at=at, used_at=at, ends_at=ends_at)


def is_open(sign_in: SignIn, *, at: datetime) -> bool:
    """Whether a sign-in can still be used."""
    return at < sign_in.ends_at and at <= sign_in.used_at + IDLE


def must_record_use(sign_in: SignIn, *, at: datetime) -> bool:
    """Whether the stored time of the last use is too old."""
    return at >= sign_in.used_at + USE_PRECISION
