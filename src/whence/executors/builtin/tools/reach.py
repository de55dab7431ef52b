"""How far tools reach: where to, how long, how much; and how it is told that one did not."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from whence.core.runs import Failure
from whence.net.addresses import Allowed

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]


async def resolve(host: str, port: int) -> Sequence[str]:
    """The addresses of a host, as the system knows them."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(item[4][0]) for item in found))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Where tools may go, how long they may take, and how much they may say."""

    allowed: Allowed = field(default_factory=Allowed)
    timeout: float = 60.0
    output_limit: int = 64 * 1024
    resolve: Resolve = resolve


class McpFailed(Exception):
    """A server could not be reached, or did not answer as it should."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure
