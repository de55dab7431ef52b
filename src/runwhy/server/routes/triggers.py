"""Routes for triggers, and the one that receives webhooks."""

from __future__ import annotations

import secrets
from base64 import b64encode
from dataclasses import replace
from typing import Annotated, Any, Literal, TypeVar, cast

from pydantic import Field
from starlette.requests import Request

from runwhy.core.accounts.workspaces import Scope, allows
from runwhy.core.triggers import trigger as core
from runwhy.core.triggers.health import Health, trouble_order
from runwhy.core.triggers.schedules import parse_schedule
from runwhy.core.triggers.trigger import TriggerKind
from runwhy.core.triggers.webhooks import MAX_BODY
from runwhy.errors import TooLarge
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import (
    ClockDep,
    IdempotencyDep,
    Services,
    ServicesDep,
    base_path,
)
from runwhy.server.query_params import PageDep, next_cursor
from runwhy.server.routing import Router, answer, answers_with
from runwhy.services.access import Caller
from runwhy.wire.answer import Ok
from runwhy.wire.runs import RunAccepted
from runwhy.wire.trigger_bodies import (
    PauseBody,
    PreviewBody,
    TriggerBody,
    TriggerFields,
    TriggerPatchBody,
)
from runwhy.wire.triggers import (
    HookDelivery,
    HookDeliveryList,
    HookReceived,
    NewTrigger,
    Occurrence,
    OccurrenceList,
    SchedulePreview,
    Trigger,
    TriggerList,
    shown_trigger,
)

router = Router(base_path("{slug}") + "/triggers", tag="triggers")
hooks = Router(tag="triggers")  # each trigger has its own secret, so no API key is needed

Reader = Annotated[Caller, caller_with(Scope.TRIGGERS_READ)]
Writer = Annotated[Caller, caller_with(Scope.TRIGGERS_WRITE)]

V = TypeVar("V", Health, core.Occurrence)

# The other providers generate the secret themselves.
_GENERATED_SECRETS = (
    "standard",
    "github",
    "token",
)


@router.post("", answers_with(NewTrigger, 201))
async def add_trigger(
    caller: Writer,
    body: TriggerBody,
    once: IdempotencyDep,
    services: ServicesDep,
    clock: ClockDep,
) -> object:
    """Create a trigger. A generated secret is returned only here."""
    _check_api_base(caller, body)
    _check_inbox(caller, body)
    requested = body.draft(caller.workspace.id, caller.actor, clock())
    draft = _with_secret(requested)
    made = await services.triggers.add(draft, once=once)
    is_new = requested.secret is None and made.secret == draft.secret
    secret = draft.secret if is_new else None
    return await _shown(caller, made, services, secret=secret)


def _with_secret(draft: core.Trigger) -> core.Trigger:
    config = draft.config
    if draft.kind is not TriggerKind.WEBHOOK or draft.secret or config.secret_env:
        return draft
    if config.verify not in _GENERATED_SECRETS:
        return draft
    return replace(draft, secret="whsec_" + b64encode(secrets.token_bytes(32)).decode())


def _check_api_base(caller: Caller, body: TriggerFields) -> None:
    """Require an operator to set another Bot API address.

    The server sends a secret from its environment there, and the address may be inside the
    operator's network. Raises: Denied.
    """
    if body.api_base is not None:
        caller.require_operator("using another Bot API")


def _check_inbox(caller: Caller, body: TriggerFields) -> None:
    """Require the scope of decisions to send the inbox to a chat whose users decide.

    Raises: InsufficientScope.
    """
    if body.inbox_chat_id is not None or body.inbox_user_ids:
        caller.require(Scope.RUNS_WRITE)


async def _shown(
    caller: Caller, trigger: core.Trigger, services: Services, **more: object
) -> object:
    health = await services.triggers.health(caller.workspace.id, [trigger])
    now = services.triggers.clock()
    return shown_trigger(trigger, _visible(caller, health[trigger.id]), now=now, **more)


def _visible(caller: Caller, found: V) -> V:
    """Return health or an occurrence, with the reasons of runs only if the caller can read runs."""
    return found if allows(caller.scopes, Scope.RUNS_READ) else found.without_reasons()


@router.get("", answers_with(TriggerList))
async def list_triggers(
    caller: Reader,
    services: ServicesDep,
    clock: ClockDep,
    sort: Annotated[
        Literal["name", "trouble"],
        Field(description="`trouble`: failing first, then late, paused, ok and idle triggers."),
    ] = "name",
) -> object:
    """List triggers, each with its health and last occurrence."""
    found = await services.triggers.list(caller.workspace.id)
    health = await services.triggers.health(caller.workspace.id, found)
    newest = await services.triggers.newest(caller.workspace.id)
    if sort == "trouble":
        found = sorted(found, key=lambda one: trouble_order(one, health[one.id]))

    def shown(one: core.Trigger) -> object:
        last = newest.get(one.id)
        last_occurrence = Occurrence.of(_visible(caller, last)) if last else None
        visible = _visible(caller, health[one.id])
        return shown_trigger(one, visible, now=clock(), last_occurrence=last_occurrence)

    return TriggerList(triggers=cast(Any, [shown(one) for one in found]))


