"""Verification of incoming webhooks: over the raw body, in constant time, before parsing."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

TOLERANCE = 300.0  # seconds that a signed timestamp may differ from now
STANDARD_PREFIX = "whsec_"


class HookRefused(Exception):
    """A webhook delivery was not signed with the trigger's secret."""


def verify(
    scheme: str,
    secrets: Sequence[str],
    headers: Mapping[str, str],
    body: bytes,
    *,
    now: datetime,
    token_header: str | None = None,
) -> None:
    """Check that the sender of a delivery knows one of the secrets. Raises: HookRefused.

    Header names are in lower case. Any of the secrets may match, so that secrets can be rotated.
    """
    if not secrets:
        raise HookRefused("no secret is configured for this webhook")
    match scheme:
        case "standard":
            _standard(secrets, headers, body, now)
        case "github":
            _github(secrets, headers, body)
        case "slack":
            _slack(secrets, headers, body, now)
        case "stripe":
            _stripe(secrets, headers, body, now)
        case "token":
            _token(secrets, headers, token_header)
        case _:
            raise HookRefused(f"unknown signature scheme {scheme}")


def _standard(
    secrets: Sequence[str], headers: Mapping[str, str], body: bytes, now: datetime
) -> None:
    id, time = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not id:
        raise HookRefused("the webhook-id header is missing")
    _check_time(time, now)
    given = [s[3:] for s in headers.get("webhook-signature", "").split() if s.startswith("v1,")]
    signed = f"{id}.{time}.".encode() + body
    expected = [
        base64.b64encode(_mac(_standard_key(secret), signed)).decode() for secret in secrets
    ]
    _must_match(given, expected)


def _standard_key(secret: str) -> bytes:
    text = secret.removeprefix(STANDARD_PREFIX)
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return secret.encode()  # not base64, but usable if both sides use the same bytes


def _github(secrets: Sequence[str], headers: Mapping[str, str], body: bytes) -> None:
    given = headers.get("x-hub-signature-256", "")
    expected = ["sha256=" + _mac(secret.encode(), body).hex() for secret in secrets]
    _must_match([given] if given else [], expected)


def _slack(secrets: Sequence[str], headers: Mapping[str, str], body: bytes, now: datetime) -> None:
    time = headers.get("x-slack-request-timestamp", "")
    _check_time(time, now)
    signed = f"v0:{time}:".encode() + body
    given = headers.get("x-slack-signature", "")
    expected = ["v0=" + _mac(secret.encode(), signed).hex() for secret in secrets]
    _must_match([given] if given else [], expected)


def _stripe(secrets: Sequence[str], headers: Mapping[str, str], body: bytes, now: datetime) -> None:
    pairs = [item.strip().partition("=") for item in headers.get("stripe-signature", "").split(",")]
    time = next((value for name, _, value in pairs if name == "t"), "")
    _check_time(time, now)
    given = [value for name, _, value in pairs if name == "v1"]
    signed = f"{time}.".encode() + body
    _must_match(given, [_mac(secret.encode(), signed).hex() for secret in secrets])


def _token(secrets: Sequence[str], headers: Mapping[str, str], header: str | None) -> None:
    if header is not None:
        given = headers.get(header.lower(), "")
    else:
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        given = bearer.strip() if scheme.lower() == "bearer" else headers.get("x-runwhy-token", "")
    _must_match([given] if given else [], secrets)


def _check_time(text: str, now: datetime) -> None:
    if not (text.isascii() and text.isdigit() and len(text) <= 12):
        raise HookRefused("the signed timestamp is missing or not a number")
    if abs(now.timestamp() - int(text)) > TOLERANCE:
        raise HookRefused(f"the signed timestamp is more than {TOLERANCE:g} seconds off")


def _must_match(given: Sequence[str], expected: Iterable[str]) -> None:
    if not given:
        raise HookRefused("the signature or token is missing")
    known = [text.encode() for text in expected]
    matches = [hmac.compare_digest(a.encode(), b) for a in given[:10] for b in known]
    if not any(matches):
        raise HookRefused("the signature or token does not match")


def _mac(key: bytes, signed: bytes) -> bytes:
    return hmac.new(key, signed, hashlib.sha256).digest()
