"""Memories over HTTP: what agents were told, by whom, and what of it comes to mind."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

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
from runwhy.server.dependencies import (
    CursorQuery,
    LimitQuery,
    OnceDep,
    ServicesDep,
    answer,
    base_path,
    body_of,
    caller_with,
    gives,
)
from runwhy.services.access import Caller
from runwhy.wire.cursors import make_cursor, read_cursor
from runwhy.wire.memories import (
    MemoryPatchBody,
    NewMemoryBody,
    hit_json,
    memory_json,
    source_given,
)

router = APIRouter(prefix=base_path("{slug}") + "/memories", tags=["memories"])

Reader = Annotated[Caller, caller_with(Scope.SESSIONS_READ)]
Writer = Annotated[Caller, caller_with(Scope.SESSIONS_WRITE)]


async def meant(
    agent_id: Annotated[
        str | None, Query(alias="agentId", max_length=64, description="empty: agents of no name")
    ] = None,
    user: Annotated[
        str | None, Query(max_length=MAX_USER, description="empty: of nobody in particular")
    ] = None,
) -> MemoryFilter:
    """Which memories are meant."""
    for name, value in (("agentId", agent_id), ("user", user)):
        if value is not None and "\0" in value:
            raise InvalidInput([Problem(name, "may not contain NUL")])
    return MemoryFilter(agent=agent_id, user=user)


FilterDep = Annotated[MemoryFilter, Depends(meant)]


@router.post("", **gives("Memory", 201))
async def add_memory(
    caller: Writer,
    body: Annotated[NewMemoryBody, body_of(NewMemoryBody)],
    once: OnceDep,
    services: ServicesDep,
) -> Response:
    """Let an agent keep something about a user: oneself, unless another one is named."""
    workspace, agent = caller.workspace.id, body.agent_id or ""
    if agent:
        try:
            await services.agents.get(workspace, agent)
        except NotFound as error:
            raise InvalidInput([Problem("/agentId", error.message)]) from None
    user = user_of(caller.actor) if body.user is None else body.user
    made = await services.memories.add(
        workspace,
        Namespace(agent=agent, user=user),
        body.text,
        source=MemorySource(body.source),
        once=once,
    )
    return answer(memory_json(made), 201)


@router.get("", **gives("MemoryList"))
async def list_memories(
    caller: Reader,
    services: ServicesDep,
    filter: FilterDep,
    limit: LimitQuery = 50,
    cursor: CursorQuery = None,
) -> Response:
    """Memories, newest first."""
    question = {"memoriesOf": [filter.agent, filter.user]}
    before = read_cursor(cursor, question, length=1)[0] if cursor else None
    found, more = await services.memories.list(
        caller.workspace.id, filter, limit=limit, before=before
    )
    following = None if more is None else make_cursor(question, more)
    return answer({"memories": [memory_json(m) for m in found], "nextCursor": following})


@router.get("/search", **gives("FoundMemories"))
async def search_memories(
    caller: Reader,
    services: ServicesDep,
    filter: FilterDep,
    q: Annotated[str, Query(min_length=1, max_length=MAX_QUERY)],
    limit: Annotated[int | None, Query(ge=1, le=MAX_TOP_K)] = None,
    threshold: Annotated[float | None, Query(ge=0, le=1)] = None,
) -> Response:
    """What would come to mind at these words, the best first."""
    found = await services.memories.search(
        caller.workspace.id, filter, q, top_k=limit, threshold=threshold
    )
    return answer({"memories": [hit_json(hit) for hit in found]})


@router.delete("", **gives("MemoriesForgotten"))
async def forget_memories(caller: Writer, services: ServicesDep, filter: FilterDep) -> Response:
    """Forget all of an agent, of a user, or of both."""
    if filter.agent is None and filter.user is None:
        raise InvalidInput([Problem("user", "say whose memories: user, agentId, or both")])
    removed = await services.memories.forget(caller.workspace.id, filter)
    return answer({"ok": True, "removed": removed})


@router.get("/{memory_id}", **gives("Memory"))
async def get_memory(memory_id: str, caller: Reader, services: ServicesDep) -> Response:
    """One memory."""
    return answer(memory_json(await services.memories.get(caller.workspace.id, memory_id)))


@router.patch("/{memory_id}", **gives("Memory"))
async def change_memory(
    memory_id: str,
    caller: Writer,
    body: Annotated[MemoryPatchBody, body_of(MemoryPatchBody)],
    services: ServicesDep,
) -> Response:
    """Let a memory say something else."""
    old = await services.memories.get(caller.workspace.id, memory_id)
    source = source_given(body.source, old.source)
    changed = await services.memories.change(caller.workspace.id, old.id, body.text, source)
    return answer(memory_json(changed))


@router.delete("/{memory_id}", **gives("Ok"))
async def remove_memory(memory_id: str, caller: Writer, services: ServicesDep) -> Response:
    """Forget one memory."""
    await services.memories.remove(caller.workspace.id, memory_id)
    return answer({"ok": True})
