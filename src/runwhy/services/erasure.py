"""Erasure: deletes matching runs in batches and leaves a receipt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from operator import attrgetter

import structlog

from runwhy.core.erasure import (
    EraseMode,
    Erasure,
    RetentionRule,
    creates_more,
    due_query,
    next_batch,
    parse_narrow,
    rule_problems,
)
from runwhy.core.runs.origin import Actor
from runwhy.core.runs.tags import Tags
from runwhy.core.triggers.trigger import Trigger
from runwhy.ports import Clock, ErasureStore, IdempotencyKey, NewId
from runwhy.services.operations import finds, must_find, pages, passes_on, removes

BATCH = 100  # most runs per transaction; others write in between
LEASE, LEASE_FOR = "erasing", 15.0  # the server that erases, and its timeout in seconds
SYSTEM = Actor(kind="system", name="retention")

_log = structlog.get_logger("runwhy.erasing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasures:
    """Use cases for erasures and retention rules."""

    store: ErasureStore
    clock: Clock
    new_id: NewId
    server: str
    every: timedelta
    batch: int = BATCH

    get = finds(ErasureStore.get_erasure, "erasure")  # its progress or its receipt
    list = pages(ErasureStore.list_erasures)
    rules = passes_on(ErasureStore.list_retention_rules)
    get_rule = finds(ErasureStore.get_retention_rule, "retention rule")  # by id or name
    remove_rule = removes(ErasureStore.remove_retention_rule, "retention rule")

    async def preview(
        self, workspace: int, query: str, mode: EraseMode, *, before: int | None
    ) -> tuple[Mapping[str, int], int, int | None]:
        """Count the rows that erasing the next runs would delete.

        Also return the number of matching runs and the next cursor. Raises: InvalidInput.
        """
        parsed = parse_narrow(query, now=self.clock())
        total = await self.store.count_runs(workspace, parsed)
        counts, place = await self.store.preview_erasure(
            workspace, parsed, mode, before=before, limit=10 * self.batch
        )
        return counts, total, place

    async def creating_triggers(self, workspace: int, query: str) -> Sequence[Trigger]:
        """Return the enabled triggers whose new runs may match a query, by name.

        An erasure does not change them. Raises: InvalidInput.
        """
        now = self.clock()
        parsed = parse_narrow(query, now=now)
        found = [
            trigger
            for trigger in await self.store.list_triggers(workspace)
            if trigger.enabled
            and creates_more(parsed, trigger, await self._tags_of(trigger), now=now)
        ]
        return sorted(found, key=attrgetter("name"))

    async def _tags_of(self, trigger: Trigger) -> Tags:
        """Return the tags of a trigger's runs, without those from the body of a webhook."""
        if trigger.session_id is None:
            return trigger.tags
        session = await self.store.get_session(trigger.workspace, trigger.session_id)
        return {**trigger.tags, **session.tags} if session is not None else trigger.tags

    async def start(self, draft: Erasure, *, once: IdempotencyKey | None = None) -> Erasure:
        """Start an erasure, which continues in the background. Raises: InvalidInput."""
        parse_narrow(draft.query, now=self.clock())
        made = replace(draft, id=self.new_id("era"), created_at=self.clock())
        total = await self.store.count_runs(made.workspace, made.parsed_query)
        return await self.store.add_erasure(replace(made, total=total), once=once)

    async def add_rule(
        self, draft: RetentionRule, *, once: IdempotencyKey | None = None
    ) -> RetentionRule:
        """Create a retention rule. Raises: InvalidInput, Conflict."""
        made = replace(draft, id=self.new_id("ret"), created_at=self.clock())
        rule_problems(made, now=self.clock())
        return await self.store.add_retention_rule(made, once=once)

    async def change_rule(
        self, workspace: int, id: str, change: Callable[[RetentionRule], RetentionRule]
    ) -> RetentionRule:
        """Change a rule, by id or name. Raises: NotFound, InvalidInput, Conflict."""

        def decide(old: RetentionRule) -> RetentionRule:
            new = change(old)
            rule_problems(new, now=self.clock())
            return new

        changed = await self.store.change_retention_rule(workspace, id, decide)
        return must_find(changed, f"retention rule {id}")

    async def apply(self, rule: RetentionRule, actor: Actor = SYSTEM) -> Erasure | None:
        """Erase the runs that a rule matches now; None, without a receipt, if there are none."""
        now = self.clock()
        parsed = due_query(rule, now=now)
        draft = Erasure(
            id="",
            workspace=rule.workspace,
            query=parsed,
            mode=rule.mode,
            actor=actor,
            created_at=now,
            rule_id=rule.id,
        )
        found = await self._would_erase(draft)
        await self.store.note_applied(rule, at=now)
        return await self.start(draft) if found else None

    async def _would_erase(self, draft: Erasure) -> bool:
        place = None
        while True:
            counts, place = await self.store.preview_erasure(
                draft.workspace, draft.parsed_query, draft.mode, before=place, limit=self.batch
            )
            if counts.get("runs") or counts.get("sessions"):
                return True
            if place is None:
                return False

    async def work_off(self) -> None:
        """Run pending erasures, unless another server does."""
        waiting = await self.store.unfinished_erasures()
        if not waiting or not await self._hold():
            return
        for erasure in waiting:
            await self._finish(erasure)
        await self.store.drop_lease(LEASE, self.server)

    async def _finish(self, erasure: Erasure) -> None:
        size = self.batch
        while erasure.finished_at is None and await self._hold():
            began = self.clock()
            erasure = await self.store.advance_erasure(erasure, limit=size, at=began)
            size = next_batch(size, took=self.clock() - began, most=self.batch)
        if erasure.finished_at is not None:
            _log.info("erasure.finished", erasure=erasure.id, runs=erasure.counts.get("runs", 0))

    async def _hold(self) -> bool:
        return await self.store.hold_lease(LEASE, self.server, seconds=LEASE_FOR, at=self.clock())

    async def keep_rules(self) -> datetime | None:
        """Apply the rules that are due. Return when the next one is due."""
        now = self.clock()
        rules = await self.store.list_retention_rules(None)
        due = [rule for rule in rules if self._due_at(rule) <= now]
        if due and await self._hold():
            for rule in due:
                await self.apply(rule)
        return min((self._due_at(rule) for rule in rules if rule not in due), default=None)

    def _due_at(self, rule: RetentionRule) -> datetime:
        """Return when a rule is next due; a new one waits, so that it can be previewed."""
        return (rule.applied_at or rule.created_at) + self.every
