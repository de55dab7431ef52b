"""Completions: runs that clients of model providers start over the wires that they know."""

from __future__ import annotations

from dataclasses import dataclass, replace

from runwhy.core.accounts.workspaces import Agent
from runwhy.core.agent_spec import AgentSpec
from runwhy.core.requests.completion import (
    AGENT_PREFIX,
    CONTINUES,
    DEFAULT_PROMPT,
    Completion,
    continued_run,
)
from runwhy.core.requests.plan import RunRequest
from runwhy.core.runs.origin import Origin
from runwhy.core.runs.run import Run
from runwhy.errors import InvalidModel
from runwhy.ports import ErasureStore, IdempotencyKey
from runwhy.services.agents import Agents
from runwhy.services.runs import Runs


@dataclass(frozen=True, slots=True, kw_only=True)
class Completions:
    """Starts runs for completions: resolves the model or agent, and links runs to each other.

    `cancel_on_disconnect` is whether a run ends when its client goes away.
    """

    runs: Runs
    agents: Agents
    erasures: ErasureStore
    cancel_on_disconnect: bool = True

    async def start(
        self,
        workspace: int,
        completion: Completion,
        origin: Origin,
        *,
        once: IdempotencyKey | None = None,
    ) -> Run:
        """Start a run. Raises: InvalidInput, InvalidModel, NotFound, Conflict."""
        agent = await self._agent(workspace, completion)
        facts = dict(origin.facts)
        if before := await self._continued(workspace, completion):
            facts[CONTINUES] = before.id
        return await self.runs.start(
            RunRequest(
                workspace=workspace,
                origin=replace(origin, facts=facts, claimed=completion.claims),
                messages=completion.messages,
                spec=_spec(completion, agent),
                agent_id=agent.id if agent else None,
                tags=completion.tags,
            ),
            once=once,
        )

    async def forget(self, run: Run) -> None:
        """Erase the content of an ended run that is not to be kept, now that it was read."""
        if run.spec.keeps_content is False:
            await self.erasures.erase_content(run, at=self.runs.clock())

    async def _agent(self, workspace: int, completion: Completion) -> Agent | None:
        """Return the agent that the model names. Raises: InvalidModel."""
        wanted = completion.agent
        if wanted is None:
            return None
        agents = await self.agents.list(workspace)
        found = [agent for agent in agents if wanted in (agent.name, agent.id)]
        if len(found) == 1:
            return found[0]
        if found:
            ids = [f"{AGENT_PREFIX}{agent.id}" for agent in found]
            reason = f"{len(found)} agents have the name {wanted!r}; use one of {', '.join(ids)}"
            raise InvalidModel(completion.model, ids, reason=reason)
        raise InvalidModel(completion.model, reason=f"no agent {wanted!r}")

    async def _continued(self, workspace: int, completion: Completion) -> Run | None:
        """Return the run whose calls the request answers; what a client claims must exist."""
        named = continued_run(completion.messages)
        return await self.runs.store.get_run(workspace, named) if named else None


def _spec(completion: Completion, agent: Agent | None) -> AgentSpec:
    if agent is not None:
        return completion.spec
    prompt = None if completion.has_prompt else DEFAULT_PROMPT
    return replace(completion.spec, model_id=completion.model, system_prompt=prompt)
