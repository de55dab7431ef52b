"""Agents: named specs that runs and sessions refer to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from runwhy.core.accounts.workspaces import Agent, AgentVersion
from runwhy.core.agent_spec import AgentSpec
from runwhy.core.agents.spec_secrets import without_secrets
from runwhy.core.layers import patched
from runwhy.core.requests.plan import lacks_identity
from runwhy.errors import InvalidInput, Problem
from runwhy.ports import AgentStore, Clock, IdempotencyKey, Models, NewId
from runwhy.services.operations import finds, must_find, passes_on, removes


@dataclass(frozen=True, slots=True, kw_only=True)
class Agents:
    """Use cases for named specs."""

    store: AgentStore
    models: Models
    clock: Clock
    new_id: NewId
    secrets: Sequence[str] = field(default=(), repr=False)

    get = finds(AgentStore.get_agent, "agent")
    list = passes_on(AgentStore.list_agents)
    remove = removes(AgentStore.remove_agent, "agent")

    async def versions(self, workspace: int, id: str) -> Sequence[AgentVersion]:
        """Return the versions of an agent, newest first. Raises: NotFound."""
        agent = await self.get(workspace, id)
        return await self.store.list_agent_versions(agent.id)

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

    async def change(self, workspace: int, id: str, spec: AgentSpec) -> Agent:
        """Replace the given fields; null removes one. Existing runs keep their spec.

        Raises: Conflict if the new name is taken, InvalidInput.
        """
        self._check(spec)

        def changed(agent: Agent) -> Agent:
            whole = patched(agent.spec, without_secrets(spec, known=self.secrets))
            name = whole.name or agent.name
            if lacks_identity(whole, agent=None, system_message=False):
                raise InvalidInput([Problem("/systemPrompt", "must not be removed")])
            if (name, whole) == (agent.name, agent.spec):
                return agent  # nothing changes, so there is no new version
            now = self.clock()
            return replace(agent, name=name, spec=whole, updated_at=now, version=agent.version + 1)

        return must_find(await self.store.change_agent(workspace, id, changed), f"agent {id}")
