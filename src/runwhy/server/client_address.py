"""Where a request comes from: the address at the other end, or what a trusted proxy says of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.types import Scope

Networks = Sequence[IPv4Network | IPv6Network]

FORWARDED = b"x-forwarded-for"
MOST = 32  # proxies in a row; nobody has more


def parse_proxies(entries: Sequence[str]) -> Networks:
    """Read the setting. Raises: ValueError."""
    return [ip_network(entry, strict=False) for entry in entries]


def place_of(scope: Scope, proxies: Networks) -> str | None:
    """Who asks, as far as can be told; None for a program of this machine over a private socket.

    Behind a proxy that is trusted it is the last address of `X-Forwarded-For` that is no such
    proxy: what stands before that one, anybody may have written.
    """
    client = scope.get("client")
    if not client:
        return None
    place = str(client[0])
    for said in _forwarded(scope["headers"]) if proxies else ():
        if not _is_one_of(place, proxies):
            break
        place = said
    return _whole(place)


def _forwarded(headers: Iterable[tuple[bytes, bytes]]) -> Sequence[str]:
    """What proxies say, the nearest first."""
    whole = b",".join(value for name, value in headers if name == FORWARDED)
    said = whole.decode("latin-1").split(",")
    return [part.strip()[:64] for part in said[::-1][:MOST] if part.strip()]


def _is_one_of(place: str, proxies: Networks) -> bool:
    try:
        address = ip_address(place)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return any((mapped or address) in network for network in proxies)


def _whole(place: str) -> str:
    """An address of IPv6 as its network: everybody there has as many of them as they like."""
    try:
        address = ip_address(place.partition("%")[0])
    except ValueError:
        return place[:64]
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((int(address) >> 64 << 64, 64)))
