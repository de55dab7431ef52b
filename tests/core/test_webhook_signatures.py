"""Signature schemes of each provider, checked with their published examples."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest
from standardwebhooks import Webhook

from runwhy.core.triggers.webhook_signatures import HookRefused, verify

# The example in the Standard Webhooks specification.
STANDARD_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
STANDARD_BODY = b'{"test": 2432232314}'
STANDARD = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}
STANDARD_AT = datetime.fromtimestamp(1614265330, tz=UTC)

# "Validating webhook deliveries" in GitHub's documentation.
GITHUB_SECRET = "It's a Secret to Everybody"
GITHUB_BODY = b"Hello, World!"
GITHUB = {
    "x-hub-signature-256": (
        "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
    )
}

# "Verifying requests from Slack" in Slack's documentation.
SLACK_SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
SLACK_BODY = (
    b"token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V"
    b"&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text="
    b"&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F"
    b"96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
)
SLACK = {
    "x-slack-request-timestamp": "1531420618",
    "x-slack-signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
}
SLACK_AT = datetime.fromtimestamp(1531420618, tz=UTC)

# Stripe's scheme: t.body under HMAC-SHA256, in hexadecimal.
STRIPE_SECRET = "whsec_test_secret"
STRIPE_BODY = b'{"id": "evt_test_webhook", "object": "event"}'
STRIPE_AT = datetime.fromtimestamp(1492774577, tz=UTC)
_STRIPE_MAC = hmac.new(
    STRIPE_SECRET.encode(), b"1492774577." + STRIPE_BODY, hashlib.sha256
).hexdigest()
STRIPE = {"stripe-signature": f"t=1492774577,v1={_STRIPE_MAC},v0=6ffbb59b2300aae63f272406069a9788"}

TOKEN_SECRET = "a-long-random-token"
TOKEN = {"authorization": f"Bearer {TOKEN_SECRET}"}

GENUINE = {
    "standard": (STANDARD_SECRET, STANDARD, STANDARD_BODY, STANDARD_AT),
    "github": (GITHUB_SECRET, GITHUB, GITHUB_BODY, STANDARD_AT),
    "slack": (SLACK_SECRET, SLACK, SLACK_BODY, SLACK_AT),
    "stripe": (STRIPE_SECRET, STRIPE, STRIPE_BODY, STRIPE_AT),
    "token": (TOKEN_SECRET, TOKEN, b"{}", STANDARD_AT),
}
SIGNED = ("standard", "github", "slack", "stripe")
TIMED = ("standard", "slack", "stripe")


def refused(
    scheme: str, secret: str, headers: Mapping[str, str], body: bytes, now: datetime
) -> str:
    with pytest.raises(HookRefused) as error:
        verify(scheme, [secret], headers, body, now=now)
    return str(error.value)


@pytest.mark.parametrize("scheme", GENUINE)
def test_the_published_example_is_accepted(scheme: str) -> None:
    secret, headers, body, now = GENUINE[scheme]

    verify(scheme, [secret], headers, body, now=now)


@pytest.mark.parametrize("scheme", GENUINE)
def test_either_secret_is_accepted_during_a_rotation(scheme: str) -> None:
    secret, headers, body, now = GENUINE[scheme]

    verify(scheme, ["whsec_bmV3ZXI=", secret], headers, body, now=now)


@pytest.mark.parametrize("scheme", SIGNED)
def test_one_changed_byte_is_refused(scheme: str) -> None:
    secret, headers, body, now = GENUINE[scheme]

    assert "does not match" in refused(scheme, secret, headers, body + b" ", now)
    assert "does not match" in refused(scheme, secret, headers, body[:-1], now)


@pytest.mark.parametrize("scheme", GENUINE)
def test_another_secret_is_refused(scheme: str) -> None:
    _, headers, body, now = GENUINE[scheme]

    assert "does not match" in refused(scheme, "whsec_b3RoZXI=", headers, body, now)
    with pytest.raises(HookRefused, match="no secret"):
        verify(scheme, [], headers, body, now=now)


@pytest.mark.parametrize("scheme", GENUINE)
def test_missing_headers_are_refused(scheme: str) -> None:
    secret, headers, body, now = GENUINE[scheme]

    for name in headers:
        less = {key: value for key, value in headers.items() if key != name}
        assert "missing" in refused(scheme, secret, less, body, now)


@pytest.mark.parametrize("scheme", TIMED)
@pytest.mark.parametrize(
    "off", [timedelta(seconds=301), timedelta(seconds=-301), timedelta(days=9)]
)
def test_a_replay_at_another_time_is_refused(scheme: str, off: timedelta) -> None:
    secret, headers, body, now = GENUINE[scheme]

    assert "seconds off" in refused(scheme, secret, headers, body, now + off)
    verify(scheme, [secret], headers, body, now=now + timedelta(seconds=299))


@pytest.mark.parametrize("time", ["", "soon", "1e9", "-1", "1614265330.5", "٣", "9" * 30])
def test_an_invalid_timestamp_is_refused(time: str) -> None:
    headers = {**STANDARD, "webhook-timestamp": time}

    assert "time" in refused("standard", STANDARD_SECRET, headers, STANDARD_BODY, STANDARD_AT)


def test_a_signed_timestamp_cannot_be_changed() -> None:
    headers = {**STANDARD, "webhook-timestamp": "1614265331"}

    reason = refused("standard", STANDARD_SECRET, headers, STANDARD_BODY, STANDARD_AT)
    assert "does not match" in reason


@pytest.mark.parametrize(
    "signature", ["v1,", "v1", "v2," + "A" * 44, "v1,é", ",,,", "v1,AAAA " * 100, "sha256="]
)
def test_a_malformed_signature_is_refused_without_an_error(signature: str) -> None:
    headers = {**STANDARD, "webhook-signature": signature}

    refused("standard", STANDARD_SECRET, headers, STANDARD_BODY, STANDARD_AT)


def test_a_signature_of_the_reference_library_is_accepted() -> None:
    now = datetime.fromtimestamp(1700000000, tz=UTC)
    body = '{"grüße": "ü"}'
    signature = Webhook(STANDARD_SECRET).sign("msg_1", now, body)
    headers = {
        "webhook-id": "msg_1",
        "webhook-timestamp": "1700000000",
        "webhook-signature": f"v1,bm90aGluZw== {signature}",
    }

    verify("standard", [STANDARD_SECRET], headers, body.encode(), now=now)


def test_a_token_can_have_its_own_header() -> None:
    verify("token", [TOKEN_SECRET], {"x-runwhy-token": TOKEN_SECRET}, b"", now=STANDARD_AT)
    verify(
        "token",
        [TOKEN_SECRET],
        {"x-gitlab-token": TOKEN_SECRET},
        b"",
        now=STANDARD_AT,
        token_header="X-Gitlab-Token",
    )
    with pytest.raises(HookRefused):
        verify("token", [TOKEN_SECRET], TOKEN, b"", now=STANDARD_AT, token_header="X-Gitlab-Token")
