"""Routes for workspaces, keys, agents, models and tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.requests.plan import InputMessage, RunRequest
from runwhy.core.runs.origin import Origin
from runwhy.ports import models as ports
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ClockDep, IdempotencyDep, ServicesDep, base_path
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.wire.account_bodies import (
    AgentBody,
    AgentPatchBody,
    KeyBody,
    KeyPatchBody,
    RotateBody,
    WorkspaceBody,
)
from runwhy.wire.accounts import (
    Agent,
    AgentList,
    AgentVersion,
    AgentVersionList,
    Key,
    KeyList,
    Model,
    ModelList,
    NewKey,
    ProviderState,
    ProviderStates,
    Workspace,
    WorkspaceList,
)
from runwhy.wire.answer import Ok
from runwhy.wire.run_bodies import TaskBody
from runwhy.wire.runs import RunAccepted

models = Router(base_path("{slug}"), tag="models")
agents = Router(base_path("{slug}") + "/agents", tag="agents")
keys = Router(base_path("{slug}") + "/keys", tag="keys")
tasks = Router(base_path("{slug}"), tag="runs")
workspaces = Router("/api/v1/workspaces", tag="workspaces")

Reader = Annotated[Caller, caller_with(Scope.MODELS_READ, tag_aware=True)]
Checker = Annotated[Caller, caller_with(Scope.MODELS_READ)]
AgentReader = Annotated[Caller, caller_with(Scope.SESSIONS_READ)]
AgentWriter = Annotated[Caller, caller_with(Scope.SESSIONS_WRITE)]
RunWriter = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]
Admin = Annotated[Caller, caller_with(Scope.ADMIN)]

TASK_PROMPT = (
    "You work on tasks from a queue. Nobody can answer questions: make your own decisions "
    "within the task."
)


@workspaces.get("", answers_with(WorkspaceList))
async def list_workspaces(caller: Admin, services: ServicesDep) -> object:
    """List workspaces. A key sees only its own workspace."""
    found = await services.access.workspaces_of(caller)
    return WorkspaceList(workspaces=[Workspace.of(workspace) for workspace in found])


@workspaces.post("", answers_with(Workspace, 201))
async def add_workspace(
    caller: Admin,
    body: WorkspaceBody,
    services: ServicesDep,
) -> object:
    """Create a workspace. Requires an admin of the `default` workspace."""
    made = await services.access.open_workspace(caller, body.slug, body.name)
    return Workspace.of(made)


@models.get("/models", answers_with(ModelList))
async def list_models(caller: Reader, services: ServicesDep) -> object:
    """List the models that can be used as `modelId`."""
    found = await asyncio.to_thread(services.models.list)  # loading prices takes a moment
    shown = [Model.of(model) for model in found]
    return ModelList(models=shown, default_model_id=services.models.default_id)


@models.get("/models/providers", answers_with(ProviderStates))
async def list_providers(caller: Checker, services: ServicesDep) -> object:
    """List the providers of models, with the result of the last check. Sends no request."""
    return _provider_states(services.model_checks.states())


@models.post("/models/check", answers_with(ProviderStates))
async def check_providers(caller: Checker, services: ServicesDep) -> object:
    """Check which providers can be reached and accept their key, without a model call.

    Each has 5 seconds to answer. A result is kept for 30 seconds.
    """
    return _provider_states(await services.model_checks.check())


def _provider_states(found: Sequence[ports.ProviderState]) -> ProviderStates:
    return ProviderStates(providers=[ProviderState.of(state) for state in found])


@agents.post("", answers_with(Agent, 201))
async def add_agent(
    caller: AgentWriter,
    body: AgentBody,
    once: IdempotencyDep,
    services: ServicesDep,
) -> object:
    """Create an agent. Its name is unique in the workspace and can be used like its id."""
    agent = await services.agents.create(caller.workspace.id, body.name, body.spec(), once=once)
    return Agent.of(agent)


@agents.get("", answers_with(AgentList))
async def list_agents(caller: AgentReader, services: ServicesDep) -> object:
    """List agents."""
    found = await services.agents.list(caller.workspace.id)
    return AgentList(agents=[Agent.of(agent) for agent in found])


@agents.get("/{agent_id}", answers_with(Agent))
async def get_agent(agent_id: str, caller: AgentReader, services: ServicesDep) -> object:
    """Get an agent by its id or name."""
    return Agent.of(await services.agents.get(caller.workspace.id, agent_id))


@agents.get("/{agent_id}/versions", answers_with(AgentVersionList))
async def list_agent_versions(agent_id: str, caller: AgentReader, services: ServicesDep) -> object:
    """List the versions of an agent, newest first. Each change keeps the one before."""
    found = await services.agents.versions(caller.workspace.id, agent_id)
    return AgentVersionList(versions=[AgentVersion.of(version) for version in found])


@agents.patch("/{agent_id}", answers_with(Agent))
async def change_agent(
    agent_id: str,
    caller: AgentWriter,
    body: AgentPatchBody,
    services: ServicesDep,
) -> object:
    """Update an agent. Omitted fields keep their values; null removes one."""
    agent = await services.agents.change(caller.workspace.id, agent_id, body.spec())
    return Agent.of(agent)


@agents.delete("/{agent_id}", answers_with(Ok))
async def remove_agent(agent_id: str, caller: AgentWriter, services: ServicesDep) -> object:
    """Delete an agent. Its runs keep the spec they were started with."""
    await services.agents.remove(caller.workspace.id, agent_id)
    return Ok(ok=True)


@keys.post("", answers_with(NewKey, 201))
async def add_key(
    caller: Admin,
    body: KeyBody,
    once: IdempotencyDep,
    services: ServicesDep,
) -> object:
    """Create an API key. The secret is returned only here."""
    key, secret = await services.access.add_key(
        caller.workspace.id,
        body.name,
        frozenset(body.scopes),
        client=body.client,
        tags=body.tags,
        expires_at=body.expires_at,
        once=once,
    )
    return NewKey.of(key, secret=secret)


@keys.get("", answers_with(KeyList))
async def list_keys(caller: Admin, services: ServicesDep) -> object:
    """List API keys that are not revoked, without their secrets."""
    found = await services.access.list_keys(caller.workspace.id)
    return KeyList(keys=[Key.of(key) for key in found])


@keys.get("/{key_id}", answers_with(Key))
async def get_key(key_id: str, caller: Admin, services: ServicesDep) -> object:
    """Get an API key that is not revoked, without its secret."""
    return Key.of(await services.access.get_key(caller.workspace.id, key_id))


@keys.patch("/{key_id}", answers_with(Key))
async def change_key(
    key_id: str,
    caller: Admin,
    body: KeyPatchBody,
    services: ServicesDep,
) -> object:
    """Change the name or the expiry of a key. Scopes and tags cannot be changed."""
    return Key.of(await services.access.change_key(caller.workspace.id, key_id, body.changes()))


@keys.post("/{key_id}/rotate", answers_with(NewKey))
async def rotate_key(
    key_id: str,
    caller: Admin,
    body: RotateBody,
    services: ServicesDep,
) -> object:
    """Rotate a key. The new secret is returned once; the old one stays valid for a grace period."""
    grace = timedelta(seconds=body.grace_seconds)
    key, secret = await services.access.rotate_key(caller.workspace.id, key_id, grace=grace)
    return NewKey.of(key, secret=secret)


@keys.delete("/{key_id}", answers_with(Ok))
async def remove_key(key_id: str, caller: Admin, services: ServicesDep) -> object:
    """Revoke an API key."""
    await services.access.remove_key(caller.workspace.id, key_id)
    return Ok(ok=True)


@tasks.post("/tasks", answers_with(RunAccepted, 202))
async def submit_task(
    slug: str,
    caller: RunWriter,
    body: TaskBody,
    once: IdempotencyDep,
    services: ServicesDep,
    clock: ClockDep,
) -> object:
    """Queue a task that runs unattended. Its trigger has the name of the key that submitted it."""
    name = caller.actor.name if caller.actor.kind == "key" else None
    origin = Origin(
        trigger="daemon",
        trigger_name=name,
        actor=caller.actor,
        attended=False,
        correlation_id=body.correlation_id,
        requested_at=clock(),
        facts={"trigger_name": name} if name else {},
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
    return RunAccepted.at(base_path(slug), run)
