"""Routes for memories."""

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
    IdempotencyDep,
    LimitQuery,
    ServicesDep,
    answer,
    answers_with,
    base_path,
    caller_with,
    parse_body,
)
from runwhy.services.access import Caller
from runwhy.wire.cursors import make_cursor, read_cursor
from runwhy.wire.memories import (
    MemoryPatchBody,
    NewMemoryBody,
    changed_source,
    hit_json,
    memory_json,
)

router = APIRouter(prefix=base_path("{slug}") + "/memories", tags=["memories"])

Reader = Annotated[Caller, caller_with(Scope.SESSIONS_READ)]
Writer = Annotated[Caller, caller_with(Scope.SESSIONS_WRITE)]


async def memory_filter(
    agent_id: Annotated[
        str | None,
        Query(
            alias="agentId", max_length=64, description="Agent id. Empty: runs without an agent."
        ),
    ] = None,
    user: Annotated[
        str | None,
        Query(max_length=MAX_USER, description="User name. Empty: memories without a user."),
    ] = None,
) -> MemoryFilter:
    """Build a memory filter. Raises: InvalidInput."""
    for name, value in (("agentId", agent_id), ("user", user)):
        if value is not None and "\0" in value:
            raise InvalidInput([Problem(name, "must not contain NUL")])
    return MemoryFilter(agent=agent_id, user=user)


FilterDep = Annotated[MemoryFilter, Depends(memory_filter)]


@router.post("", **answers_with("Memory", 201))
async def add_memory(
    caller: Writer,
    body: Annotated[NewMemoryBody, parse_body(NewMemoryBody)],
    once: IdempotencyDep,
    services: ServicesDep,
) -> Response:
    """Create a memory about a user. The user defaults to the caller."""
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


@router.get("", **answers_with("MemoryList"))
async def list_memories(
    caller: Reader,
    services: ServicesDep,
    filter: FilterDep,
    limit: LimitQuery = 50,
    cursor: CursorQuery = None,
) -> Response:
    """List memories, newest first."""
    question = {"memoriesOf": [filter.agent, filter.user]}
    before = read_cursor(cursor, question, length=1)[0] if cursor else None
    found, more = await services.memories.list(
        caller.workspace.id, filter, limit=limit, before=before
    )
    next_cursor = None if more is None else make_cursor(question, more)
    return answer({"memories": [memory_json(m) for m in found], "nextCursor": next_cursor})


@router.get("/search", **answers_with("FoundMemories"))
async def search_memories(
    caller: Reader,
    services: ServicesDep,
    filter: FilterDep,
    q: Annotated[str, Query(min_length=1, max_length=MAX_QUERY)],
    limit: Annotated[int | None, Query(ge=1, le=MAX_TOP_K)] = None,
    threshold: Annotated[float | None, Query(ge=0, le=1)] = None,
) -> Response:
    """Search memories and return what a run would recall for this text, best match first."""
    found = await services.memories.search(
        caller.workspace.id, filter, q, top_k=limit, threshold=threshold
    )
    return answer({"memories": [hit_json(hit) for hit in found]})


@router.delete("", **answers_with("MemoriesForgotten"))
async def forget_memories(caller: Writer, services: ServicesDep, filter: FilterDep) -> Response:
    """Delete all memories of an agent, a user, or both."""
    if filter.agent is None and filter.user is None:
        raise InvalidInput([Problem("user", "set user, agentId, or both")])
    removed = await services.memories.forget(caller.workspace.id, filter)
    return answer({"ok": True, "removed": removed})


@router.get("/{memory_id}", **answers_with("Memory"))
async def get_memory(memory_id: str, caller: Reader, services: ServicesDep) -> Response:
    """Get a memory."""
    return answer(memory_json(await services.memories.get(caller.workspace.id, memory_id)))


@router.patch("/{memory_id}", **answers_with("Memory"))
async def change_memory(
    memory_id: str,
    caller: Writer,
    body: Annotated[MemoryPatchBody, parse_body(MemoryPatchBody)],
    services: ServicesDep,
) -> Response:
    """Change the text of a memory."""
    old = await services.memories.get(caller.workspace.id, memory_id)
    source = changed_source(body.source, old.source)
    changed = await services.memories.change(caller.workspace.id, old.id, body.text, source)
    return answer(memory_json(changed))


@router.delete("/{memory_id}", **answers_with("Ok"))
async def remove_memory(memory_id: str, caller: Writer, services: ServicesDep) -> Response:
    """Delete a memory."""
    await services.memories.remove(caller.workspace.id, memory_id)
    return answer({"ok": True})
