"""Outgoing webhooks: signed, at-least-once notifications of ended runs."""

from __future__ import annotations

import secrets
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

import msgspec

from runwhy.core.accounts.workspaces import Agent, Key
from runwhy.core.queries.field_values import prompt_of
from runwhy.core.runs.run import Run
from runwhy.core.triggers.subscriptions import (
    GONE,
    OLD_SECRET_FOR,
    Outgoing,
    OutgoingStatus,
    SubscribedEvents,
    Subscriber,
    after_attempt,
    subscription_problems,
    wants,
)
from runwhy.errors import Conflict, InvalidInput
from runwhy.ports import Clock, IdempotencyKey, NewId, SubscriptionStore
from runwhy.services.operations import finds, must_find, pages, passes_on, removes
from runwhy.telemetry.recorder import SILENT, Telemetry
from runwhy.vault import PLAIN, Vault, WrongSecretKey
from runwhy.wire import runs
from runwhy.wire.answer import time_text
from runwhy.write_tasks import complete_all

AT_A_TIME = 16
ATTEMPT_WITHIN = timedelta(seconds=60)


class PostWebhook(Protocol):
    """Sends one delivery; returns the response status, or the error."""

    async def __call__(
        self, subscription: Subscriber, outgoing: Outgoing, *, now: datetime
    ) -> tuple[int | None, str | None]: ...


def make_secret() -> str:
    """Return a new secret in the format of Standard Webhooks."""
    return "whsec_" + b64encode(secrets.token_bytes(32)).decode()


class AgentReader(Protocol):
    """Reads an agent by its id."""

    async def get_agent(self, workspace: int, id: str) -> Agent | None: ...


async def agent_name(store: AgentReader, run: Run, owners: Iterable[Subscriber]) -> str | None:
    """Return the present name of a run's agent, if a query of `owners` may contain it."""
    id = run.spec.agent_id
    if id is None or not any("agent" in owner.query for owner in owners):
        return None
    agent = await store.get_agent(run.workspace, id)
    return agent.name if agent is not None else None


class OwnerStore(Protocol):
    """The part of a store that knows the keys of subscriptions."""

    async def find_expired_owners(self, *, at: datetime) -> Sequence[Key]: ...
    async def disable_expired_subscriptions(self, *, at: datetime) -> None: ...


