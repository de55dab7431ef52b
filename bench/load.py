"""A minimal HTTP client for benchmarks, with keep-alive connections and little overhead."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any


class Connection:
    """A keep-alive connection that sends one request at a time."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port

    async def __aenter__(self) -> Connection:
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    async def request(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Send a request; return the status and body."""
        data = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        self._writer.write(head.encode() + data)
        status_line = await self._reader.readline()
        length = 0
        while (line := await self._reader.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return int(status_line.split()[1]), await self._reader.readexactly(length)

    async def events(self, path: str) -> list[tuple[float, str]]:
        """Read a stream of server-sent events; return the time and type of each."""
        self._writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n\r\n".encode()
        )
        seen = []
        while line := await self._reader.readline():
            if line.startswith(b"event: "):
                seen.append((time.perf_counter(), line[7:].strip().decode()))
            if seen and seen[-1][1] in ("result", "error", "cancelled") and line == b"\r\n":
                continue
            if line == b"0\r\n":
                await self._reader.readline()
                break
        return seen


async def hammer(
    host: str, port: int, path: str, body: Callable[[int], Any], *, clients: int, total: int
) -> float:
    """Send `total` requests over `clients` connections; return requests a second."""
    left = iter(range(total))

    async def client() -> None:
        async with Connection(host, port) as connection:
            for number in left:
                status, answer = await connection.request("POST", path, body(number))
                if status >= 300:
                    raise RuntimeError(f"{status}: {answer!r}")

    started = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(clients)))
    return total / (time.perf_counter() - started)
