"""Routes for memories."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.memory.memories import (
    MAX_QUERY,
    MAX_TOP_K,
    MAX_USER,
    MemoryFilter,
    Namespace,
    user_of,
)
from runwhy.core.runs.memory_facts import MemorySource
from runwhy.errors import InvalidInput, NotFound, Problem
from runwhy.server.arguments import Reads
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import IdempotencyDep, Services, ServicesDep, base_path
from runwhy.server.query_params import PageDep, next_cursor
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.wire.answer import Ok
from runwhy.wire.memories import (
    FoundMemories,
    FoundMemory,
    MemoriesForgotten,
    Memory,
    MemoryList,
    MemoryNamespace,
    MemoryNamespaces,
    MemoryRecall,
    MemoryRecalls,
)
from runwhy.wire.memory_bodies import MemoryPatchBody, NewMemoryBody, changed_source

AGENT_ID = "agt_"

router = Router(base_path("{slug}") + "/memories", tag="memories")

Reader = Annotated[Caller, caller_with(Scope.SESSIONS_READ)]
RecallReader = Annotated[Caller, caller_with(Scope.SESSIONS_READ, Scope.RUNS_READ)]
Writer = Annotated[Caller, caller_with(Scope.SESSIONS_WRITE)]


def memory_filter(
    agent_id: Annotated[
        str | None,
        Field(
            max_length=200,
            description="Name or id of the agent. Empty: runs without an agent.",
        ),
    ] = None,
    user: Annotated[
        str | None,
        Field(max_length=MAX_USER, description="User name. Empty: memories without a user."),
    ] = None,
) -> MemoryFilter:
    """Build a memory filter. Raises: InvalidInput."""
    for name, value in (("agentId", agent_id), ("user", user)):
        if value is not None and "\0" in value:
            raise InvalidInput([Problem(name, "must not contain NUL")])
    return MemoryFilter(agent=agent_id, user=user)


FilterDep = Annotated[MemoryFilter, Reads(memory_filter)]


async def _with_agent_id(services: Services, caller: Caller, filter: MemoryFilter) -> MemoryFilter:
    """Return a filter with the id of its agent. Raises: InvalidInput."""
    found = await _agent_id(services, caller.workspace.id, filter.agent, at="agentId")
    return replace(filter, agent=found)


async def _agent_id(
    services: Services, workspace: int, agent: str | None, *, at: str
) -> str | None:
    """Return the id of an agent; that of a deleted one is kept, as its memories exist.

    Raises: InvalidInput.
    """
    if not agent:
        return agent
    try:
        return (await services.agents.get(workspace, agent)).id
    except NotFound as error:
        if agent.startswith(AGENT_ID) and at == "agentId":
            return agent
        raise InvalidInput([Problem(at, error.message)]) from None


@router.post("", answers_with(Memory, 201))
async def add_memory(
    caller: Writer,
    body: NewMemoryBody,
    once: IdempotencyDep,
    services: ServicesDep,
) -> object:
    """Create a memory about a user. The user defaults to the caller."""
    workspace = caller.workspace.id
    agent = await _agent_id(services, workspace, body.agent_id, at="/agentId") or ""
    user = user_of(caller.actor) if body.user is None else body.user
    made = await services.memories.add(
        workspace,
        Namespace(agent=agent, user=user),
        body.text,
        source=MemorySource(body.source),
        once=once,
    )
    return Memory.of(made)


@router.get("", answers_with(MemoryList))
async def list_memories(
    caller: Reader,
    services: ServicesDep,
    filter: FilterDep,
    page: PageDep,
) -> object:
    """List memories, newest first."""
    filter = await _with_agent_id(services, caller, filter)
    question = {"memoriesOf": [filter.agent, filter.user]}
    found, more = await services.memories.list(
        caller.workspace.id, filter, limit=page.limit, before=page.start(question, None)
    )
    shown = [Memory.of(memory) for memory in found]
    return MemoryList(memories=shown, next_cursor=next_cursor(question, more))


@router.get("/namespaces", answers_with(MemoryNamespaces))
async def list_namespaces(caller: Reader, services: ServicesDep) -> object:
    """List the agents and users that have memories, with their numbers."""
    found = await services.memories.namespaces(caller.workspace.id)
    return MemoryNamespaces(namespaces=[MemoryNamespace.of(one) for one in found])


@router.get("/search", answers_with(FoundMemories))
async def search_memories(
    caller: Reader,
    services: ServicesDep,
    filter: FilterDep,
    q: Annotated[str, Field(min_length=1, max_length=MAX_QUERY)],
    limit: Annotated[int | None, Field(ge=1, le=MAX_TOP_K)] = None,
    threshold: Annotated[float | None, Field(ge=0, le=1)] = None,
) -> object:
    """Search memories and return what a run would recall for this text, best match first."""
    filter = await _with_agent_id(services, caller, filter)
    found = await services.memories.search(
        caller.workspace.id, filter, q, top_k=limit, threshold=threshold
    )
    return FoundMemories(memories=[FoundMemory.of(hit) for hit in found])


@router.delete("", answers_with(MemoriesForgotten))
async def forget_memories(caller: Writer, services: ServicesDep, filter: FilterDep) -> object:
    """Delete all memories of an agent, a user, or both."""
    if filter.agent is None and filter.user is None:
        raise InvalidInput([Problem("user", "set user, agentId, or both")])
    filter = await _with_agent_id(services, caller, filter)
    removed = await services.memories.forget(caller.workspace.id, filter)
    return MemoriesForgotten(ok=True, removed=removed)


@router.get("/{memory_id}", answers_with(Memory))
async def get_memory(memory_id: str, caller: Reader, services: ServicesDep) -> object:
    """Get a memory."""
    return Memory.of(await services.memories.get(caller.workspace.id, memory_id))


@router.get("/{memory_id}/recalls", answers_with(MemoryRecalls))
async def list_recalls(
    memory_id: str,
    caller: RecallReader,
    services: ServicesDep,
    limit: Annotated[int, Field(ge=1, le=100)] = 20,
) -> object:
    """List the newest runs that recalled a memory."""
    found = await services.memories.recalls(caller.workspace.id, memory_id, limit=limit)
    return MemoryRecalls(runs=[MemoryRecall.of(run) for run in found])


@router.patch("/{memory_id}", answers_with(Memory))
async def change_memory(
    memory_id: str,
    caller: Writer,
    body: MemoryPatchBody,
    services: ServicesDep,
) -> object:
    """Change the text of a memory."""
    old = await services.memories.get(caller.workspace.id, memory_id)
    source = changed_source(body.source, old.source)
    changed = await services.memories.change(caller.workspace.id, old.id, body.text, source)
    return Memory.of(changed)


@router.delete("/{memory_id}", answers_with(Ok))
async def remove_memory(memory_id: str, caller: Writer, services: ServicesDep) -> object:
    """Delete a memory."""
    await services.memories.remove(caller.workspace.id, memory_id)
    return Ok(ok=True)