async def disable_expired(store: OwnerStore, *, at: datetime) -> None:
    """Disable the subscriptions of keys that have expired since the last call."""
    if await store.find_expired_owners(at=at):
        await store.disable_expired_subscriptions(at=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deliveries:
    """Use cases for outgoing webhooks and their deliveries."""

    store: SubscriptionStore
    post: PostWebhook
    clock: Clock
    new_id: NewId
    telemetry: Telemetry = SILENT
    vault: Vault = PLAIN

    get = finds(SubscriptionStore.get_subscription, "outgoing webhook")
    list = passes_on(SubscriptionStore.list_subscriptions)
    remove = removes(SubscriptionStore.remove_subscription, "outgoing webhook")
    sent = pages(SubscriptionStore.list_outgoing)

    async def add(self, draft: Subscriber, *, once: IdempotencyKey | None = None) -> Subscriber:
        """Create a subscription. Raises: InvalidInput."""
        made = replace(draft, id=self.new_id("sub"))
        self._check(made)
        return await self.store.add_subscription(made, once=once)

    async def change(
        self, workspace: int, id: str, change: Callable[[Subscriber], Subscriber]
    ) -> Subscriber:
        """Change a subscription. Raises: NotFound, InvalidInput."""

        def decide(old: Subscriber) -> Subscriber:
            new = replace(change(old), updated_at=self.clock())
            self._check(new)
            return new

        changed = await self.store.change_subscription(workspace, id, decide)
        return must_find(changed, f"outgoing webhook {id}")

    async def rotate(self, workspace: int, id: str) -> Subscriber:
        """Rotate the secret; for a day, deliveries are signed with the old one too."""
        until = self.clock() + OLD_SECRET_FOR
        return await self.change(
            workspace,
            id,
            lambda s: replace(
                s, secret=make_secret(), previous_secret=s.secret, previous_until=until
            ),
        )

    async def replay(self, subscription: Subscriber, id: str) -> Outgoing:
        """Send a delivery again under the same id. Raises: NotFound, Conflict (disabled)."""
        found = must_find(await self.store.get_outgoing(subscription.id, id), f"delivery {id}")
        if not subscription.enabled:
            raise Conflict("the outgoing webhook is disabled; enable it first")
        now = self.clock()
        again = replace(
            found,
            status=OutgoingStatus.PENDING,
            attempts=0,
            next_at=now,
            created_at=now,
            failed_at=None,
        )
        await self.store.note_attempt(again)
        return again

    async def send_due(self) -> datetime | None:
        """Send the due deliveries. Return when the next one is due."""
        now = self.clock()
        await disable_expired(self.store, at=now)
        due = await self.store.claim_outgoing(at=now, until=now + ATTEMPT_WITHIN, limit=AT_A_TIME)
        await complete_all(self._attempt(owner, outgoing) for outgoing, owner in due)
        return await self.store.next_outgoing()

    async def settle(self, run: Run) -> None:
        """Create the deliveries for an ended run."""
        now = self.clock()
        await disable_expired(self.store, at=now)
        owners = await self.store.list_subscriptions(run.workspace)
        prompt = prompt_of(await self.store.list_parts(run.id))
        mine = [each for each in owners if each.enabled and each.events is SubscribedEvents.RUNS]
        agent = await agent_name(self.store, run, mine)
        made = [
            self._outgoing(owner, run, now)
            for owner in mine
            if wants(owner, run, prompt, agent, now=now)
        ]
        await self.store.settle_ended(run.id, made)

    def _outgoing(self, owner: Subscriber, run: Run, now: datetime) -> Outgoing:
        type = f"run.{run.status.value}"
        shown = {key: value for key, value in runs.Run.of(run).as_json().items() if key != "spec"}
        payload = {"type": type, "timestamp": time_text(run.finished_at or now), "data": shown}
        return Outgoing(
            id=self.new_id("msg"),
            subscription_id=owner.id,
            run_id=run.id,
            type=type,
            payload=msgspec.json.encode(payload).decode(),
            created_at=now,
            next_at=now,
        )

    async def _attempt(self, owner: Subscriber, outgoing: Outgoing) -> None:
        if not owner.enabled:
            error = "the outgoing webhook was disabled"
            stopped = replace(
                outgoing,
                status=OutgoingStatus.FAILED,
                next_at=None,
                last_error=error,
                failed_at=self.clock(),
            )
            await self.store.note_attempt(stopped)
            return
        run = await self.store.get_run(owner.workspace, outgoing.run_id)
        with self.telemetry.delivery(run, owner.id) as delivery:
            try:
                opened = self._opened(owner)
                status, problem = await self.post(opened, outgoing, now=self.clock())
            except WrongSecretKey as error:
                status, problem = None, error.message
            delivery.answered(status)
        if status == GONE:
            note = "disabled: the receiver answered 410 Gone"
            self.telemetry.subscription_disabled(owner.id)
            await self.change(
                owner.workspace, owner.id, lambda s: replace(s, enabled=False, note=note)
            )
        tried = after_attempt(outgoing, now=self.clock(), status=status, error=problem)
        await self.store.note_attempt(tried)

    def _opened(self, owner: Subscriber) -> Subscriber:
        old = owner.previous_secret
        return replace(
            owner,
            secret=self.vault.open(owner.secret),
            previous_secret=None if old is None else self.vault.open(old),
        )

    def _check(self, subscription: Subscriber) -> None:
        if problems := subscription_problems(subscription, now=self.clock()):
            raise InvalidInput(problems)
