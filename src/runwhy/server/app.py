"""The FastAPI application: routers, middleware and error handlers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager

from fastapi import FastAPI
from fastapi.telemetry import TelemetryConfig
from starlette.routing import BaseRoute, Match
from starlette.types import Scope

from runwhy.ports import Clock
from runwhy.server import error_responses, openapi
from runwhy.server.client_address import Networks
from runwhy.server.dashboard_files import Dashboard
from runwhy.server.dependencies import Services
from runwhy.server.middleware.guards import RequestGuard
from runwhy.server.middleware.metrics import RequestMetrics
from runwhy.server.middleware.refusals import RefusedRequests
from runwhy.server.routes import (
    accounts,
    audit,
    demo,
    entries,
    envelopes,
    erasure,
    health,
    imports,
    memories,
    run_counts,
    run_log,
    runs,
    saved_views,
    sessions,
    sign_in,
    subscriptions,
    terminals,
    timers,
    triggers,
    webhooks,
)
from runwhy.server.sse import PING_EVERY
from runwhy.telemetry.recorder import Telemetry

Lifespan = Callable[[], AbstractAsyncContextManager[None]]

# FastAPI's own spans and logs would contain prompts and answers.
_TELEMETRY_OFF: TelemetryConfig = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "auto_configure": False,
}

ROUTERS = (
    run_counts.router,  # before `runs`, so that `/agent-runs/keys` is not read as a run id
    runs.router,
    envelopes.router,
    sessions.router,
    timers.router,
    accounts.router,
    accounts.workspaces,
    audit.router,
    erasure.router,
    sign_in.router,
    terminals.router,
    saved_views.router,
    memories.router,
    run_log.router,
    entries.router,
    imports.router,
    demo.router,
    triggers.router,
    webhooks.router,
    subscriptions.router,
    health.router,
)


_preparing = threading.Lock()


class _Preparation(BaseRoute):
    """Lets FastAPI prepare its routes, which it does on the first request, in one app at a time.

    Meanwhile FastAPI ignores some warnings, but all threads share Python's warning filters.
    """

    def __init__(self, routes: Sequence[BaseRoute]) -> None:
        self._routes = routes

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if self._routes:
            with _preparing:
                for route in self._routes:
                    route.matches(dict(scope))
            self._routes = ()
        return Match.NONE, {}


def create_app(
    services: Services,
    *,
    clock: Clock,
    version: str,
    hosts: Collection[str] | None,
    lifespan: Lifespan,
    behind_https: bool = False,
    proxies: Networks = (),
    telemetry: Telemetry | None = None,
) -> FastAPI:
    """Build the app. `hosts` are the host names it answers to; None allows any."""
    app = FastAPI(
        title="Runwhy",
        version=version,
        lifespan=lambda _: lifespan(),
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,  # one URL per resource, and every answer in our format
        generate_unique_id_function=openapi.operation_id,
        telemetry=_TELEMETRY_OFF,
    )
    app.state.services = services
    app.state.clock = clock
    app.state.stopping = False
    app.state.ping_every = PING_EVERY
    app.state.behind_https = behind_https
    app.state.telemetry = telemetry = telemetry or Telemetry()
    for router in ROUTERS:
        app.include_router(router)
    app.router.routes.insert(0, _Preparation(tuple(app.router.routes)))
    app.router.routes.append(Dashboard())
    error_responses.install(app)
    openapi.install(app, version=version)
    app.add_middleware(RequestGuard, hosts=hosts, proxies=proxies)
    app.add_middleware(RefusedRequests, refusals=services.refusals)
    app.add_middleware(error_responses.UnexpectedErrors)
    app.add_middleware(RequestMetrics, telemetry=telemetry)
    return app
