"""Who does the work: the worker and the executors it hands runs to."""

from __future__ import annotations

import secrets

from runwhy.errors import Unavailable
from runwhy.executors.agent_executor import CodingExecutor
from runwhy.executors.builtin.engine import BuiltinExecutor, EngineSettings
from runwhy.executors.builtin.engine_setup import engine_settings
from runwhy.executors.builtin.toolbox import ToolServices
from runwhy.executors.coding_agents import coding_settings
from runwhy.executors.langgraph.graphs import Graphs
from runwhy.normalizers.registry import NORMALIZERS
from runwhy.ports import Clock, Executor
from runwhy.server.dependencies import Services
from runwhy.services.child_runs import ChildRuns
from runwhy.services.recall import Recall
from runwhy.services.worker import Worker
from runwhy.wiring.container import Ground


async def make_worker(ground: Ground, services: Services) -> Worker:
    """The worker of an open store, in which the secret of the seals is kept."""
    engine = await engine_of(ground)
    return Worker(
        store=ground.store,
        queue=ground.store,
        jobs=ground.jobs,
        feed=ground.feed,
        clock=ground.clock,
        executors=_executors(ground, services, engine),
        entries=ground.store,
        telemetry=ground.telemetry,
    )


async def engine_of(ground: Ground) -> EngineSettings:
    """How engines behave, with the secret behind the seals."""
    seal = await ground.store.server_secret("seal", lambda: secrets.token_hex(32))
    return engine_settings(
        ground.settings, bytes.fromhex(seal), ground.hidden, ground.vault, ground.telemetry
    )


def _executors(ground: Ground, services: Services, engine: EngineSettings) -> dict[str, Executor]:
    executors: dict[str, Executor] = {"builtin": _builtin(ground, services, engine)}
    executors |= coding_executors(ground, engine)
    if ground.graphs is not None:
        executors["langgraph"] = _graph_executor(ground.graphs, ground.clock, engine)
    return executors


def coding_executors(ground: Ground, engine: EngineSettings) -> dict[str, Executor]:
    """One for each coding agent."""
    how = coding_settings(ground.settings, ground.environ, engine.briefing)
    return {
        name: CodingExecutor(agent, NORMALIZERS, ground.clock, how)
        for name, agent in ground.coding.items()
    }


def _builtin(ground: Ground, services: Services, engine: EngineSettings) -> Executor:
    tools = ToolServices(
        spawn=ChildRuns(services.runs, ground.store, ground.feed, ground.jobs),
        follow_ups=services.autonomy,
        memory=Recall(services.memories, ground.store, ground.hidden),
    )
    return BuiltinExecutor(ground.models, ground.clock, engine, services=tools)


def _graph_executor(graphs: Graphs, clock: Clock, engine: EngineSettings) -> Executor:
    try:
        from runwhy.executors.langgraph.engine import LangGraphExecutor
    except ModuleNotFoundError as error:
        message = (
            "the setting `graphs` needs an extra: pip install '.[langgraph]' in a clone of Runwhy"
        )
        raise Unavailable(message) from error
    return LangGraphExecutor(
        graphs, clock, briefing=engine.briefing, answer_timeout=engine.tool_timeout
    )
