"""Routes for triggers."""

from __future__ import annotations

import secrets
from base64 import b64encode
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Response

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.triggers.schedules import parse_schedule
from runwhy.core.triggers.trigger import Trigger, TriggerKind
from runwhy.server.dependencies import (
    ClockDep,
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
from runwhy.wire.responses import run_accepted_json, time_text
from runwhy.wire.triggers import (
    SHOWN_TIMES,
    PauseBody,
    PreviewBody,
    TriggerBody,
    TriggerFields,
    TriggerPatchBody,
    delivery_json,
    listed_trigger_json,
    occurrence_json,
    trigger_json,
)

router = APIRouter(prefix=base_path("{slug}") + "/triggers", tags=["triggers"])

Reader = Annotated[Caller, caller_with(Scope.TRIGGERS_READ)]
Writer = Annotated[Caller, caller_with(Scope.TRIGGERS_WRITE)]

# The other providers generate the secret themselves.
_GENERATED_SECRETS = (
    "standard",
    "github",
    "token",
)


@router.post("", **answers_with("NewTrigger", 201))
async def add_trigger(
    caller: Writer,
    body: Annotated[TriggerBody, parse_body(TriggerBody)],
    once: IdempotencyDep,
    services: ServicesDep,
    clock: ClockDep,
) -> Response:
    """Create a trigger. A generated secret is returned only here."""
    _check_api_base(caller, body)
    requested = body.draft(caller.workspace.id, caller.actor, clock())
    draft = _with_secret(requested)
    made = await services.triggers.add(draft, once=once)
    is_new = requested.secret is None and made.secret == draft.secret
    shown = {**trigger_json(made, now=clock()), "secret": draft.secret if is_new else None}
    return answer(shown, 201)


def _with_secret(draft: Trigger) -> Trigger:
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


@router.get("", **answers_with("TriggerList"))
async def list_triggers(caller: Reader, services: ServicesDep, clock: ClockDep) -> Response:
    """List triggers by name, each with its last occurrence."""
    found = await services.triggers.list(caller.workspace.id)
    newest = await services.triggers.newest(caller.workspace.id)
    shown = [listed_trigger_json(one, newest.get(one.id), now=clock()) for one in found]
    return answer({"triggers": shown})


@router.post("/preview", **answers_with("SchedulePreview"))
async def preview_schedule(
    caller: Reader, body: Annotated[PreviewBody, parse_body(PreviewBody)], clock: ClockDep
) -> Response:
    """Preview a schedule: its description and next times. Nothing is stored."""
    schedule = parse_schedule(body.schedule, body.timezone, after=clock())
    times = schedule.first(SHOWN_TIMES, after=clock())
    words = schedule.in_words()
    return answer({"inWords": words, "nextTimes": [time_text(at) for at in times]})


@router.get("/{trigger_id}", **answers_with("Trigger"))
async def get_trigger(
    trigger_id: str, caller: Reader, services: ServicesDep, clock: ClockDep
) -> Response:
    """Get a trigger by id or name."""
    found = await services.triggers.get(caller.workspace.id, trigger_id)
    return answer(trigger_json(found, now=clock()))


@router.patch("/{trigger_id}", **answers_with("Trigger"))
async def change_trigger(
    trigger_id: str,
    caller: Writer,
    body: Annotated[TriggerPatchBody, parse_body(TriggerPatchBody)],
    services: ServicesDep,
    clock: ClockDep,
) -> Response:
    """Update a trigger. Omitted fields keep their values; null removes a value."""
    _check_api_base(caller, body)
    changed = await services.triggers.change(caller.workspace.id, trigger_id, body.over)
    return answer(trigger_json(changed, now=clock()))


@router.delete("/{trigger_id}", **answers_with("Ok"))
async def remove_trigger(trigger_id: str, caller: Writer, services: ServicesDep) -> Response:
    """Delete a trigger. Its runs are kept."""
    await services.triggers.remove(caller.workspace.id, trigger_id)
    return answer({"ok": True})


@router.post("/{trigger_id}/pause", **answers_with("Trigger"))
async def pause_trigger(
    trigger_id: str,
    caller: Writer,
    body: Annotated[PauseBody, parse_body(PauseBody)],
    services: ServicesDep,
    clock: ClockDep,
) -> Response:
    """Pause a trigger until it is resumed."""
    paused = await services.triggers.pause(caller.workspace.id, trigger_id, body.note)
    return answer(trigger_json(paused, now=clock()))


@router.post("/{trigger_id}/resume", **answers_with("Trigger"))
async def resume_trigger(
    trigger_id: str, caller: Writer, services: ServicesDep, clock: ClockDep
) -> Response:
    """Resume a paused trigger."""
    resumed = await services.triggers.resume(caller.workspace.id, trigger_id)
    return answer(trigger_json(resumed, now=clock()))


@router.post("/{trigger_id}/fire", **answers_with("RunAccepted", 202))
async def fire_trigger(
    slug: str, trigger_id: str, caller: Writer, services: ServicesDep
) -> Response:
    """Fire a trigger now. The run is attended, with the caller as actor."""
    run = await services.triggers.fire_now(caller.workspace.id, trigger_id, caller.actor)
    return answer(run_accepted_json(run, base_path(slug)), 202)


@router.get("/{trigger_id}/occurrences", **answers_with("OccurrenceList"))
async def list_occurrences(
    trigger_id: str,
    caller: Reader,
    services: ServicesDep,
    limit: LimitQuery = 50,
    cursor: CursorQuery = None,
) -> Response:
    """List occurrences, newest first: every firing and every skip, with its reason and run."""
    trigger = await services.triggers.get(caller.workspace.id, trigger_id)
    question = {"occurrencesOf": trigger.id}
    before = read_cursor(cursor, question, length=1)[0] if cursor else None
    found, more = await services.triggers.occurrences(trigger.id, limit=limit, before=before)
    next_cursor = None if more is None else make_cursor(question, more)
    shown = [occurrence_json(occurrence) for occurrence in found]
    return answer({"occurrences": shown, "nextCursor": next_cursor})


@router.get("/{trigger_id}/deliveries", **answers_with("HookDeliveryList"))
async def list_hook_deliveries(trigger_id: str, caller: Reader, services: ServicesDep) -> Response:
    """List the latest deliveries to a webhook, including rejected ones."""
    trigger = await services.triggers.get(caller.workspace.id, trigger_id)
    found = await services.webhooks.list(trigger.id)
    return answer({"deliveries": [delivery_json(delivery) for delivery in found]})


@router.post("/{trigger_id}/deliveries/{delivery_id}/replay", **answers_with("RunAccepted", 202))
async def replay_hook_delivery(
    slug: str, trigger_id: str, delivery_id: str, caller: Writer, services: ServicesDep
) -> Response:
    """Replay a delivery with the trigger's current settings."""
    trigger = await services.triggers.get(caller.workspace.id, trigger_id)
    run = await services.webhooks.replay(trigger, delivery_id, caller.actor)
    return answer(run_accepted_json(run, base_path(slug)), 202)
