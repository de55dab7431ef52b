"""Tables of coding agents' transcripts and approvals."""

from __future__ import annotations

from runwhy.stores.tables.schema import table

entries = table("entries", run_id=str, id=str, idx=int, data=str, grown=str, ended=bool, open=bool)

agent_sessions = table(
    "agent_sessions",
    run_id=str,
    workspace=int,
    agent=str,
    agent_session=str,
    cwd=str,
    branch=str,
    model=str,
    fingerprint=str,
)

approvals = table(
    "approvals",
    run_id=str,
    id=str,
    asked=str,
    asked_at=int,
    decision=str,
    reason=str,
    decided_by=str,
    decided_at=int,
)
