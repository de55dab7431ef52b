"""Routes for the audit log."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import AwareDatetime, Field

from runwhy.core.accounts.audit import AuditFilter
from runwhy.core.accounts.workspaces import Scope
from runwhy.server.callers import caller_with
from runwhy.server.dependencies import ServicesDep, base_path
from runwhy.server.query_params import PageDep, next_cursor
from runwhy.server.routing import Router, answers_with
from runwhy.services.access import Caller
from runwhy.wire.audit import AuditEntry, AuditList

router = Router(base_path("{slug}"), tag="audit")

Admin = Annotated[Caller, caller_with(Scope.ADMIN)]
Named = Annotated[str | None, Field(max_length=200)]
Moment = Annotated[AwareDatetime | None, Field(description="Time in RFC 3339 format.")]


@router.get("/audit", answers_with(AuditList))
async def list_audit(
    caller: Admin,
    services: ServicesDep,
    *,
    actor: Named = None,
    action: Named = None,
    subject: Named = None,
    since: Moment = None,
    until: Moment = None,
    page: PageDep,
) -> object:
    """List changes, newest first: the actor, and the values before and after, without secrets."""
    question = {
        "audit": [actor, action, subject],
        "since": _text(since),
        "until": _text(until),
    }
    filter = AuditFilter(actor=actor, action=action, subject=subject, since=since, until=until)
    found, more = await services.audit.list(
        caller.workspace.id, filter, limit=page.limit, before=page.start(question, None)
    )
    shown = [AuditEntry.of(one) for one in found]
    return AuditList(changes=shown, next_cursor=next_cursor(question, more))


def _text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
