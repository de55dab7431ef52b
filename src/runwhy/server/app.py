"""The application: routes, middleware and error handlers."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractAsyncContextManager
from functools import cache
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from runwhy.ports import Clock
from runwhy.server import error_responses
from runwhy.server.dashboard_files import Dashboard
from runwhy.server.dependencies import Services
from runwhy.server.middleware.client_address import Networks
from runwhy.server.middleware.guards import RequestGuard
from runwhy.server.middleware.metrics import RequestMetrics
from runwhy.server.middleware.refusals import RefusedRequests
from runwhy.server.middleware.routed_requests import RoutedRequests
from runwhy.server.middleware.unexpected_errors import UnexpectedErrors
from runwhy.server.openapi import describe
from runwhy.server.routes import (
    accounts,
    alerts,
    anthropic,
    audit,
    budgets,
    compatible_models,
    demo,
    entries,
    envelopes,
    erasure,
    health,
    imports,
    inbox,
    memories,
    openai,
    queue,
    run_counts,
    runs,
    saved_views,
    sessions,
    sign_in,
    subscriptions,
    terminals,
    timers,
    triggers,
)
from runwhy.server.routing import JSON, RouteTable
from runwhy.server.sse import PING_EVERY
from runwhy.telemetry.recorder import Telemetry

Lifespan = Callable[[], AbstractAsyncContextManager[None]]

ROUTERS = (
    run_counts.router,  # before `runs`, so that `/agent-runs/keys` is not read as a run id
    runs.router,
    envelopes.router,
    sessions.router,
    timers.router,
    accounts.models,
    accounts.agents,
    accounts.keys,
    accounts.tasks,
    accounts.workspaces,
    audit.router,
    erasure.router,
    alerts.router,
    budgets.router,
    sign_in.router,
    terminals.router,
    saved_views.router,
    memories.router,
    queue.router,
    entries.router,
    imports.router,
    demo.router,
    inbox.router,
    triggers.router,
    triggers.hooks,
    subscriptions.router,
    openai.router,
    compatible_models.router,
    anthropic.router,
    health.router,
)
ROUTES = tuple(route for router in ROUTERS for route in router.routes)


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
) -> Starlette:
    """Build the app. `hosts` are the host names it answers to; None allows any."""
    telemetry = telemetry or Telemetry()
    table = RouteTable(ROUTES)
    app = Starlette(
        routes=[
            table,
            Route("/openapi.json", _get_openapi),
            terminals.socket_route,
            Dashboard(),
        ],
        middleware=[  # the first is the outermost
            Middleware(RequestMetrics, telemetry=telemetry),
            Middleware(UnexpectedErrors),
            Middleware(RefusedRequests, refusals=services.refusals),
            Middleware(RequestGuard, hosts=hosts, proxies=proxies),
            Middleware(RoutedRequests, table=table),
        ],
        exception_handlers=error_responses.HANDLERS,
        lifespan=lambda _: lifespan(),
    )
    app.router.redirect_slashes = False  # one URL per resource, and every answer in our format
    app.state.services = services
    app.state.clock = clock
    app.state.version = version
    app.state.stopping = False
    app.state.ping_every = PING_EVERY
    app.state.behind_https = behind_https
    app.state.telemetry = telemetry
    return app


def openapi_document(version: str) -> dict[str, Any]:
    """Return the OpenAPI document of a server of this version."""
    return describe(ROUTES, version)


async def _get_openapi(request: Request) -> Response:
    return Response(_encoded_openapi(request.app.state.version), media_type=JSON)


@cache
def _encoded_openapi(version: str) -> bytes:
    return msgspec.json.encode(openapi_document(version))
