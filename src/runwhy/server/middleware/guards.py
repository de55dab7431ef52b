"""Checks before routing: host, origin, valid text in the URL, and body size."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from urllib.parse import unquote_to_bytes, urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from runwhy.errors import Denied, InvalidInput, Problem, RunwhyError, TooLarge
from runwhy.server.compatible_errors import COMPATIBLE, is_compatible, request_ids
from runwhy.server.error_responses import error_response
from runwhy.server.header_limits import check_headers
from runwhy.server.middleware.client_address import Networks, client_address_of
from runwhy.services.rate_limits import CLIENT_ADDRESS

MAX_BODY = 1024 * 1024
COMPATIBLE_MAX_BODY = 16 * MAX_BODY  # whole conversations, with images
API = ("/api/", COMPATIBLE)
API_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-store"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

_HOST = re.compile(r"(?:\[(?P<v6>[0-9a-f:.]+)\]|(?P<name>[a-z0-9.-]+))(?::\d{1,5})?", re.IGNORECASE)


class RequestGuard:
    """Rejects requests from foreign hosts or origins, with NUL in the URL, or with a large body."""

    def __init__(
        self, app: ASGIApp, *, hosts: Collection[str] | None = None, proxies: Networks = ()
    ) -> None:
        self.app = app
        self.hosts = hosts  # None allows any host, because a key is required anyway
        self.proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            CLIENT_ADDRESS.set(client_address_of(scope, self.proxies))
        if scope["type"] == "websocket":
            await self._guard_socket(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        protected = _with_api_headers(scope, send) if scope["path"].startswith(API) else send
        most = COMPATIBLE_MAX_BODY if is_compatible(scope) else MAX_BODY
        try:
            self._check(scope, most)
        except RunwhyError as error:
            await error_response(error, scope)(scope, receive, protected)
            return
        await self.app(scope, _LimitedBody(receive, most), protected)

    async def _guard_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._check(scope)
        except RunwhyError as error:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": error.code})
            return
        await self.app(scope, receive, send)

    def _check(self, scope: Scope, most: int = MAX_BODY) -> None:
        check_headers(scope)
        headers = dict(scope["headers"])
        if sum(name == b"host" for name, _ in scope["headers"]) > 1:
            raise InvalidInput([Problem("Host", "must be sent once")])
        if self.hosts is not None:
            host = headers.get(b"host", b"").decode("latin-1")
            origin = headers.get(b"origin")
            check_local(host, None if origin is None else origin.decode("latin-1"), self.hosts)
            _check_fetch_site(headers, scope["path"])
        _check_text("path", scope.get("raw_path") or b"")
        _check_text("query", scope["query_string"])
        length = headers.get(b"content-length", b"")[:20]
        if length.isdigit() and int(length) > most:
            raise TooLarge(most, int(length))


def _check_fetch_site(headers: Mapping[bytes, bytes], path: str) -> None:
    """Refuse requests of other web pages, except links to the dashboard. Raises: Denied.

    Browsers send no `Origin` with the GET of an image or a script, but they send these headers.
    """
    site = headers.get(b"sec-fetch-site", b"none")
    link = headers.get(b"sec-fetch-mode") == b"navigate" and not path.startswith(API)
    if site in (b"cross-site", b"same-site") and not link:
        raise Denied("requests from other web pages are not allowed")


def _with_api_headers(scope: Scope, send: Send) -> Send:
    """Add headers that keep browsers from storing, guessing or embedding answers of the API."""

    async def add(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message["headers"]}
            wanted = (*API_HEADERS, *request_ids(scope))
            extra = [header for header in wanted if header[0] not in present]
            message = {**message, "headers": [*message["headers"], *extra]}
        await send(message)

    return add


def _check_text(part: str, raw: bytes) -> None:
    """Check that part of the URL is UTF-8 without NUL. Raises: InvalidInput."""
    if b"%" not in raw:
        return
    try:
        text = unquote_to_bytes(raw).decode()  # strict: a lone surrogate is not valid UTF-8
    except UnicodeDecodeError:
        raise InvalidInput([Problem(part, "must be UTF-8, percent-encoded")]) from None
    if "\0" in text:
        raise InvalidInput([Problem(part, "must not contain NUL")])


def check_local(host: str, origin: str | None, hosts: Collection[str]) -> None:
    """Check the `Host` and `Origin` headers in local mode, where no key is required.

    `Host` must name this machine (against DNS rebinding), and `Origin`, if sent, must be ours
    (against requests from other web pages). Raises: Denied.
    """
    found = _HOST.fullmatch(host)
    if found is None or (found["v6"] or found["name"]).lower() not in hosts:
        raise Denied(f"this server accepts requests from this machine only, not for host {host!r}")
    if origin is not None and netloc(origin) != host.lower():
        raise Denied(f"requests from the origin {origin!r} are not allowed")


def netloc(origin: str) -> str | None:
    """Return the host and port of an origin; None if it is invalid."""
    try:
        return urlsplit(origin).netloc.lower() or None
    except ValueError:
        return None


class _LimitedBody:
    """Passes a request body on in chunks, up to `most` bytes."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._most = most
        self._size = 0

    async def __call__(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._size += len(message.get("body", b""))
            if self._size > self._most:
                raise TooLarge(self._most, self._size)
        return message
