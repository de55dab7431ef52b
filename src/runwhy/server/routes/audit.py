"""Routes for the audit log."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import AwareDatetime

from runwhy.core.accounts.audit import AuditFilter
from runwhy.core.accounts.workspaces import Scope
from runwhy.server.dependencies import (
    CursorQuery,
    LimitQuery,
    ServicesDep,
    answer,
    answers_with,
    base_path,
    caller_with,
)
from runwhy.services.access import Caller
from runwhy.wire.cursors import make_cursor, read_cursor
from runwhy.wire.responses import audited_json

router = APIRouter(prefix=base_path("{slug}"), tags=["audit"])

Admin = Annotated[Caller, caller_with(Scope.ADMIN)]
Named = Annotated[str | None, Query(max_length=200)]
Moment = Annotated[AwareDatetime | None, Query(description="Time in RFC 3339 format.")]


@router.get("/audit", **answers_with("AuditList"))
async def list_audit(
    caller: Admin,
    services: ServicesDep,
    actor: Named = None,
    action: Named = None,
    subject: Named = None,
    since: Moment = None,
    until: Moment = None,
    limit: LimitQuery = 50,
    cursor: CursorQuery = None,
) -> Response:
    """List changes, newest first: the actor, and the values before and after, without secrets."""
    question = {
        "audit": [actor, action, subject],
        "since": _text(since),
        "until": _text(until),
    }
    before = read_cursor(cursor, question, length=1)[0] if cursor else None
    filter = AuditFilter(actor=actor, action=action, subject=subject, since=since, until=until)
    page, more = await services.audit.list(caller.workspace.id, filter, limit=limit, before=before)
    next_cursor = make_cursor(question, more) if more else None
    return answer({"changes": [audited_json(one) for one in page], "nextCursor": next_cursor})


def _text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
