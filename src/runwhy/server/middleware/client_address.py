"""The address of the client: the socket's peer, or the one a trusted proxy reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.types import Scope

Networks = Sequence[IPv4Network | IPv6Network]

FORWARDED = b"x-forwarded-for"
MOST = 32  # longer chains of proxies are cut


def parse_proxies(entries: Sequence[str]) -> Networks:
    """Parse the setting that lists trusted proxies. Raises: ValueError."""
    return [ip_network(entry, strict=False) for entry in entries]


def client_address_of(scope: Scope, proxies: Networks) -> str | None:
    """Return the client's address; None on a private Unix socket.

    Behind trusted proxies, this is the last address in `X-Forwarded-For` that is not one of them.
    Earlier addresses in the header may be forged by the client.
    """
    client = scope.get("client")
    if not client:
        return None
    peer = str(client[0])
    for forwarded in _forwarded(scope["headers"]) if proxies else ():
        if not _is_one_of(peer, proxies):
            break
        peer = forwarded
    return _normalize(peer)


def _forwarded(headers: Iterable[tuple[bytes, bytes]]) -> Sequence[str]:
    """Return the addresses in `X-Forwarded-For`, nearest proxy first."""
    whole = b",".join(value for name, value in headers if name == FORWARDED)
    addresses = whole.decode("latin-1").split(",")
    return [part.strip()[:64] for part in addresses[::-1][:MOST] if part.strip()]


def _is_one_of(peer: str, proxies: Networks) -> bool:
    try:
        address = ip_address(peer)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return any((mapped or address) in network for network in proxies)


@lru_cache(maxsize=1000)
def _normalize(peer: str) -> str:
    """Return the address; for IPv6, its /64 network, any address of which a client can use."""
    try:
        address = ip_address(peer.partition("%")[0])
    except ValueError:
        return peer[:64]
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((int(address) >> 64 << 64, 64)))
