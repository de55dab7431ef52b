"""Dependencies of most routes: the services, the clock and the idempotency key."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

import msgspec
from starlette.requests import Request

from runwhy.demo.data import DemoData
from runwhy.errors import InvalidInput, Problem
from runwhy.ports import Clock, IdempotencyKey, Models
from runwhy.server.arguments import Reads, read_json
from runwhy.services.access import Access, SignIns
from runwhy.services.agents import Agents
from runwhy.services.alerts import Alerts
from runwhy.services.audit import AuditLog, Refusals
from runwhy.services.autonomy import Autonomy
from runwhy.services.budgets import Budgets
from runwhy.services.completions import Completions
from runwhy.services.deliveries import Deliveries
from runwhy.services.entries import Entries
from runwhy.services.envelopes import Envelopes
from runwhy.services.erasure import Erasures
from runwhy.services.imports import Imports
from runwhy.services.inbox import Inbox
from runwhy.services.inbox_notices import InboxNotices
from runwhy.services.memories import Memories
from runwhy.services.model_checks import ModelChecks
from runwhy.services.pending_commands import PendingCommands
from runwhy.services.queue_state import QueueState
from runwhy.services.run_counts import RunCounts
from runwhy.services.runs import Runs, Tasks
from runwhy.services.saved_views import SavedViews
from runwhy.services.sessions import Sessions
from runwhy.services.terminals import Terminals
from runwhy.services.triggers import Triggers
from runwhy.services.webhooks import Webhooks

MAX_KEY = 255
IDEMPOTENCY_HEADER = "Idempotency-Key"


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The services that routes use. `hidden` are secrets to redact."""

    access: Access
    audit: AuditLog
    alerts: Alerts
    budgets: Budgets
    refusals: Refusals
    runs: Runs
    tasks: Tasks
    sessions: Sessions
    envelopes: Envelopes
    run_counts: RunCounts
    agents: Agents
    completions: Completions
    signins: SignIns
    saved_views: SavedViews
    memories: Memories
    queue: QueueState
    model_checks: ModelChecks
    demo: DemoData
    entries: Entries
    imports: Imports
    inbox: Inbox
    notices: InboxNotices
    erasures: Erasures
    pending: PendingCommands
    terminals: Terminals
    triggers: Triggers
    autonomy: Autonomy
    webhooks: Webhooks
    deliveries: Deliveries
    models: Models
    hidden: Sequence[str] = field(default=(), repr=False)


def get_services(request: Request) -> Services:
    """Return the app's services."""
    services: Services = request.app.state.services
    return services


def get_clock(request: Request) -> Clock:
    """Return the app's clock."""
    clock: Clock = request.app.state.clock
    return clock


ServicesDep = Annotated[Services, Reads(get_services)]
ClockDep = Annotated[Clock, Reads(get_clock)]


async def read_idempotency_key(request: Request) -> IdempotencyKey | None:
    """Return the request's idempotency key with a fingerprint of its body. Raises: InvalidInput."""
    key = request.headers.get(IDEMPOTENCY_HEADER)
    if key is None:
        return None
    if not 1 <= len(key) <= MAX_KEY:
        rule = f"must have 1 to {MAX_KEY} characters, not {len(key)}"
        raise InvalidInput([Problem(IDEMPOTENCY_HEADER, rule, MAX_KEY, len(key))])
    body = msgspec.json.encode(await read_json(request), order="sorted")
    return IdempotencyKey(
        route=f"{request.method} {request.url.path}",
        key=key,
        fingerprint=hashlib.sha256(body).hexdigest(),
    )


IdempotencyDep = Annotated[IdempotencyKey | None, Reads(read_idempotency_key)]


def base_path(slug: str) -> str:
    """Return the path prefix of a workspace."""
    return f"/api/v1/workspaces/{slug}"
