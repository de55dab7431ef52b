"""Restate as the engine: sends jobs to its ingress, and serves its calls on a separate address.

Each pool is a virtual object whose key is the lane of a run. Handlers keep nothing in Restate's
journal: a call performs the run from its log, whatever earlier calls have done.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import httpx2
import restate
import structlog
import uvicorn
from restate.exceptions import RetryableError
from restate.retry_policy import InvocationRetryPolicy

from runwhy.core.queue.rules import DEFAULT_POOL
from runwhy.errors import Unavailable
from runwhy.ports import DispatchedJob, EngineAway, EngineCall, EngineWorker

ANSWER_WITHIN = 10.0  # seconds
REGISTER_EVERY = 2.0  # seconds between two tries to register
LONGEST_CALL = timedelta(days=365)
KEEP_ENDED = timedelta(hours=1)  # how long Restate shows ended executions
RETRIES = InvocationRetryPolicy(
    initial_interval=timedelta(milliseconds=100),
    exponentiation_factor=2.0,
    max_interval=timedelta(seconds=2),
    max_attempts=1_000_000_000,  # workers may be down for days
    on_max_attempts="kill",
)
NOT_READY = 470  # status of the result of an execution that has not ended

_log = structlog.get_logger("runwhy.queue")


@dataclass(frozen=True, slots=True, kw_only=True)
class RestateSettings:
    """Where Restate is, and where it finds this worker."""

    ingress: str = "http://127.0.0.1:8080"
    admin: str = "http://127.0.0.1:9070"
    bind: tuple[str, int] = ("127.0.0.1", 7430)
    url: str = ""  # of this worker's address; empty: as bound
    service: str = "Lane"
    token: str = field(default="", repr=False)
    identity_keys: Sequence[str] = ()


@dataclass(slots=True, kw_only=True, eq=False)
class RestateEngine:
    """Hands jobs to Restate, and calls a worker when Restate wants one executed."""

    settings: RestateSettings
    _client: httpx2.AsyncClient = field(init=False)
    _endpoint: _Endpoint | None = field(default=None, init=False)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        token = self.settings.token
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self._client = httpx2.AsyncClient(timeout=ANSWER_WITHIN, headers=headers)

    async def start(self, worker: EngineWorker, pools: Sequence[str]) -> None:
        """Listen for calls, and tell Restate the address. Raises: Unavailable."""
        objects = [_lane_object(self._service(pool), worker) for pool in pools]
        app = _make_app(objects, self.settings.identity_keys)
        await asyncio.to_thread(_leave_signals_alone, app)
        opened = _open_shared_socket(*self.settings.bind)
        self._endpoint = _Endpoint(app)
        url = self.settings.url or _url_of(opened)
        names = [each.name for each in objects]
        self._tasks = [
            asyncio.create_task(self._endpoint.serve([opened])),
            asyncio.create_task(self._register(url, names)),
        ]

    def _service(self, pool: str) -> str:
        name = self.settings.service
        return name if pool == DEFAULT_POOL else f"{name}.{pool}"

    async def _register(self, url: str, names: Sequence[str]) -> None:
        """Tell Restate where this worker is, until it knows."""
        failed = False
        while True:
            try:
                answer = await self._register_once(url, names)
            except EngineAway as error:
                if not failed:
                    _log.warning("engine.register_failed", url=url, error=str(error))
                failed = True
                await asyncio.sleep(REGISTER_EVERY)
            else:
                _log.info("engine.registered", url=url, deployment=answer)
                return

    async def _register_once(self, url: str, names: Sequence[str]) -> str:
        """Make this address the one that new calls go to; return its id in Restate.

        Restate ignores an address that it knows, even if another one was registered later, as
        after an upgrade that is rolled back.
        """
        body = {"uri": url, "use_http_11": True, "force": False}
        known = await self._admin("POST", "/deployments", body)
        called = [await self._admin("GET", f"/services/{name}", missing_ok=True) for name in names]
        if any(service.get("deployment_id") != known.get("id") for service in called):
            known = await self._admin("POST", "/deployments", {**body, "force": True})
        return str(known.get("id"))

    async def dispatch(self, job: DispatchedJob) -> bool:
        """Send a job; return False if its execution has ended without a claim."""
        sent = await self._send(job)
        if sent["status"] == "Accepted":
            return True
        return not await self._has_ended(sent["invocationId"])

    async def _send(self, job: DispatchedJob) -> dict[str, Any]:
        lane = quote(job.lane, safe="")
        url = f"{self.settings.ingress}/{self._service(job.pool)}/{lane}/perform/send"
        body = {"run": job.run_id, "number": job.number}
        answer = await self._request("POST", url, body, {"idempotency-key": job.key})
        if answer.is_error:  # such as 404, until a worker of the pool has registered
            raise EngineAway(f"{answer.status_code} {answer.text[:200]}")
        sent: dict[str, Any] = answer.json()
        return sent

    async def wake(self, job: DispatchedJob) -> bool:
        """Resolve the awakeable of a suspended run; return False if its execution has ended."""
        url = f"{self.settings.ingress}/restate/awakeables/{job.awakeable}/resolve"
        answer = await self._request("POST", url, True)
        if answer.is_server_error:
            raise EngineAway(f"{answer.status_code} {answer.text[:200]}")
        return job.invocation is None or not await self._has_ended(job.invocation)

    async def cancel(self, job: DispatchedJob) -> None:
        """Cancel the execution of a job."""
        invocation = await self._invocation_of(job)
        await self._admin("PATCH", f"/invocations/{invocation}/cancel", missing_ok=True)

    async def _invocation_of(self, job: DispatchedJob) -> str:
        """Return the execution of a job; sending the job again returns the same one."""
        if job.awakeable is not None and job.invocation is not None:
            return job.invocation
        return str((await self._send(job))["invocationId"])

    async def abandon(self, job: DispatchedJob) -> None:
        """End the execution of a job, without the help of a worker."""
        await self.kill(await self._invocation_of(job))

    async def kill(self, invocation: str) -> None:
        """End an execution whose worker has vanished."""
        await self._admin("PATCH", f"/invocations/{invocation}/kill", missing_ok=True)

    async def _has_ended(self, invocation: str) -> bool:
        url = f"{self.settings.ingress}/restate/invocation/{invocation}/output"
        return (await self._request("GET", url)).status_code != NOT_READY

    async def _admin(
        self, method: str, path: str, body: object = None, *, missing_ok: bool = False
    ) -> dict[str, Any]:
        answer = await self._request(method, f"{self.settings.admin}{path}", body)
        if answer.is_error and not (missing_ok and answer.status_code in (404, 409)):
            raise EngineAway(f"{answer.status_code} {answer.text[:300]}")
        found: dict[str, Any] = answer.json() if answer.content and answer.is_success else {}
        return found

    async def _request(
        self, method: str, url: str, body: object = None, headers: dict[str, str] | None = None
    ) -> httpx2.Response:
        try:
            return await self._client.request(method, url, json=body, headers=headers)
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise EngineAway(repr(error)) from error

    def pause(self) -> None:
        """Refuse further connections, so that other workers get the next calls."""
        if self._endpoint is not None:
            self._endpoint.stop_listening()

    async def stop(self) -> None:
        """Close all connections."""
        if self._endpoint is not None:
            self._endpoint.should_exit = True
        for task in self._tasks[1:]:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task
        await self._client.aclose()


def _lane_object(name: str, worker: EngineWorker) -> restate.VirtualObject:
    """Return the virtual object of a pool, which performs the runs of a lane one at a time."""
    lane = restate.VirtualObject(
        name,
        description="Executes the runs of a lane: a session, a trigger, or a single run.",
        abort_timeout=LONGEST_CALL,
        idempotency_retention=KEEP_ENDED,
        invocation_retry_policy=RETRIES,
    )

    @lane.handler()
    async def perform(ctx: restate.ObjectContext, job: dict[str, Any]) -> None:
        call = EngineCall(
            run_id=job["run"], lane=ctx.key(), number=job["number"], invocation=ctx.request().id
        )
        waiting = await _perform(worker, call)
        while waiting is not None:
            # Awakeables are numbered in each call. An awakeable of an earlier call is resolved.
            awakeable, resolved = ctx.awakeable(type_hint=bool)
            if await worker.suspend(waiting, awakeable):
                await resolved  # ends this call; the next one performs the run from its log
            else:
                waiting = await _perform(worker, call)

    return lane


def _make_app(objects: Sequence[restate.VirtualObject], keys: Sequence[str]) -> Any:
    """Return the app that Restate calls. Raises: Unavailable if a key is not valid."""
    try:
        return restate.app(objects, protocol="request_response", identity_keys=list(keys) or None)
    except Exception as error:
        raise Unavailable(f"restate_identity_keys: {error}") from error


async def _perform(worker: EngineWorker, call: EngineCall) -> Any:
    try:
        return await worker.perform(call)
    except Exception as error:
        raise RetryableError(type(error).__name__) from error


class _Endpoint(uvicorn.Server):
    """An HTTP server for the calls of Restate, which does not handle signals."""

    def __init__(self, app: Any) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=1,
            )
        )

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Leave signals to the server."""
        yield

    def stop_listening(self) -> None:
        """Refuse further connections."""
        for server in self.servers:
            server.close()


def _open_shared_socket(host: str, port: int) -> socket.socket:
    """Listen on an address that other workers on this machine may share."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    opened = socket.socket(family, kind, protocol)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "SO_REUSEPORT"):
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        opened.bind(address)
        opened.listen(socket.SOMAXCONN)
    except OSError as error:
        opened.close()
        message = f"cannot listen on restate_bind {host}:{port}: {error.strerror or error}"
        raise Unavailable(message) from error
    return opened


def _url_of(opened: socket.socket) -> str:
    host, port = opened.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _leave_signals_alone(app: Any) -> None:
    """Make the first call of the app in a thread, where it cannot replace the server's handler.

    The SDK installs its own handler for SIGTERM in the first call.
    """
    assert threading.current_thread() is not threading.main_thread()

    async def call() -> None:
        with suppress(Exception):
            await app({"type": "lifespan"}, None, None)

    asyncio.run(call())