@router.post("/preview", answers_with(SchedulePreview))
async def preview_schedule(caller: Reader, body: PreviewBody, clock: ClockDep) -> object:
    """Preview a schedule: its description and next times. Nothing is stored."""
    schedule = parse_schedule(body.schedule, body.timezone, after=clock())
    return SchedulePreview.of(schedule, clock())


@router.get("/{trigger_id}", answers_with(Trigger))
async def get_trigger(trigger_id: str, caller: Reader, services: ServicesDep) -> object:
    """Get a trigger by id or name."""
    found = await services.triggers.get(caller.workspace.id, trigger_id)
    return await _shown(caller, found, services)


@router.patch("/{trigger_id}", answers_with(Trigger))
async def change_trigger(
    trigger_id: str,
    caller: Writer,
    body: TriggerPatchBody,
    services: ServicesDep,
) -> object:
    """Update a trigger. Omitted fields keep their values; null removes a value."""
    _check_api_base(caller, body)
    _check_inbox(caller, body)
    changed = await services.triggers.change(caller.workspace.id, trigger_id, body.over)
    return await _shown(caller, changed, services)


@router.delete("/{trigger_id}", answers_with(Ok))
async def remove_trigger(trigger_id: str, caller: Writer, services: ServicesDep) -> object:
    """Delete a trigger. Its runs are kept."""
    await services.triggers.remove(caller.workspace.id, trigger_id)
    return Ok(ok=True)


@router.post("/{trigger_id}/pause", answers_with(Trigger))
async def pause_trigger(
    trigger_id: str,
    caller: Writer,
    body: PauseBody,
    services: ServicesDep,
) -> object:
    """Pause a trigger until it is resumed."""
    paused = await services.triggers.pause(caller.workspace.id, trigger_id, body.note)
    return await _shown(caller, paused, services)


@router.post("/{trigger_id}/resume", answers_with(Trigger))
async def resume_trigger(trigger_id: str, caller: Writer, services: ServicesDep) -> object:
    """Resume a paused trigger."""
    resumed = await services.triggers.resume(caller.workspace.id, trigger_id)
    return await _shown(caller, resumed, services)


@router.post("/{trigger_id}/fire", answers_with(RunAccepted, 202))
async def fire_trigger(slug: str, trigger_id: str, caller: Writer, services: ServicesDep) -> object:
    """Fire a trigger now. The run is attended, with the caller as actor."""
    run = await services.triggers.fire_now(caller.workspace.id, trigger_id, caller.actor)
    return RunAccepted.at(base_path(slug), run)


@router.get("/{trigger_id}/occurrences", answers_with(OccurrenceList))
async def list_occurrences(
    trigger_id: str,
    caller: Reader,
    services: ServicesDep,
    page: PageDep,
) -> object:
    """List occurrences, newest first: every firing and every skip, with its reason and run."""
    trigger = await services.triggers.get(caller.workspace.id, trigger_id)
    question = {"occurrencesOf": trigger.id}
    found, more = await services.triggers.occurrences(
        trigger.id, limit=page.limit, before=page.start(question, None)
    )
    shown = [Occurrence.of(_visible(caller, occurrence)) for occurrence in found]
    return OccurrenceList(occurrences=shown, next_cursor=next_cursor(question, more))


@router.get("/{trigger_id}/deliveries", answers_with(HookDeliveryList))
async def list_hook_deliveries(trigger_id: str, caller: Reader, services: ServicesDep) -> object:
    """List the latest deliveries to a webhook, including rejected ones."""
    trigger = await services.triggers.get(caller.workspace.id, trigger_id)
    found = await services.webhooks.list(trigger.id)
    return HookDeliveryList(deliveries=[HookDelivery.of(delivery) for delivery in found])


@router.post("/{trigger_id}/deliveries/{delivery_id}/replay", answers_with(RunAccepted, 202))
async def replay_hook_delivery(
    slug: str, trigger_id: str, delivery_id: str, caller: Writer, services: ServicesDep
) -> object:
    """Replay a delivery with the trigger's current settings."""
    trigger = await services.triggers.get(caller.workspace.id, trigger_id)
    run = await services.webhooks.replay(trigger, delivery_id, caller.actor)
    return RunAccepted.at(base_path(slug), run)


@hooks.post("/hooks/{trigger_id}", answers_with(HookReceived, 202))
async def receive_hook(trigger_id: str, request: Request, services: ServicesDep) -> object:
    """Receive a webhook delivery: 202 with its run, or 200 with the first run for a duplicate."""
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > MAX_BODY:
        raise TooLarge(MAX_BODY, int(length))
    body = await request.body()
    if len(body) > MAX_BODY:
        raise TooLarge(MAX_BODY, len(body))
    headers = {name.lower(): value for name, value in request.headers.items()}
    received = await services.webhooks.receive(trigger_id, headers, body)
    if received.reply is not None:
        return answer(received.reply)
    if received.duplicate:
        return answer(HookReceived(run_id=received.run_id, duplicate=True))
    return HookReceived(run_id=received.run_id)
