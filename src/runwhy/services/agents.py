"""Agents: named specs that runs and sessions refer to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from runwhy.core.accounts.workspaces import Agent
from runwhy.core.agent_spec import AgentSpec
from runwhy.core.agents.spec_secrets import without_secrets
from runwhy.core.layers import overlay
from runwhy.errors import NotFound
from runwhy.ports import AgentStore, Clock, IdempotencyKey, Models, NewId


@dataclass(frozen=True, slots=True, kw_only=True)
class Agents:
    """Use cases for named specs."""

    store: AgentStore
    models: Models
    clock: Clock
    new_id: NewId
    secrets: Sequence[str] = field(default=(), repr=False)

    async def create(
        self, workspace: int, name: str, spec: AgentSpec, *, once: IdempotencyKey | None = None
    ) -> Agent:
        """Create an agent. Raises: InvalidModel."""
        self._check(spec)
        now = self.clock()
        agent = Agent(
            id=self.new_id("agt"),
            workspace=workspace,
            name=name,
            spec=without_secrets(spec, known=self.secrets),
            created_at=now,
            updated_at=now,
        )
        return await self.store.add_agent(agent, once=once)

    def _check(self, spec: AgentSpec) -> None:
        evaluator = spec.autonomy.evaluator if spec.autonomy else None
        for model in filter(None, (spec.server_model, evaluator)):
            self.models.get(model)

    async def get(self, workspace: int, id: str) -> Agent:
        """Return the agent with this id. Raises: NotFound."""
        agent = await self.store.get_agent(workspace, id)
        if agent is None:
            raise NotFound(f"no agent {id}")
        return agent

    async def list(self, workspace: int) -> Sequence[Agent]:
        """Return all agents of a workspace."""
        return await self.store.list_agents(workspace)

    async def change(self, workspace: int, id: str, spec: AgentSpec) -> Agent:
        """Replace the given fields. Existing runs keep their spec."""
        self._check(spec)

        def changed(agent: Agent) -> Agent:
            whole = overlay(agent.spec, without_secrets(spec, known=self.secrets))
            name = whole.name or agent.name
            now = self.clock()
            return replace(agent, name=name, spec=whole, updated_at=now, version=agent.version + 1)

        agent = await self.store.change_agent(workspace, id, changed)
        if agent is None:
            raise NotFound(f"no agent {id}")
        return agent

    async def remove(self, workspace: int, id: str) -> None:
        """Delete an agent. Raises: NotFound."""
        if not await self.store.remove_agent(workspace, id):
            raise NotFound(f"no agent {id}")
