"""Inbound webhooks: verify, deduplicate and record deliveries, and start their runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from runwhy.core.json import JsonObject, storable
from runwhy.core.redaction import redact_document, redact_text
from runwhy.core.requests.plan import InputMessage, Quoted, RunRequest
from runwhy.core.requests.rerun import BODY
from runwhy.core.runs.origin import Actor
from runwhy.core.runs.run import Run
from runwhy.core.triggers.trigger import (
    HookDelivery,
    Occurrence,
    Trigger,
    TriggerKind,
    origin_of_run,
    spec_of_run,
)
from runwhy.core.triggers.webhook_signatures import HookRefused, verify
from runwhy.core.triggers.webhooks import (
    challenge_of,
    delivery_key,
    hook_facts,
    quote,
    render_prompt,
    shown_headers,
    storable_key,
    tags_from,
)
from runwhy.errors import (
    BudgetExceeded,
    Conflict,
    InvalidInput,
    NotFound,
    Problem,
    RunwhyError,
    Unauthorized,
)
from runwhy.ports import AlreadyFired, Clock, NewId, TriggerStore
from runwhy.services.operations import must_find, passes_on
from runwhy.services.runs import Runs
from runwhy.telemetry.recorder import SILENT, Telemetry
from runwhy.vault import PLAIN, Vault
from runwhy.wire.json_decoder import decode_json

KEPT = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class HookResult:
    """The result of a delivery: a run, an earlier delivery's run, or a reply without one."""

    run_id: str | None = None
    duplicate: bool = False
    reply: JsonObject | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhooks:
    """Use cases for deliveries to webhook triggers."""

    store: TriggerStore
    runs: Runs
    env: Callable[[str], str | None]
    clock: Clock
    new_id: NewId
    vault: Vault = PLAIN
    secrets: Sequence[str] = field(default=(), repr=False)
    telemetry: Telemetry = SILENT

    list = passes_on(TriggerStore.list_deliveries)

    async def receive(self, id: str, headers: Mapping[str, str], body: bytes) -> HookResult:
        """Handle a delivery. Raises: NotFound, Unauthorized, Conflict (paused), InvalidInput."""
        trigger = await self.store.find_trigger(id)
        if trigger is None or trigger.kind is not TriggerKind.WEBHOOK:
            raise NotFound(f"no webhook {id}")
        now, scheme = self.clock(), trigger.config.verify or ""
        token_header = trigger.config.token_header
        delivery = HookDelivery(
            id=self.new_id("dlv"),
            trigger_id=trigger.id,
            at=now,
            headers=shown_headers(headers, secret=token_header, known=self.secrets),
            body="",
            verified=False,
            outcome="refused",
        )
        try:
            secrets = self._secrets(trigger)
            verify(scheme, secrets, headers, body, now=now, token_header=token_header)
        except HookRefused as refused:
            await self._record(replace(delivery, problem=str(refused)))
            raise Unauthorized(f"delivery rejected: {refused}") from None
        text = redact_document(storable(body.decode(errors="replace")), known=self.secrets)
        return await self._accept(
            trigger, headers, body, replace(delivery, body=text, verified=True, outcome="invalid")
        )

    def _secrets(self, trigger: Trigger) -> Sequence[str]:
        name = trigger.config.secret_env
        found = self.env(name) if name else self.vault.open(trigger.secret or "")
        return (found or "").split()

    async def _accept(
        self, trigger: Trigger, headers: Mapping[str, str], raw: bytes, delivery: HookDelivery
    ) -> HookResult:
        scheme, content_type = trigger.config.verify or "", headers.get("content-type", "")
        try:
            sent = _read(content_type, raw)
            if reply := challenge_of(scheme, headers, sent):
                await self._record(replace(delivery, outcome="ignored"))
                return HookResult(reply=reply)
            if not trigger.enabled:
                delivery = replace(delivery, outcome="not_started")
                raise Conflict(f"this webhook is paused: {trigger.note or 'no reason given'}")
            key = delivery_key(scheme, headers, sent)
            delivery = replace(delivery, key=key and storable_key(key, known=self.secrets))
            body = _read(content_type, delivery.body.encode())
            facts = hook_facts(scheme, headers, body, delivery_id=delivery.id, key=delivery.key)
            request = _request(trigger, body, delivery, facts)
            delivery = replace(delivery, outcome="not_started")
            run = await self._start(request, delivery)
        except AlreadyFired as before:
            await self._record(replace(delivery, outcome="duplicate", run_id=before.run_id))
            return HookResult(run_id=before.run_id, duplicate=True)
        except RunwhyError as error:
            problem = redact_text(error.message, known=self.secrets)
            outcome = "budget_exceeded" if isinstance(error, BudgetExceeded) else delivery.outcome
            await self._record(replace(delivery, outcome=outcome, problem=problem))
            raise
        await self._record(replace(delivery, outcome="accepted", run_id=run.id))
        return HookResult(run_id=run.id)

    async def _start(self, request: RunRequest, delivery: HookDelivery) -> Run:
        key = delivery.key or delivery.id
        occurrence = Occurrence(trigger_id=delivery.trigger_id, key=key, at=delivery.at)
        return await self.runs.start(request, occurrence=occurrence)

    async def _record(self, delivery: HookDelivery) -> None:
        self.telemetry.hook_received(delivery.outcome)
        await self.store.add_delivery(delivery, keep=KEPT)

    async def replay(self, trigger: Trigger, delivery_id: str, actor: Actor) -> Run:
        """Run a delivery again with the trigger's current settings; the run names `actor`.

        Raises: NotFound, Conflict (it was never verified), InvalidInput.
        """
        found = await self.store.get_delivery(trigger.id, delivery_id)
        first = must_find(found, f"delivery {delivery_id}")
        if not first.verified:
            raise Conflict("this delivery was never verified, so it cannot be replayed")
        again = replace(first, id=self.new_id("dlv"), at=self.clock(), replay_of=first.id, key=None)
        scheme = trigger.config.verify or ""
        content_type = first.headers.get("content-type", "")
        body = _read(content_type, first.body.encode())
        facts = hook_facts(scheme, first.headers, body, delivery_id=again.id, key=first.key)
        facts["webhook_replay_of"] = first.id
        run = await self._start(_request(trigger, body, again, facts, by=actor), again)
        await self._record(replace(again, outcome="accepted", problem=None, run_id=run.id))
        return run


