"""The agents of the demo, with their versions and memories."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime

from runwhy.core.accounts.audit import AuditContext
from runwhy.core.accounts.workspaces import Agent
from runwhy.core.agent_spec import AgentSpec
from runwhy.core.memory.memories import MemoryFilter, Namespace
from runwhy.core.runs.memory_facts import MemorySource
from runwhy.core.runs.origin import Actor
from runwhy.demo import texts
from runwhy.demo.scripted_model import MODELS
from runwhy.ports import AUDIT_CONTEXT
from runwhy.services.agents import Agents
from runwhy.services.memories import Memories

AUTHOR = "runwhy demo"  # marks objects of the demo, also those without tags
SONNET, HAIKU, MINI = MODELS
SUPPORT, SHOP_CHAT, BACK_OFFICE, REVIEWER = "support", "shop-chat", "back-office", "reviewer"


def _local_tool(name: str) -> dict[str, object]:
    parameters = {"type": "object", "properties": {"order": {"type": "string"}}}
    about = name.replace("_", " ").capitalize() + " in the shop."
    return {"kind": "local", "name": name, "description": about, "parameters": parameters}


CHAT_MEMORY = {"enabled": True, "threshold": 0.15}  # recalls more than by default


SPECS: Mapping[str, AgentSpec] = {
    SUPPORT: AgentSpec(
        system_prompt=texts.SUPPORT_PROMPT,
        model_id=SONNET,
        tools=[_local_tool(name) for name in ("lookup_order", "refund_order", "list_payments")],
        visible_tags=["customer", "plan"],
    ),
    SHOP_CHAT: AgentSpec(
        system_prompt=texts.CHAT_PROMPT,
        model_id=HAIKU,
        tools=[{"kind": "builtin", "name": "schedule_follow_up"}],
        memory=CHAT_MEMORY,
    ),
    BACK_OFFICE: AgentSpec(system_prompt=texts.BACK_OFFICE_PROMPT, model_id=HAIKU),
    REVIEWER: AgentSpec(system_prompt=texts.REVIEW_PROMPT, model_id=SONNET),
}


@contextmanager
def _as_author(at: datetime) -> Iterator[None]:
    token = AUDIT_CONTEXT.set(AuditContext(actor=Actor(kind="local", name=AUTHOR), at=at))
    try:
        yield
    finally:
        AUDIT_CONTEXT.reset(token)


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoAgents:
    """Creates, changes and removes the agents of the demo through the real services."""

    agents: Agents
    memories: Memories

    async def create(self, workspace: int, *, taken: Collection[str]) -> dict[str, Agent]:
        """Create the agents and their memories; a taken name gets a suffix."""
        made = {}
        with _as_author(self.agents.clock()):
            for key, spec in SPECS.items():
                name = f"{key}-demo" if key in taken else key
                made[key] = await self.agents.create(workspace, name, replace(spec, name=name))
        for customer, text in texts.MEMORIES:
            space = Namespace(agent=made[SHOP_CHAT].id, user=customer)
            await self.memories.add(workspace, space, text, source=MemorySource.HUMAN)
        return made

    async def revise(self, agent: Agent) -> None:
        """Change the instructions of the agent for support."""
        spec = AgentSpec(system_prompt=f"{texts.SUPPORT_PROMPT} {texts.SUPPORT_ADDITION}")
        with _as_author(self.agents.clock()):
            await self.agents.change(agent.workspace, agent.id, spec)

    async def remove(self, workspace: int) -> None:
        """Delete the agents that `create` made, with all of their memories."""
        for agent in await self.agents.list(workspace):
            first = (await self.agents.versions(workspace, agent.id))[-1]
            if first.actor_name == AUTHOR:
                await self.memories.forget(workspace, MemoryFilter(agent=agent.id))
                await self.agents.remove(workspace, agent.id)
