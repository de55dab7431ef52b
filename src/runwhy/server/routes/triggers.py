"""Routes for triggers, and the one that receives webhooks."""

from __future__ import annotations

import secrets
from base64 import b64encode
from dataclasses import replace
from typing import Annotated

from starlette.requests import Request

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.triggers import trigger as core
from runwhy.core.triggers.schedules import parse_schedule
from runwhy.core.triggers.trigger import TriggerKind
from runwhy.core.triggers.webhooks import MAX_BODY
from runwhy.errors import TooLarge
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ClockDep, IdempotencyDep, ServicesDep, base_path
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
    requested = body.draft(caller.workspace.id, caller.actor, clock())
    draft = _with_secret(requested)
    made = await services.triggers.add(draft, once=once)
    is_new = requested.secret is None and made.secret == draft.secret
    secret = draft.secret if is_new else None
    return shown_trigger(made, now=clock(), secret=secret)


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


@router.get("", answers_with(TriggerList))
async def list_triggers(caller: Reader, services: ServicesDep, clock: ClockDep) -> object:
    """List triggers by name, each with its last occurrence."""
    found = await services.triggers.list(caller.workspace.id)
    newest = await services.triggers.newest(caller.workspace.id)
    shown = [
        shown_trigger(one, now=clock(), last_occurrence=Occurrence.of(last) if last else None)
        for one, last in ((one, newest.get(one.id)) for one in found)
    ]
    return TriggerList(triggers=shown)


@router.post("/preview", answers_with(SchedulePreview))
async def preview_schedule(caller: Reader, body: PreviewBody, clock: ClockDep) -> object:
    """Preview a schedule: its description and next times. Nothing is stored."""
    schedule = parse_schedule(body.schedule, body.timezone, after=clock())
    return SchedulePreview.of(schedule, clock())


@router.get("/{trigger_id}", answers_with(Trigger))
async def get_trigger(
    trigger_id: str, caller: Reader, services: ServicesDep, clock: ClockDep
) -> object:
    """Get a trigger by id or name."""
    found = await services.triggers.get(caller.workspace.id, trigger_id)
    return shown_trigger(found, now=clock())


@router.patch("/{trigger_id}", answers_with(Trigger))
async def change_trigger(
    trigger_id: str,
    caller: Writer,
    body: TriggerPatchBody,
    services: ServicesDep,
    clock: ClockDep,
) -> object:
    """Update a trigger. Omitted fields keep their values; null removes a value."""
    _check_api_base(caller, body)
    changed = await services.triggers.change(caller.workspace.id, trigger_id, body.over)
    return shown_trigger(changed, now=clock())


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
    clock: ClockDep,
) -> object:
    """Pause a trigger until it is resumed."""
    paused = await services.triggers.pause(caller.workspace.id, trigger_id, body.note)
    return shown_trigger(paused, now=clock())


@router.post("/{trigger_id}/resume", answers_with(Trigger))
async def resume_trigger(
    trigger_id: str, caller: Writer, services: ServicesDep, clock: ClockDep
) -> object:
    """Resume a paused trigger."""
    resumed = await services.triggers.resume(caller.workspace.id, trigger_id)
    return shown_trigger(resumed, now=clock())


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
    shown = [Occurrence.of(occurrence) for occurrence in found]
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
