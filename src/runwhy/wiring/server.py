"""A complete server in one object."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version as distribution_version

from starlette.applications import Starlette
from starlette.routing import Route

from runwhy.executors.builtin.provider_libraries import load_in_background, wires_to_load
from runwhy.executors.builtin.providers import make_providers
from runwhy.feeds.in_process import InProcessFeed
from runwhy.mcp.caller_scope import McpServices
from runwhy.mcp.endpoint import McpEndpoint
from runwhy.ports import Clock, NewId
from runwhy.queue.durable import DurableJobs
from runwhy.server.app import Lifespan, create_app
from runwhy.server.dependencies import Services
from runwhy.server.middleware.client_address import parse_proxies
from runwhy.server.middleware.guards import LOOPBACK
from runwhy.services.access import Access
from runwhy.services.channels import Channels
from runwhy.settings import Settings
from runwhy.stores.store import SqlStore
from runwhy.wiring.background import make_background_tasks, make_channels
from runwhy.wiring.clock_and_ids import TimeOrderedIds, wall_clock
from runwhy.wiring.container import Container, make_container
from runwhy.wiring.demo import DemoWiring
from runwhy.wiring.lifespan import open_container, run_jobs
from runwhy.wiring.services import make_services


@dataclass(slots=True, kw_only=True)
class Server:
    """A complete server. Use it as `async with server.running()`."""

    settings: Settings
    app: Starlette
    services: Services
    store: SqlStore
    feed: InProcessFeed
    jobs: DurableJobs
    access: Access
    channels: Channels

    def running(self) -> AbstractAsyncContextManager[object]:
        """Open the database and run the job queue until the context ends."""
        return self.app.router.lifespan_context(self.app)

    def load_providers(self) -> None:
        """Import the libraries of configured model providers in the background."""
        providers = make_providers(self.settings.providers, os.environ)
        load_in_background(wires_to_load(providers.values()))

    def stop_streams(self) -> None:
        """End open streams, so that the server can stop. Clients resume them later."""
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
    """Create a server. Nothing is started yet.

    Without `work`, runs stay queued. Without `fire`, triggers start no runs.
    """
    container = make_container(settings, clock, new_id or TimeOrderedIds(clock))
    services = make_services(container, cli_token=cli_token, demo=DemoWiring(container))
    channels = make_channels(container, services)
    tasks = make_background_tasks(container, services, channels, work=work, fire=fire)
    mcp = _mcp(container, services, stopping=lambda: bool(server.app.state.stopping))

    @asynccontextmanager
    async def lifespan() -> AsyncIterator[None]:
        async with (
            open_container(container, services),
            aclosing(services.demo),
            run_jobs(container, services, tasks, work=work),
        ):
            try:
                yield
            finally:
                server.stop_streams()
                await mcp.close()
                await services.terminals.close_all()

    server = _server(container, services, channels, _app(container, services, mcp, lifespan))
    return server


def _server(container: Container, services: Services, channels: Channels, app: Starlette) -> Server:
    return Server(
        settings=container.settings,
        app=app,
        services=services,
        store=container.store,
        feed=container.feed,
        jobs=container.jobs,
        access=services.access,
        channels=channels,
    )


def _app(
    container: Container, services: Services, mcp: McpEndpoint, lifespan: Lifespan
) -> Starlette:
    app = create_app(
        services,
        clock=container.clock,
        version=distribution_version("runwhy"),
        hosts=LOOPBACK if container.settings.is_local else None,
        lifespan=lifespan,
        behind_https=container.settings.behind_https,
        proxies=parse_proxies(container.settings.trusted_proxies),
        telemetry=container.telemetry,
    )
    app.router.routes.insert(0, Route("/mcp", endpoint=mcp))
    return app


def _mcp(container: Container, services: Services, *, stopping: Callable[[], bool]) -> McpEndpoint:
    desk = McpServices(
        access=services.access,
        refusals=services.refusals,
        runs=services.runs,
        entries=services.entries,
        sessions=services.sessions,
        terminals=services.terminals,
        pending=services.pending,
        clock=container.clock,
        stopping=stopping,
    )
    return McpEndpoint(desk, version=distribution_version("runwhy"))
