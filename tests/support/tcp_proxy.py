"""A TCP proxy whose connections can vanish, be cut or be delayed, for tests of lost hosts."""

from __future__ import annotations

import asyncio
import socket
import struct
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit, urlunsplit

T = TypeVar("T")
Address = tuple[str, int] | Path  # host and port, or the path of a Unix socket

CHUNK = 1 << 16
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)  # SO_LINGER: close with RST instead of FIN


class _Link:
    """One connection through the proxy: a writer on each side, and whether it has vanished."""

    def __init__(self, client: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        self.sides = (client, server)
        self.vanished = False

    def cut(self) -> None:
        for side in self.sides:
            sock = side.get_extra_info("socket")
            if sock.family != socket.AF_UNIX:
                with suppress(OSError):
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
            side.transport.abort()


class TcpProxy:
    """Forwards connections on a port of this machine to `upstream`, in a separate thread.

    Methods may be called from any thread.
    """

    def __init__(self, upstream: Address) -> None:
        self._upstream = upstream
        self._links: set[_Link] = set()
        self._pumps: set[asyncio.Task[None]] = set()
        self._delay = 0.0
        self._refusing = False
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._server: asyncio.Server | None = None
        self.port = 0

    def start(self) -> None:
        """Listen on a free port."""
        self._thread.start()
        self._server = self._run(self._listen())
        self.port = self._server.sockets[0].getsockname()[1]

    def stop(self) -> None:
        """Cut all connections and stop listening."""
        self._run(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def vanish(self) -> None:
        """Stop forwarding on all connections, but keep them open: neither side gets FIN or RST.

        New connections are forwarded.
        """
        self._call(self._vanish)

    def forward_to(self, upstream: Address) -> None:
        """Forward new connections to another address, as a load balancer does."""
        self._call(lambda: setattr(self, "_upstream", upstream))

    def cut(self) -> None:
        """Reset all connections, also those that vanished. New ones are forwarded."""
        self._call(self._cut)

    def refuse(self, refusing: bool = True) -> None:
        """Reset new connections, as if the host were down."""
        self._call(lambda: setattr(self, "_refusing", refusing))

    def delay(self, seconds: float) -> None:
        """Delay each chunk of data in both directions."""
        self._call(lambda: setattr(self, "_delay", seconds))

    @property
    def connections(self) -> int:
        """Return the number of open connections, including those that vanished."""
        return len(self._links)

    def _call(self, change: Callable[[], T]) -> T:
        async def call() -> T:
            return change()

        return self._run(call())

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    async def _listen(self) -> asyncio.Server:
        return await asyncio.start_server(self._accept, "127.0.0.1", 0)

    async def _close(self) -> None:
        assert self._server is not None
        self._server.close()
        self._cut()
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)

    def _vanish(self) -> None:
        for link in self._links:
            link.vanished = True

    def _cut(self) -> None:
        for link in self._links:
            link.cut()
        self._links.clear()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self._refusing:
                raise OSError("refused")
            there, upstream = await self._connect()
        except OSError:
            _Link(writer, writer).cut()
            return
        link = _Link(writer, upstream)
        self._links.add(link)
        for source, target in ((reader, upstream), (there, writer)):
            pump = asyncio.ensure_future(self._pump(source, target, link))
            self._pumps.add(pump)
            pump.add_done_callback(self._pumps.discard)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self._upstream, Path):
            return await asyncio.open_unix_connection(self._upstream)
        return await asyncio.open_connection(*self._upstream)

    async def _pump(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, link: _Link
    ) -> None:
        with suppress(OSError):
            while data := await source.read(CHUNK):
                if self._delay:
                    await asyncio.sleep(self._delay)
                if not link.vanished:
                    target.write(data)
                    await target.drain()
        if not link.vanished:  # else the other side must not notice that this one has gone
            target.close()
            self._links.discard(link)


@contextmanager
def tcp_proxy(upstream: Address) -> Iterator[TcpProxy]:
    """Run a proxy until the end of the block."""
    proxy = TcpProxy(upstream)
    proxy.start()
    try:
        yield proxy
    finally:
        proxy.stop()


@contextmanager
def database_proxy(url: str) -> Iterator[tuple[TcpProxy, str]]:
    """Run a proxy to a PostgreSQL with a Unix socket; yield it with the URL that leads through."""
    parts = urlsplit(url)
    where = parse_qs(parts.query)
    folder, port = Path(where["host"][0]), where["port"][0]
    with tcp_proxy(folder / f".s.PGSQL.{port}") as proxy:
        query = f"host=127.0.0.1&port={proxy.port}"
        yield proxy, urlunsplit(parts._replace(query=query))
