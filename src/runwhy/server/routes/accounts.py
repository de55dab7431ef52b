"""Routes for workspaces, keys, agents, models and tasks."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Annotated

from fastapi import Response

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.requests.plan import InputMessage, RunRequest
from runwhy.core.runs.origin import Origin
from runwhy.server.dependencies import (
    ClockDep,
    IdempotencyDep,
    ServicesDep,
    answer,
    answers_with,
    base_path,
    caller_with,
    parse_body,
)
from runwhy.server.fast_route import fast_router
from runwhy.services.access import Caller
from runwhy.wire.accounts import KeyBody, RotateBody, WorkspaceBody
from runwhy.wire.requests import AgentBody, AgentPatchBody, TaskBody
from runwhy.wire.responses import agent_json, key_json, run_accepted_json, workspace_json

router = fast_router(prefix=base_path("{slug}"))
workspaces = fast_router(prefix="/api/v1/workspaces", tags=["workspaces"])

Reader = Annotated[Caller, caller_with(Scope.MODELS_READ, tag_aware=True)]
AgentReader = Annotated[Caller, caller_with(Scope.SESSIONS_READ)]
AgentWriter = Annotated[Caller, caller_with(Scope.SESSIONS_WRITE)]
RunWriter = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]
Admin = Annotated[Caller, caller_with(Scope.ADMIN)]

TASK_PROMPT = (
    "You work on tasks from a queue. Nobody can answer questions: make your own decisions "
    "within the task."
)


@workspaces.get("", **answers_with("WorkspaceList"))
async def list_workspaces(caller: Admin, services: ServicesDep) -> Response:
    """List workspaces. A key sees only its own workspace."""
    found = await services.access.workspaces_of(caller)
    return answer({"workspaces": [workspace_json(workspace) for workspace in found]})


@workspaces.post("", **answers_with("Workspace", 201))
async def add_workspace(
    caller: Admin,
    body: Annotated[WorkspaceBody, parse_body(WorkspaceBody)],
    services: ServicesDep,
) -> Response:
    """Create a workspace. Requires an admin of the `default` workspace."""
    made = await services.access.open_workspace(caller, body.slug, body.name)
    return answer(workspace_json(made), 201)


@router.get("/models", tags=["models"], **answers_with("ModelList"))
async def list_models(caller: Reader, services: ServicesDep) -> Response:
    """List the models that can be used as `modelId`."""
    models = [
        {
            "id": model.id,
            "label": model.label,
            "provider": model.provider,
            "vendorModelId": model.vendor_model_id,
            "source": model.source,
            "contextWindowTokens": model.context_window_tokens,
            "pricing": model.pricing,
        }
        for model in await asyncio.to_thread(services.models.list)  # loading prices takes a moment
    ]
    return answer({"models": models, "defaultModelId": services.models.default_id})


@router.post("/agents", tags=["agents"], **answers_with("Agent", 201))
async def add_agent(
    caller: AgentWriter,
    body: Annotated[AgentBody, parse_body(AgentBody)],
    once: IdempotencyDep,
    services: ServicesDep,
) -> Response:
    """Create an agent."""
    agent = await services.agents.create(caller.workspace.id, body.name, body.spec(), once=once)
    return answer(agent_json(agent), 201)


@router.get("/agents", tags=["agents"], **answers_with("AgentList"))
async def list_agents(caller: AgentReader, services: ServicesDep) -> Response:
    """List agents."""
    found = await services.agents.list(caller.workspace.id)
    return answer({"agents": [agent_json(agent) for agent in found]})


@router.get("/agents/{agent_id}", tags=["agents"], **answers_with("Agent"))
async def get_agent(agent_id: str, caller: AgentReader, services: ServicesDep) -> Response:
    """Get an agent."""
    return answer(agent_json(await services.agents.get(caller.workspace.id, agent_id)))


@router.patch("/agents/{agent_id}", tags=["agents"], **answers_with("Agent"))
async def change_agent(
    agent_id: str,
    caller: AgentWriter,
    body: Annotated[AgentPatchBody, parse_body(AgentPatchBody)],
    services: ServicesDep,
) -> Response:
    """Update an agent. Omitted fields keep their values."""
    agent = await services.agents.change(caller.workspace.id, agent_id, body.spec())
    return answer(agent_json(agent))


@router.delete("/agents/{agent_id}", tags=["agents"], **answers_with("Ok"))
async def remove_agent(agent_id: str, caller: AgentWriter, services: ServicesDep) -> Response:
    """Delete an agent. Its runs keep the spec they were started with."""
    await services.agents.remove(caller.workspace.id, agent_id)
    return answer({"ok": True})


@router.post("/keys", tags=["keys"], **answers_with("NewKey", 201))
async def add_key(
    caller: Admin,
    body: Annotated[KeyBody, parse_body(KeyBody)],
    once: IdempotencyDep,
    services: ServicesDep,
) -> Response:
    """Create an API key. The secret is returned only here."""
    key, secret = await services.access.add_key(
        caller.workspace.id,
        body.name,
        frozenset(body.scopes),
        client=body.client,
        tags=body.tags,
        once=once,
    )
    return answer({**key_json(key), "secret": secret}, 201)


@router.get("/keys", tags=["keys"], **answers_with("KeyList"))
async def list_keys(caller: Admin, services: ServicesDep) -> Response:
    """List valid API keys, without their secrets."""
    found = await services.access.list_keys(caller.workspace.id)
    return answer({"keys": [key_json(key) for key in found]})


@router.post("/keys/{key_id}/rotate", tags=["keys"], **answers_with("NewKey"))
async def rotate_key(
    key_id: str,
    caller: Admin,
    body: Annotated[RotateBody, parse_body(RotateBody)],
    services: ServicesDep,
) -> Response:
    """Rotate a key. The new secret is returned once; the old one stays valid for a grace period."""
    grace = timedelta(seconds=body.grace_seconds)
    key, secret = await services.access.rotate_key(caller.workspace.id, key_id, grace=grace)
    return answer({**key_json(key), "secret": secret})


@router.delete("/keys/{key_id}", tags=["keys"], **answers_with("Ok"))
async def remove_key(key_id: str, caller: Admin, services: ServicesDep) -> Response:
    """Revoke an API key."""
    await services.access.remove_key(caller.workspace.id, key_id)
    return answer({"ok": True})


@router.post("/tasks", tags=["runs"], **answers_with("RunAccepted", 202))
async def submit_task(
    slug: str,
    caller: RunWriter,
    body: Annotated[TaskBody, parse_body(TaskBody)],
    once: IdempotencyDep,
    services: ServicesDep,
    clock: ClockDep,
) -> Response:
    """Queue a task that runs unattended."""
    origin = Origin(
        trigger="daemon",
        actor=caller.actor,
        attended=False,
        correlation_id=body.correlation_id,
        requested_at=clock(),
    )
    task = RunRequest(
        workspace=caller.workspace.id,
        origin=origin,
        messages=[InputMessage(role="user", text=body.task)],
        spec=body.spec(default_prompt=TASK_PROMPT),
        tags=body.metadata or {},
        agent_id=body.agent_id,
    )
    run = await services.tasks.submit(task, once=once)
    return answer(run_accepted_json(run, base_path(slug)), 202)
