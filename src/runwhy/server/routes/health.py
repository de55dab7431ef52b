"""Liveness, readiness and metrics."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from runwhy.errors import Unavailable
from runwhy.server.dependencies import ClockDep, ServicesDep
from runwhy.server.routing import Answer, Router, answers_with
from runwhy.telemetry.meters import Meters
from runwhy.wire.answer import Health

router = Router(tag="health")


@router.get("/healthz", answers_with(Health))
async def healthz() -> object:
    """Check that the process is alive."""
    return Health(status="ok")


@router.get("/readyz", answers_with(Health))
async def readyz(request: Request, services: ServicesDep) -> object:
    """Check that the server accepts work: it is not shutting down and its database is usable."""
    if request.app.state.stopping:
        raise Unavailable("the server is shutting down")
    try:
        outdated = await services.tasks.is_outdated()
    except Exception as error:
        raise Unavailable(f"the database does not respond ({type(error).__name__})") from error
    if outdated:
        raise Unavailable("the database was migrated by a newer Runwhy; upgrade this server")
    return Health(status="ready")


@router.get("/metrics", Answer(media_type="text/plain"))
async def metrics(request: Request, services: ServicesDep, clock: ClockDep) -> object:
    """Get Prometheus metrics. Values from the database are NaN while it is unreachable."""
    meters: Meters = request.app.state.telemetry.meters
    try:
        waiting, oldest = await services.tasks.depth()
        backlog = await services.run_counts.backlog()
        reasons = await services.queue.count_by_reason()
        outbox = await services.tasks.outbox(at=clock())
    except Unavailable:
        meters.clear_database_gauges()
    else:
        now = clock().timestamp() * 1000
        lag = max(0.0, (now - oldest) / 1000) if waiting else 0.0
        meters.set_database_gauges(waiting=waiting, lag=lag, backlog=backlog, reasons=reasons)
        meters.set_outbox(*outbox)
    return Response(meters.text(), media_type="text/plain; version=0.0.4")
