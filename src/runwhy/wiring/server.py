"""A whole server in one object."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version as distribution_version

from fastapi import FastAPI
from starlette.routing import Route

from runwhy.feeds.in_process import InProcessFeed
from runwhy.mcp.caller_scope import Desk
from runwhy.mcp.endpoint import McpEndpoint
from runwhy.ports import Clock, NewId
from runwhy.queue.durable import DurableJobs
from runwhy.server.app import Lifespan, create_app
from runwhy.server.client_address import parse_proxies
from runwhy.server.dependencies import Services
from runwhy.server.middleware.guards import LOOPBACK
from runwhy.services.access import Access
from runwhy.services.channels import Channels
from runwhy.settings import Settings
from runwhy.stores.store import SqlStore
from runwhy.wiring.background import make_channels, make_endings, make_eraser, make_firing
from runwhy.wiring.clock_and_ids import TimeOrderedIds, wall_clock
from runwhy.wiring.container import Ground, lay_ground
from runwhy.wiring.demo import DemoWiring
from runwhy.wiring.lifespan import at_work, opened
from runwhy.wiring.services import make_services


@dataclass(slots=True, kw_only=True)
class Server:
    """A whole server in one object: `async with server.running()` is all it takes."""

    settings: Settings
    app: FastAPI
    services: Services
    store: SqlStore
    feed: InProcessFeed
    jobs: DurableJobs
    access: Access
    channels: Channels

    def running(self) -> AbstractAsyncContextManager[object]:
        """What makes it live: the database is open and the queue at work, until the end."""
        return self.app.router.lifespan_context(self.app)

    def stop_streams(self) -> None:
        """Open streams end, so that the server can; clients come back where they were."""
        self.app.state.stopping = True
        self.feed.notify_all()


def make_server(
    settings: Settings,
    *,
    clock: Clock = wall_clock,
    new_id: NewId | None = None,
    cli_token: str | None = None,
    work: bool = True,
    fire: bool = True,
) -> Server:
    """Everything joined; nothing is started yet.

    Without `work`, what is queued stays so; without `fire`, no trigger starts anything.
    """
    ground = lay_ground(settings, clock, new_id or TimeOrderedIds(clock))
    services = make_services(ground, cli_token=cli_token, demo=DemoWiring(ground))
    channels = make_channels(ground, services)
    firing = [*make_firing(ground, services, channels)] if work and fire else []
    if work:
        firing.append(make_endings(ground, services))
    firing.append(make_eraser(ground, services, rules=work and fire))
    mcp = _mcp(ground, services)

    @asynccontextmanager
    async def life() -> AsyncIterator[None]:
        async with (
            opened(ground, services),
            aclosing(services.demo),
            at_work(ground, services, firing, work=work),
        ):
            try:
                yield
            finally:
                server.stop_streams()
                await mcp.close()
                await services.terminals.close_all()

    server = _joined(ground, services, channels, _app(ground, services, mcp, life))
    return server


def _joined(ground: Ground, services: Services, channels: Channels, app: FastAPI) -> Server:
    return Server(
        settings=ground.settings,
        app=app,
        services=services,
        store=ground.store,
        feed=ground.feed,
        jobs=ground.jobs,
        access=services.access,
        channels=channels,
    )


def _app(ground: Ground, services: Services, mcp: McpEndpoint, life: Lifespan) -> FastAPI:
    app = create_app(
        services,
        clock=ground.clock,
        version=distribution_version("runwhy"),
        hosts=LOOPBACK if ground.settings.is_local else None,
        lifespan=life,
        behind_https=ground.settings.behind_https,
        proxies=parse_proxies(ground.settings.trusted_proxies),
        telemetry=ground.telemetry,
    )
    app.router.routes.insert(0, Route("/mcp", endpoint=mcp))
    return app


def _mcp(ground: Ground, services: Services) -> McpEndpoint:
    desk = Desk(
        access=services.access,
        runs=services.runs,
        sessions=services.sessions,
        terminals=services.terminals,
        pending=services.pending,
        clock=ground.clock,
    )
    return McpEndpoint(desk, version=distribution_version("runwhy"))
