"""Signed deliveries, and addresses that are never contacted."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from datetime import timedelta

import pytest
from standardwebhooks import Webhook
from tests.core.test_subscriptions import OUTGOING, a_subscriber
from tests.support.clock import NOON
from tests.triggers.webhook_receiver import receiver

from runwhy.net.addresses import Allowed, Resolve, resolve
from runwhy.triggers.outgoing_webhooks import Poster, signed_headers

# Each of these addresses has been used to reach internal hosts through some client.
INSIDE = [
    "http://127.0.0.1/",
    "http://127.0.0.1:80/",
    "http://127.1/",
    "http://127.255.255.254/",
    "http://0.0.0.0/",
    "http://0/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.0x0.0x0.0x1/",
    "http://0177.0.0.1/",
    "http://localhost/",
    "http://LOCALHOST/",
    "http://localhost./",
    "http://10.0.0.1/",
    "http://10.255.255.255/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.64.0.1/",
    "http://100.100.100.200/",
    "http://192.0.0.192/",
    "http://198.18.0.1/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://[::]/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::ffff:169.254.169.254]/",
    "http://[fe80::1]/",
    "http://[fc00::1]/",
    "http://[fd00:ec2::254]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[ff02::1]/",
]


def post(
    url: str, *, allowed: Allowed | None = None, resolve: Resolve = resolve
) -> tuple[int | None, str | None]:
    poster = Poster(allowed or Allowed(), resolve)
    return asyncio.run(poster(a_subscriber(url=url), OUTGOING, now=NOON))


def meaning(*addresses: str) -> Resolve:
    async def resolve(host: str, port: int) -> Sequence[str]:
        return addresses

    return resolve


@pytest.mark.parametrize("url", INSIDE)
def test_nothing_is_sent_to_private_addresses(url: str) -> None:
    status, error = post(url)

    assert status is None
    never_tried = ("private address", "InvalidURL", "cannot resolve")
    assert any(reason in str(error) for reason in never_tried)


@pytest.mark.parametrize(
    "addresses",
    [
        ("127.0.0.1",),
        ("93.184.216.34", "10.0.0.1"),
        ("::ffff:10.0.0.1",),
        ("169.254.169.254",),
        ("fe80::1%eth0",),
    ],
)
def test_a_host_that_resolves_to_a_private_address_is_refused(addresses: tuple[str, ...]) -> None:
    status, error = post("http://innocent.example/", resolve=meaning(*addresses))

    assert (status, error) == (
        None,
        "innocent.example has a private address, which is not allowed",
    )


HERE = Allowed.parse(["127.0.0.0/8"])


def test_a_delivery_is_signed_per_standard_webhooks() -> None:
    with receiver() as there:
        assert post(there.url, allowed=HERE) == (200, None)

    (asked,) = there.came
    assert (asked.path, asked.body) == ("/hook", b"{}")
    assert asked.headers["webhook-id"] == "msg_1"
    expected = Webhook("whsec_bmV3").sign("msg_1", NOON, "{}")
    assert asked.headers["webhook-signature"] == expected


def test_both_secrets_sign_during_a_rotation() -> None:
    until = NOON + timedelta(hours=1)
    rotated = a_subscriber(previous_secret="whsec_b2xk", previous_until=until)

    signatures = signed_headers(rotated, OUTGOING, now=NOON)["webhook-signature"].split()

    assert signatures == [
        Webhook("whsec_bmV3").sign("msg_1", NOON, "{}"),
        Webhook("whsec_b2xk").sign("msg_1", NOON, "{}"),
    ]


@pytest.mark.parametrize("code", [301, 302, 307, 308])
def test_redirects_are_not_followed(code: int) -> None:
    with receiver(code) as there:
        assert post(there.url, allowed=HERE) == (code, f"returned HTTP {code}")
        assert len(there.came) == 1


def test_a_receiver_that_does_not_respond_is_an_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    status, error = post(f"http://127.0.0.1:{port}/", allowed=HERE)

    assert status is None and error is not None
