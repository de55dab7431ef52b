"""Triggers over HTTP."""

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

_CHOSEN_BY_US = ("standard", "github", "token")  # the others give their secret to whoever asks


@router.post("", **gives("NewTrigger", 201))
async def add_trigger(
    caller: Writer,
    body: Annotated[TriggerBody, body_of(TriggerBody)],
    once: OnceDep,
    services: ServicesDep,
    clock: ClockDep,
) -> Response:
    """Set up a trigger. A secret that is made for it is in this answer and nowhere else."""
    _check_address(caller, body)
    asked = body.draft(caller.workspace.id, caller.actor, clock())
    draft = _with_secret(asked)
    made = await services.triggers.add(draft, once=once)
    is_new = asked.secret is None and made.secret == draft.secret
    shown = {**trigger_json(made, now=clock()), "secret": draft.secret if is_new else None}
    return answer(shown, 201)


def _with_secret(draft: Trigger) -> Trigger:
    config = draft.config
    if draft.kind is not TriggerKind.WEBHOOK or draft.secret or config.get("secretEnv"):
        return draft
    if config.get("verify") not in _CHOSEN_BY_US:
        return draft
    return replace(draft, secret="whsec_" + b64encode(secrets.token_bytes(32)).decode())


def _check_address(caller: Caller, body: TriggerFields) -> None:
    """A secret of the server's environment may be sent there, and it may be inside of the
    operator's network: who names an address must look after the server. Raises: Denied."""
    if body.api_base is not None:
        caller.require_operator("using another Bot API")


@router.get("", **gives("TriggerList"))
async def list_triggers(caller: Reader, services: ServicesDep, clock: ClockDep) -> Response:
    """All triggers, by name, each with what it did last."""
    found = await services.triggers.list(caller.workspace.id)
    newest = await services.triggers.newest(caller.workspace.id)
    shown = [listed_trigger_json(one, newest.get(one.id), now=clock()) for one in found]
    return answer({"triggers": shown})


@router.post("/preview", **gives("SchedulePreview"))
async def preview_schedule(
    caller: Reader, body: Annotated[PreviewBody, body_of(PreviewBody)], clock: ClockDep
) -> Response:
    """What a schedule means, and when it would be due; nothing is kept."""
    schedule = parse_schedule(body.schedule, body.timezone, after=clock())
    times = schedule.first(SHOWN_TIMES, after=clock())
    words = schedule.in_words()
    return answer({"inWords": words, "nextTimes": [time_text(at) for at in times]})


@router.get("/{trigger_id}", **gives("Trigger"))
async def get_trigger(
    trigger_id: str, caller: Reader, services: ServicesDep, clock: ClockDep
) -> Response:
    """One trigger, by id or name."""
    found = await services.triggers.get(caller.workspace.id, trigger_id)
    return answer(trigger_json(found, now=clock()))


@router.patch("/{trigger_id}", **gives("Trigger"))
async def change_trigger(
    trigger_id: str,
    caller: Writer,
    body: Annotated[TriggerPatchBody, body_of(TriggerPatchBody)],
    services: ServicesDep,
    clock: ClockDep,
) -> Response:
    """Replace what is given; null takes away."""
    _check_address(caller, body)
    changed = await services.triggers.change(caller.workspace.id, trigger_id, body.over)
    return answer(trigger_json(changed, now=clock()))


@router.delete("/{trigger_id}", **gives("Ok"))
async def remove_trigger(trigger_id: str, caller: Writer, services: ServicesDep) -> Response:
    """Remove a trigger; its runs stay."""
    await services.triggers.remove(caller.workspace.id, trigger_id)
    return answer({"ok": True})


@router.post("/{trigger_id}/pause", **gives("Trigger"))
async def pause_trigger(
    trigger_id: str,
    caller: Writer,
    body: Annotated[PauseBody, body_of(PauseBody)],
    services: ServicesDep,
    clock: ClockDep,
) -> Response:
    """Fire no more until it is resumed."""
    paused = await services.triggers.pause(caller.workspace.id, trigger_id, body.note)
    return answer(trigger_json(paused, now=clock()))


@router.post("/{trigger_id}/resume", **gives("Trigger"))
async def resume_trigger(
    trigger_id: str, caller: Writer, services: ServicesDep, clock: ClockDep
) -> Response:
    """Fire again from now on."""
    resumed = await services.triggers.resume(caller.workspace.id, trigger_id)
    return answer(trigger_json(resumed, now=clock()))


@router.post("/{trigger_id}/fire", **gives("RunAccepted", 202))
async def fire_trigger(
    slug: str, trigger_id: str, caller: Writer, services: ServicesDep
) -> Response:
    """Run it now: attended, by whoever asks."""
    run = await services.triggers.fire_now(caller.workspace.id, trigger_id, caller.actor)
    return answer(run_accepted_json(run, base_path(slug)), 202)


@router.get("/{trigger_id}/occurrences", **gives("OccurrenceList"))
async def list_occurrences(
    trigger_id: str,
    caller: Reader,
    services: ServicesDep,
    limit: LimitQuery = 50,
    cursor: CursorQuery = None,
) -> Response:
    """Every firing and every skip, newest first, with its reason and its run."""
    trigger = await services.triggers.get(caller.workspace.id, trigger_id)
    question = {"occurrencesOf": trigger.id}
    before = read_cursor(cursor, question, length=1)[0] if cursor else None
    found, more = await services.triggers.occurrences(trigger, limit=limit, before=before)
    following = None if more is None else make_cursor(question, more)
    shown = [occurrence_json(occurrence) for occurrence in found]
    return answer({"occurrences": shown, "nextCursor": following})


@router.get("/{trigger_id}/deliveries", **gives("HookDeliveryList"))
async def list_hook_deliveries(trigger_id: str, caller: Reader, services: ServicesDep) -> Response:
    """What came to a webhook last, also what was refused."""
    trigger = await services.triggers.get(caller.workspace.id, trigger_id)
    found = await services.webhooks.list(trigger)
    return answer({"deliveries": [delivery_json(delivery) for delivery in found]})


@router.post("/{trigger_id}/deliveries/{delivery_id}/replay", **gives("RunAccepted", 202))
async def replay_hook_delivery(
    slug: str, trigger_id: str, delivery_id: str, caller: Writer, services: ServicesDep
) -> Response:
    """Run a delivery again as the trigger is set up now."""
    trigger = await services.triggers.get(caller.workspace.id, trigger_id)
    run = await services.webhooks.replay(trigger, delivery_id, caller.actor)
    return answer(run_accepted_json(run, base_path(slug)), 202)
