"""The audit log: changes that callers have made, and requests that were refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import structlog

from runwhy.core.accounts.audit import AuditContext
from runwhy.core.accounts.rate_limits import Rate
from runwhy.core.accounts.workspaces import DEFAULT_SLUG
from runwhy.core.json import JsonObject
from runwhy.core.runs.origin import Actor
from runwhy.errors import NotFound, RunwhyError
from runwhy.ports import AUDIT_CONTEXT, AuditStore, Clock
from runwhy.services.access import Access, Caller
from runwhy.services.operations import pages
from runwhy.services.rate_limits import Buckets

ACTION = "access.refused"
SUPPRESSED = "suppressed"  # subject of an entry that only counts refusals
PER_SOURCE = Rate(per_minute=1, burst=5)  # entries per key, or else per address
IN_TOTAL = Rate(per_minute=20, burst=50)  # entries of one server
MAX_PATH = 200

_log = structlog.get_logger("runwhy.audit")


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditLog:
    """Use cases for the audit log."""

    store: AuditStore

    list = pages(AuditStore.list_audit)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A request that was answered with 401 or 403."""

    status: int
    method: str
    path: str
    address: str | None = None
    slug: str | None = None  # the workspace of the path
    caller: Caller | None = None  # None if no valid key was sent


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusals:
    """Records refused requests; those beyond the limits are counted.

    Without limits, an attacker could fill the disk.
    """

    access: Access
    store: AuditStore
    clock: Clock
    _sources: Buckets = field(default_factory=lambda: Buckets(PER_SOURCE), init=False)
    _total: Buckets = field(default_factory=lambda: Buckets(IN_TOTAL), init=False)
    _suppressed: Counter[int] = field(default_factory=Counter, init=False)  # by workspace

    async def record(self, refusal: Refusal) -> None:
        """Record a refusal, or count it. Never fails."""
        try:
            workspace = await self._workspace_of(refusal)
            if not self._may_record(refusal):
                self._suppressed[workspace] += 1
                return
            caller, address = refusal.caller, refusal.address
            unknown = Actor(kind="anonymous", name=address)
            details: JsonObject = {"status": refusal.status, "address": address}
            subject = f"{refusal.method} {refusal.path[:MAX_PATH]}"
            await self._write(
                workspace, unknown if caller is None else caller.actor, subject, details
            )
        except RunwhyError as error:
            _log.warning("audit.refusal_not_recorded", error=error.message)

    async def flush(self) -> None:
        """Record how many refusals were only counted since the last time."""
        counts = dict(self._suppressed)
        self._suppressed.clear()
        for workspace, count in counts.items():
            await self._write(workspace, Actor(kind="system"), SUPPRESSED, {"count": count})

    async def _write(self, workspace: int, actor: Actor, subject: str, details: JsonObject) -> None:
        AUDIT_CONTEXT.set(AuditContext(actor=actor, at=self.clock()))
        await self.store.note_change(workspace, ACTION, subject, details)

    async def _workspace_of(self, refusal: Refusal) -> int:
        """Return the caller's workspace, or else that of the path, or else `default`."""
        if refusal.caller is not None:
            return refusal.caller.workspace.id
        try:
            return (await self.access.find_workspace(refusal.slug or DEFAULT_SLUG)).id
        except NotFound:
            return (await self.access.find_workspace(DEFAULT_SLUG)).id

    def _may_record(self, refusal: Refusal) -> bool:
        key = refusal.caller.key_id if refusal.caller else None
        source, at = key or refusal.address or "local", self.clock()
        return not (self._sources.take(source, at=at) or self._total.take("", at=at))
