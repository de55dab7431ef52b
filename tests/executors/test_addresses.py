"""Addresses that tools may reach, decided by the address of the actual connection."""

from __future__ import annotations

import asyncio
import gzip
import threading
from collections.abc import Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Any

import httpcore2
import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwhy.net.addresses import Allowed, Refused, check, is_public, resolve
from runwhy.net.guarded_http import GuardedBackend, make_client

INSIDE = [
    *("127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.1.1"),
    *("100.64.0.1", "192.0.0.8", "198.18.0.1", "203.0.113.9", "224.0.0.1", "240.0.0.1"),
    *("255.255.255.255", "168.63.129.16", "::", "::1", "fe80::1", "fc00::1", "fd00:ec2::254"),
    *("ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "2002:a00:1::"),
    *("64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2001:db8::1", "::7f00:1", "fec0::1", "100::1"),
    *("2001:0:4136:e378:8000:63bf:f5ff:fffe", "2600::5efe:7f00:1", "2600::200:5efe:a00:1"),
]
OUTSIDE = ["8.8.8.8", "1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "::ffff:8.8.8.8"]


@pytest.mark.parametrize("text", INSIDE)
def test_private_addresses_are_not_public(text: str) -> None:
    assert not is_public(ip_address(text))


@pytest.mark.parametrize("text", OUTSIDE)
def test_public_addresses_are_public(text: str) -> None:
    assert is_public(ip_address(text))


@given(st.ip_addresses(v=4))
def test_a_private_address_embedded_in_an_ipv6_address_stays_private(inner: IPv4Address) -> None:
    bits = int(inner)
    hiding = [
        IPv6Address(0xFFFF << 32 | bits),
        IPv6Address(0x2002 << 112 | bits << 80),
        IPv6Address(0x64FF9B << 96 | bits),
        IPv6Address(0x2600 << 112 | 0x5EFE << 32 | bits),
    ]
    if not is_public(inner):
        assert not any(is_public(outer) for outer in hiding)


def test_one_private_address_among_public_ones_is_refused() -> None:
    with pytest.raises(Refused, match=r"evil\.example has a private address"):
        check(["8.8.8.8", "127.0.0.1"], "evil.example", Allowed())
    with pytest.raises(Refused, match="has no address"):
        check([], "void.example", Allowed())


def test_operators_can_allow_hosts_ports_and_networks() -> None:
    allowed = Allowed.parse(["Tools.local", "db.local:8443", "10.0.0.0/8", "fd00::/8"])

    assert allowed.has_host("tools.LOCAL", 1) and allowed.has_host("db.local", 8443)
    assert not allowed.has_host("db.local", 80)
    assert check(["10.2.3.4"], "x", allowed) == ["10.2.3.4"]
    with pytest.raises(Refused):
        check(["192.168.0.1"], "x", allowed)


class Recording(httpcore2.AsyncNetworkBackend):
    """Records the addresses of requested connections."""

    def __init__(self) -> None:
        self.reached: list[tuple[str, int]] = []

    async def connect_tcp(self, host: str, port: int, *_: Any, **__: Any) -> Any:
        self.reached.append((host, port))
        return None


def guarded(answers: Sequence[Sequence[str]], allowed: Allowed) -> tuple[GuardedBackend, Recording]:
    left = list(answers)

    async def resolve(host: str, port: int) -> Sequence[str]:
        return left.pop(0)

    backend = GuardedBackend(allowed, resolve)
    backend._plain = Recording()  # type: ignore[assignment]
    return backend, backend._plain  # type: ignore[return-value]


def test_the_connection_uses_the_checked_address() -> None:
    backend, network = guarded([["93.184.216.34"]], Allowed())

    asyncio.run(backend.connect_tcp("tools.example", 443))

    assert network.reached == [("93.184.216.34", 443)]


def test_a_host_that_rebinds_to_a_private_address_is_refused() -> None:
    backend, network = guarded([["93.184.216.34"], ["127.0.0.1"]], Allowed())

    async def twice() -> None:
        await backend.connect_tcp("tools.example", 443)
        await backend.connect_tcp("tools.example", 443)

    with pytest.raises(Refused):
        asyncio.run(twice())
    assert network.reached == [("93.184.216.34", 443)]


def test_an_allowed_host_is_reached_by_name() -> None:
    backend, network = guarded([], Allowed.parse(["tools.local:9"]))

    asyncio.run(backend.connect_tcp("tools.local", 9))

    assert network.reached == [("tools.local", 9)]


def test_unix_sockets_are_refused() -> None:
    backend, _ = guarded([], Allowed())

    with pytest.raises(Refused):
        asyncio.run(backend.connect_unix_socket("/var/run/docker.sock"))


class Bomb(BaseHTTPRequestHandler):
    """Sends a few kilobytes that decompress to many megabytes."""

    def do_GET(self) -> None:
        body = gzip.compress(b"x" * 64_000_000, 1)
        self.server.asked = self.headers["accept-encoding"]  # type: ignore[attr-defined]
        self.send_response(200)
        self.send_header("content-encoding", "gzip")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        with suppress(OSError):
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


def test_a_compressed_response_is_refused() -> None:
    server = HTTPServer(("127.0.0.1", 0), Bomb)
    threading.Thread(target=server.handle_request, daemon=True).start()

    async def ask() -> None:
        allowed = Allowed.parse(["127.0.0.0/8"])
        async with make_client({}, allowed=allowed, timeout=10, resolve=resolve) as client:
            await client.get(f"http://127.0.0.1:{server.server_port}/")

    with pytest.raises(httpx2.ReadError, match="compressed"):
        asyncio.run(ask())
    server.server_close()
    assert server.asked == "identity"  # type: ignore[attr-defined]


def test_trusted_certificates_are_read_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def make() -> httpx2.AsyncClient:
        return make_client({}, allowed=Allowed(), timeout=1, resolve=resolve)

    make()
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "missing.pem"))

    make()
    with pytest.raises(FileNotFoundError):
        httpx2.create_ssl_context()
