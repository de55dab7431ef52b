"""The addresses that users may make this server connect to: public ones, plus an allowlist."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], Awaitable[Sequence[str]]]

_SPECIAL_IPV4 = tuple(
    IPv4Network(network)
    for network in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
        *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"),
        *("198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"),
        "168.63.129.16/32",  # a public address, but the metadata service of every Azure machine
    )
)
_GLOBAL_IPV6 = IPv6Network("2000::/3")
_SPECIAL_IPV6 = tuple(
    IPv6Network(network) for network in ("2001::/23", "2001:db8::/32", "3fff::/20")
)
_NAT64 = IPv6Network("64:ff9b::/96")
_ISATAP = (b"\x00\x00\x5e\xfe", b"\x02\x00\x5e\xfe")


class Refused(Exception):
    """A connection to this address is not allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """The operator's allowlist of non-public addresses: hosts, `host:port` and networks."""

    hosts: frozenset[str] = frozenset()
    networks: tuple[IPv4Network | IPv6Network, ...] = field(default=())

    @classmethod
    def parse(cls, entries: Sequence[str]) -> Allowed:
        """Parse the setting. Entries that are not networks are hosts."""
        hosts, networks = [], []
        for entry in entries:
            try:
                networks.append(ip_network(entry, strict=False))
            except ValueError:
                hosts.append(entry.lower())
        return cls(hosts=frozenset(hosts), networks=tuple(networks))

    def has_host(self, host: str, port: int) -> bool:
        """Return whether this host is allowed with any address."""
        name = host.lower()
        return name in self.hosts or f"{name}:{port}" in self.hosts

    def has(self, address: Address) -> bool:
        """Return whether this private address is allowed."""
        return any(address in network for network in self.networks)


async def resolve(host: str, port: int) -> Sequence[str]:
    """Return a host's addresses from the system resolver."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(item[4][0]) for item in found))


def check(addresses: Sequence[str], host: str, allowed: Allowed) -> list[str]:
    """Return a host's addresses. Raises: Refused if one of them is not allowed.

    One private address is enough to refuse, because the client could connect to any of them.
    """
    for text in addresses:
        address = ip_address(text.partition("%")[0])
        if not is_public(address) and not allowed.has(address):
            raise Refused(f"{host} has a private address, which is not allowed")
    if not addresses:
        raise Refused(f"{host} has no address")
    return list(addresses)


def is_public(address: Address) -> bool:
    """Return whether an address is public, including IPv4 addresses embedded in IPv6."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _SPECIAL_IPV4)
    if address.ipv4_mapped is None and address not in _NAT64:
        special = any(address in network for network in _SPECIAL_IPV6)
        if special or address not in _GLOBAL_IPV6:
            return False
    return all(is_public(ipv4) for ipv4 in _hidden(address))


def _hidden(address: IPv6Address) -> Iterator[IPv4Address]:
    """Yield the IPv4 addresses that routers may extract from an IPv6 address."""
    if address.ipv4_mapped is not None:
        yield address.ipv4_mapped
    if address.sixtofour is not None:
        yield address.sixtofour
    if address in _NAT64 or address.packed[8:12] in _ISATAP:
        yield IPv4Address(address.packed[12:16])
