"""HTTP to user-chosen URLs: addresses are checked on connect, and responses are limited in size."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache

import httpcore2
import httpx2

from runwhy.net.addresses import Allowed, Refused, Resolve, check

CONNECT_TIMEOUT = 10.0
MAX_ANSWER = 8 * 1024 * 1024

SocketOption = (
    tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]
)


class GuardedBackend(httpcore2.AsyncNetworkBackend):
    """Connects to the address that was checked, so that DNS cannot change in between."""

    def __init__(self, allowed: Allowed, resolve: Resolve) -> None:
        self._allowed = allowed
        self._resolve = resolve
        self._plain = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[SocketOption] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        addresses: Sequence[str] = [host]
        if not self._allowed.has_host(host, port):
            try:
                found = await self._resolve(host, port)
            except OSError as error:
                raise httpcore2.ConnectError(f"cannot resolve {host}") from error
            addresses = check(found, host, self._allowed)
        *others, last = addresses
        for address in others:
            with suppress(httpcore2.ConnectError, httpcore2.ConnectTimeout):
                return await self._plain.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
        return await self._plain.connect_tcp(last, port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[SocketOption] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        raise Refused("Unix sockets are not allowed")

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


@cache
def _trusted() -> ssl.SSLContext:
    """Return the certificates to trust. Reading them takes long enough to do it only once."""
    return httpx2.create_ssl_context()


class GuardedTransport(httpx2.AsyncHTTPTransport):
    """HTTP without proxies over guarded connections. Responses are limited and not compressed."""

    def __init__(self, backend: GuardedBackend) -> None:
        super().__init__(verify=_trusted(), trust_env=False)
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=_trusted(),
            max_connections=10,
            network_backend=backend,
        )

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        request.headers["accept-encoding"] = "identity"
        response = await super().handle_async_request(request)
        if response.headers.get("content-encoding", "identity").strip().lower() != "identity":
            await response.aclose()  # a few compressed bytes could expand to gigabytes
            raise httpx2.ReadError("the response is compressed, although that was not requested")
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _LimitedStream(response.stream)
        return response


class _LimitedStream(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > MAX_ANSWER:
                raise httpx2.ReadError(f"the response is larger than {MAX_ANSWER} bytes")
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


def make_client(
    headers: Mapping[str, str], *, allowed: Allowed, timeout: float, resolve: Resolve
) -> httpx2.AsyncClient:
    """Return an HTTP client that connects only to allowed addresses."""
    return httpx2.AsyncClient(
        transport=GuardedTransport(GuardedBackend(allowed, resolve)),
        headers=dict(headers),
        timeout=httpx2.Timeout(timeout, connect=min(timeout, CONNECT_TIMEOUT)),
        follow_redirects=False,
        trust_env=False,
    )
