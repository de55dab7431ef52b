"""What every request passes first: who may talk to us at all, and how much they may say."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from whence.errors import Denied, InvalidInput, Problem, TooLarge, WhenceError
from whence.server.problems import error_response

MAX_BODY = 1024 * 1024
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class Guard:
    """Refuses what no route should see: foreign hosts and origins, NUL, bodies over the limit."""

    def __init__(self, app: ASGIApp, *, hosts: Collection[str] | None = None) -> None:
        self.app = app
        self.hosts = hosts  # None: any name, because a key is needed anyway

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            self._check(scope)
        except WhenceError as error:
            await error_response(error)(scope, receive, send)
            return
        await self.app(scope, _Bounded(receive), send)

    def _check(self, scope: Scope) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if b"%00" in scope.get("raw_path", b"") + scope["query_string"]:
            raise InvalidInput([Problem("", "the address may not contain NUL")])
        length = headers.get(b"content-length", "0")
        if length.isdigit() and int(length) > MAX_BODY:
            raise TooLarge(MAX_BODY, int(length))
        if self.hosts is not None:
            check_local(headers.get(b"host", ""), headers.get(b"origin"), self.hosts)


def check_local(host: str, origin: str | None, hosts: Collection[str]) -> None:
    """In local mode nobody needs a key, so a web page elsewhere must not be able to ask.

    The `Host` must be a name of this machine (no DNS rebinding), the `Origin`, when there is
    one, our own (no drive-by POST). Raises: Denied.
    """
    name = (urlsplit(f"//{host}").hostname or "") if host else ""
    if name not in hosts:
        raise Denied(f"this server answers on this machine only, not as {host!r}")
    if origin is not None and urlsplit(origin).netloc != host:
        raise Denied(f"the origin {origin!r} may not talk to this server")


class _Bounded:
    """Hands on a body piece by piece, and stops where it is too long."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._size = 0

    async def __call__(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._size += len(message.get("body", b""))
            if self._size > MAX_BODY:
                raise TooLarge(MAX_BODY, self._size)
        return message
