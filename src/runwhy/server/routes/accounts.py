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
    OnceDep,
    ServicesDep,
    answer,
    base_path,
    body_of,
    caller_with,
    gives,
)
from runwhy.server.fast_route import quick_router
from runwhy.services.access import Caller
from runwhy.wire.requests import (
    AgentBody,
    AgentPatchBody,
    KeyBody,
    RotateBody,
    TaskBody,
    WorkspaceBody,
)
from runwhy.wire.responses import agent_json, key_json, run_accepted_json, workspace_json

router = quick_router(prefix=base_path("{slug}"))
workspaces = quick_router(prefix="/api/v1/workspaces", tags=["workspaces"])

Reader = Annotated[Caller, caller_with(Scope.MODELS_READ, heeds_tags=True)]
AgentReader = Annotated[Caller, caller_with(Scope.SESSIONS_READ)]
AgentWriter = Annotated[Caller, caller_with(Scope.SESSIONS_WRITE)]
RunWriter = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]
Admin = Annotated[Caller, caller_with(Scope.ADMIN)]

TASK_PROMPT = (
    "You work on tasks from a queue. Nobody can answer questions: make your own decisions "
    "within the task."
)


@workspaces.get("", **gives("WorkspaceList"))
async def list_workspaces(caller: Admin, services: ServicesDep) -> Response:
    """List workspaces. A key sees only its own workspace."""
    found = await services.access.workspaces_of(caller)
    return answer({"workspaces": [workspace_json(workspace) for workspace in found]})


@workspaces.post("", **gives("Workspace", 201))
async def add_workspace(
    caller: Admin,
    body: Annotated[WorkspaceBody, body_of(WorkspaceBody)],
    services: ServicesDep,
) -> Response:
    """Create a workspace. Requires an admin of the `default` workspace."""
    made = await services.access.open_workspace(caller, body.slug, body.name)
    return answer(workspace_json(made), 201)


@router.get("/models", tags=["models"], **gives("ModelList"))
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


@router.post("/agents", tags=["agents"], **gives("Agent", 201))
async def add_agent(
    caller: AgentWriter,
    body: Annotated[AgentBody, body_of(AgentBody)],
    once: OnceDep,
    services: ServicesDep,
) -> Response:
    """Create an agent."""
    agent = await services.agents.create(caller.workspace.id, body.name, body.spec(), once=once)
    return answer(agent_json(agent), 201)


@router.get("/agents", tags=["agents"], **gives("AgentList"))
async def list_agents(caller: AgentReader, services: ServicesDep) -> Response:
    """List agents."""
    found = await services.agents.list(caller.workspace.id)
    return answer({"agents": [agent_json(agent) for agent in found]})


@router.get("/agents/{agent_id}", tags=["agents"], **gives("Agent"))
async def get_agent(agent_id: str, caller: AgentReader, services: ServicesDep) -> Response:
    """Get an agent."""
    return answer(agent_json(await services.agents.get(caller.workspace.id, agent_id)))


@router.patch("/agents/{agent_id}", tags=["agents"], **gives("Agent"))
async def change_agent(
    agent_id: str,
    caller: AgentWriter,
    body: Annotated[AgentPatchBody, body_of(AgentPatchBody)],
    services: ServicesDep,
) -> Response:
    """Update an agent. Fields that are left out keep their values."""
    agent = await services.agents.change(caller.workspace.id, agent_id, body.spec())
    return answer(agent_json(agent))


@router.delete("/agents/{agent_id}", tags=["agents"], **gives("Ok"))
async def remove_agent(agent_id: str, caller: AgentWriter, services: ServicesDep) -> Response:
    """Delete an agent. Its runs keep the spec they were started with."""
    await services.agents.remove(caller.workspace.id, agent_id)
    return answer({"ok": True})


@router.post("/keys", tags=["keys"], **gives("NewKey", 201))
async def add_key(
    caller: Admin,
    body: Annotated[KeyBody, body_of(KeyBody)],
    once: OnceDep,
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


@router.get("/keys", tags=["keys"], **gives("KeyList"))
async def list_keys(caller: Admin, services: ServicesDep) -> Response:
    """List valid API keys, without their secrets."""
    found = await services.access.list_keys(caller.workspace.id)
    return answer({"keys": [key_json(key) for key in found]})


@router.post("/keys/{key_id}/rotate", tags=["keys"], **gives("NewKey"))
async def rotate_key(
    key_id: str,
    caller: Admin,
    body: Annotated[RotateBody, body_of(RotateBody)],
    services: ServicesDep,
) -> Response:
    """Rotate a key. The new secret is returned once; the old one stays valid for a grace period."""
    grace = timedelta(seconds=body.grace_seconds)
    key, secret = await services.access.rotate_key(caller.workspace.id, key_id, grace=grace)
    return answer({**key_json(key), "secret": secret})


@router.delete("/keys/{key_id}", tags=["keys"], **gives("Ok"))
async def remove_key(key_id: str, caller: Admin, services: ServicesDep) -> Response:
    """Revoke an API key."""
    await services.access.remove_key(caller.workspace.id, key_id)
    return answer({"ok": True})


@router.post("/tasks", tags=["runs"], **gives("RunAccepted", 202))
async def submit_task(
    slug: str,
    caller: RunWriter,
    body: Annotated[TaskBody, body_of(TaskBody)],
    once: OnceDep,
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
