"""Whether the server lives, whether it can work, and how much it does."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from whence.server.asking import ServicesDep, answer

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def healthz() -> Response:
    """The process answers."""
    return answer({"status": "ok"})


@router.get("/readyz")
async def readyz(request: Request, services: ServicesDep) -> Response:
    """The store answers too, and the server is not going down."""
    if request.app.state.stopping:
        return answer({"status": "stopping"}, 503)
    try:
        await services.store.ping()
    except Exception as error:
        return answer({"status": "unavailable", "reason": type(error).__name__}, 503)
    return answer({"status": "ready"})


@router.get("/metrics")
async def metrics(request: Request, services: ServicesDep) -> Response:
    """For Prometheus."""
    waiting, oldest = await services.queue.queue_depth()
    now = request.app.state.clock().timestamp() * 1000
    lag = max(0.0, (now - oldest) / 1000) if waiting else 0.0
    request.app.state.meters.queue(waiting, lag)
    return Response(request.app.state.meters.text(), media_type="text/plain; version=0.0.4")