def _request(
    trigger: Trigger,
    body: object,
    delivery: HookDelivery,
    facts: dict[str, str | int | bool | None],
    by: Actor | None = None,
) -> RunRequest:
    """Return the run request of a delivery. Raises: InvalidInput."""
    return RunRequest(
        workspace=trigger.workspace,
        origin=origin_of_run(trigger, facts, at=delivery.at, by=by),
        messages=[InputMessage(role="user", text=render_prompt(trigger, body))],
        quoted=[Quoted(text=quote(delivery.body), data={BODY: delivery.body})],
        spec=spec_of_run(trigger),
        trigger_tags=tags_from(trigger, body),
        agent_id=trigger.agent_id,
        session_id=trigger.session_id,
    )


def _read(content_type: str, raw: bytes) -> object:
    """Parse the body: JSON or plain text. Raises: InvalidInput."""
    kind = content_type.partition(";")[0].strip().lower()
    if not raw.strip():
        raise InvalidInput([Problem("", "the body is empty")])
    if kind == "application/json" or kind.endswith("+json"):
        return decode_json(raw)
    if kind == "text/plain":
        try:
            return storable(raw.decode())
        except UnicodeDecodeError:
            raise InvalidInput([Problem("", "the body is not UTF-8")]) from None
    rule = f"must be application/json or text/plain, not {content_type[:100]!r}"
    raise InvalidInput([Problem("Content-Type", rule)])
