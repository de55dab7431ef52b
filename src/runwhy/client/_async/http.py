"""Requests to the server, retried when safe."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import NoReturn
from uuid import uuid4

import httpx2

from runwhy.client._async._io import HttpClient, Transport, sleep
from runwhy.client.config import Config
from runwhy.client.errors import ApiError, ConnectionFailed, api_error
from runwhy.client.request_bodies import Params, encode
from runwhy.client.retries import (
    Backoff,
    Call,
    may_be_in_progress,
    may_have_arrived,
    may_repeat,
    was_already_done,
)
from runwhy.core.json import JsonObject

_CONNECT_TIMEOUT = 10.0
_IDLE_TIMEOUT = 45.0  # seconds; the server pings every 15 s, so the connection is dead by then
_MAX_EVENT_SIZE = 64 * 1024 * 1024


class Http:
    """The connection to one server."""

    def __init__(self, config: Config, transport: Transport | None = None) -> None:
        self.config = config
        connect = min(config.timeout, _CONNECT_TIMEOUT)
        self._client = HttpClient(
            headers=dict(config.headers),
            timeout=httpx2.Timeout(config.timeout, connect=connect),
            limits=httpx2.Limits(max_connections=None),  # each stream holds its own connection
            transport=transport,
            trust_env=not config.is_loopback,  # never use a proxy for loopback
            verify=config.may_use_tls,
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()

    async def get(self, path: str, params: Params = ()) -> JsonObject:
        """Read an object."""
        return _object(await self.send(Call(method="GET", path=path, params=params)))

    async def create(self, path: str, json: JsonObject, *, key: str | None = None) -> JsonObject:
        """Create a resource, at most once even if the request is repeated."""
        call = Call(method="POST", path=path, json=json, key=key or str(uuid4()))
        return _object(await self.send(call))

    async def act(self, path: str, json: JsonObject) -> None:
        """Perform an action on a resource."""
        await self.send(Call(method="POST", path=path, json=json, key=str(uuid4())))

    async def change(
        self, path: str, json: JsonObject, *, headers: Mapping[str, str] | None = None
    ) -> JsonObject:
        """Update a resource."""
        call = Call(method="PATCH", path=path, json=json, headers=headers or {})
        return _object(await self.send(call))

    async def remove(self, path: str) -> None:
        """Delete or end a resource."""
        await self.send(Call(method="DELETE", path=path))

    async def send(self, call: Call, *, backoff: Backoff | None = None) -> object:
        """Send a request, retry it if that is safe, and return the response.

        Raises: ApiError, ConnectionFailed.
        """
        backoff = backoff or Backoff(self.config.retry_for)
        arrived = False
        while True:
            try:
                return await self._send_once(call)
            except (ApiError, httpx2.RequestError) as failure:
                if arrived and was_already_done(call, failure):
                    return None
                again = may_repeat(call, failure) or (arrived and may_be_in_progress(call, failure))
                pause = backoff.pause(failure) if again else None
                if pause is None:
                    self._fail(failure)
                arrived = arrived or may_have_arrived(failure)
            await sleep(pause)

    async def _send_once(self, call: Call) -> object:
        headers = dict(call.headers)
        if call.key is not None:
            headers["Idempotency-Key"] = call.key
        if call.json is not None:
            headers["Content-Type"] = "application/json"
        response = await self._client.request(
            call.method,
            self.config.url(call.path),
            params=list(call.params) or None,
            content=None if call.json is None else encode(call.json),
            headers=headers,
        )
        if not response.is_success:
            raise _error(response)
        return _read(response)

    def _fail(self, failure: Exception) -> NoReturn:
        if isinstance(failure, ApiError):
            raise failure
        raise self.unreachable(failure) from failure

    def unreachable(self, failure: Exception | None) -> ConnectionFailed:
        """Return the error that names the server and the cause."""
        why = f": {failure}" if failure is not None and str(failure) else ""
        return ConnectionFailed(f"cannot connect to {self.config.base_url}{why}")

    @asynccontextmanager
    async def stream(self, path: str, *, after: int) -> AsyncIterator[httpx2.EventSource]:
        """Open a stream of events after number `after`.

        Raises: ApiError, httpx2.TransportError.
        """
        async with self._client.sse(
            self.config.url(path),
            params={"lastSeq": str(after)} if after else None,
            headers={"Last-Event-ID": str(after)} if after else None,
            timeout=httpx2.Timeout(
                self.config.timeout, connect=_CONNECT_TIMEOUT, read=_IDLE_TIMEOUT
            ),
            max_event_size=_MAX_EVENT_SIZE,
        ) as source:
            if not source.response.is_success:
                await source.response.aread()
                raise _error(source.response)
            yield source


def _object(answer: object) -> JsonObject:
    if not isinstance(answer, Mapping):
        raise ApiError(
            "invalid_response", 200, "the response is not a JSON object; is this a Runwhy server?"
        )
    return answer


def _read(response: httpx2.Response) -> object:
    if not response.content:
        return None
    if "json" not in response.headers.get("content-type", ""):
        return response.text
    try:
        return response.json()
    except ValueError as error:
        message = "the response is not JSON; is this a Runwhy server?"
        raise ApiError("invalid_response", response.status_code, message) from error


def _error(response: httpx2.Response) -> ApiError:
    try:
        body = response.json()
    except ValueError:
        body = None
    retry_after = response.headers.get("retry-after")
    return api_error(response.status_code, body, retry_after=retry_after)
