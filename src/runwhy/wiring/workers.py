"""The worker, and the executors it runs jobs with."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from runwhy.errors import Unavailable
from runwhy.executors import copilot
from runwhy.executors.agent_executor import CodingExecutor
from runwhy.executors.builtin.engine import BuiltinExecutor, EngineSettings
from runwhy.executors.builtin.engine_setup import engine_settings
from runwhy.executors.builtin.toolbox import ToolServices
from runwhy.executors.coding_agents import coding_settings
from runwhy.executors.langgraph.graphs import Graphs
from runwhy.normalizers.acp_messages import PREFIX
from runwhy.normalizers.registry import NORMALIZERS, acp_normalizer
from runwhy.normalizers.usage_reports import USAGE_REPORTS
from runwhy.ports import Executor
from runwhy.server.dependencies import Services
from runwhy.services.recall import Recall
from runwhy.services.runs import ChildRuns
from runwhy.services.worker import Worker
from runwhy.wiring.container import Container


async def make_worker(container: Container, services: Services) -> Worker:
    """Create the worker. The store must be open, because it holds the sealing secret."""
    engine = await make_engine_settings(container)
    return worker_with(container, engine, _executors(container, services, engine))


def worker_with(
    container: Container, engine: EngineSettings, executors: Mapping[str, Executor]
) -> Worker:
    """Create a worker with these executors."""
    return Worker(
        store=container.store,
        jobs=container.jobs,
        feed=container.feed,
        clock=container.clock,
        executors=executors,
        telemetry=container.telemetry,
        briefing=engine.briefing,
    )


async def make_engine_settings(container: Container) -> EngineSettings:
    """Return the engine settings, with the sealing secret."""
    seal = await container.store.server_secret("seal", lambda: secrets.token_hex(32))
    return engine_settings(
        container.settings,
        bytes.fromhex(seal),
        container.hidden,
        container.vault,
        container.telemetry,
    )


def _executors(
    container: Container, services: Services, engine: EngineSettings
) -> dict[str, Executor]:
    executors: dict[str, Executor] = {"builtin": _builtin(container, services, engine)}
    executors |= coding_executors(container, engine)
    if container.graphs is not None:
        executors["langgraph"] = _graph_executor(container, container.graphs, engine)
    return executors


def coding_executors(container: Container, engine: EngineSettings) -> dict[str, Executor]:
    """Return one executor per coding agent."""
    how = coding_settings(container.settings, container.environ, engine.briefing)
    acp = [name for name in container.coding if name.startswith(PREFIX)]
    streams = {**NORMALIZERS, **{name: acp_normalizer(name) for name in acp}}
    streams[copilot.STREAM] = acp_normalizer("copilot")
    return {
        name: CodingExecutor(
            agent=agent,
            folds=streams,
            clock=container.clock,
            settings=how,
            prices=container.prices,
            reports=USAGE_REPORTS,
        )
        for name, agent in container.coding.items()
    }


def _builtin(container: Container, services: Services, engine: EngineSettings) -> Executor:
    tools = ToolServices(
        spawn=ChildRuns(
            runs=services.runs, store=container.store, feed=container.feed, jobs=container.jobs
        ),
        follow_ups=services.autonomy,
        memory=Recall(
            memories=services.memories,
            store=container.store,
            secrets=container.hidden,
            models=container.models,
        ),
    )
    return BuiltinExecutor(
        models=container.models, clock=container.clock, settings=engine, services=tools
    )


def _graph_executor(container: Container, graphs: Graphs, engine: EngineSettings) -> Executor:
    try:
        from runwhy.executors.langgraph.engine import LangGraphExecutor
    except ModuleNotFoundError as error:
        message = "`graphs` needs an extra: run pip install '.[langgraph]' in a clone of Runwhy"
        raise Unavailable(message) from error
    return LangGraphExecutor(
        graphs=graphs,
        clock=container.clock,
        briefing=engine.briefing,
        answer_timeout=engine.tool_timeout,
        prices=container.prices,
    )
