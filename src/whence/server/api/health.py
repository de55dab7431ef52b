"""Whether the server lives, whether it can work, and how much it does."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from whence.errors import Unavailable
from whence.server.asking import ClockDep, ServicesDep, answer, gives

router = APIRouter(tags=["health"])


@router.get("/healthz", **gives("Health"))
async def healthz() -> Response:
    """The process answers."""
    return answer({"status": "ok"})


@router.get("/readyz", **gives("Health"))
async def readyz(request: Request, services: ServicesDep) -> Response:
    """The store answers too, and the server is not going down."""
    if request.app.state.stopping:
        raise Unavailable("the server is going down")
    try:
        await services.store.ping()
    except Exception as error:
        raise Unavailable(f"the database does not answer ({type(error).__name__})") from error
    return answer({"status": "ready"})


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request, services: ServicesDep, clock: ClockDep) -> Response:
    """For Prometheus."""
    waiting, oldest = await services.queue.queue_depth()
    now = clock().timestamp() * 1000
    lag = max(0.0, (now - oldest) / 1000) if waiting else 0.0
    meters = request.app.state.telemetry.meters
    meters.queue_depth.set(waiting)
    meters.queue_lag.set(lag)
    meters.pack_backlog.set(await services.finding.backlog())
    return Response(meters.text(), media_type="text/plain; version=0.0.4")
