"""Tables of commands that were run in terminals."""

from __future__ import annotations

from runwhy.stores.tables.schema import table

blocks = table(
    "blocks",
    seq=int,
    id=str,
    workspace=int,
    session_id=str,
    terminal_id=str,
    actor=str,
    cmd=str,
    cwd=str,
    exit_code=int,
    status=str,
    started_at=int,
    ended_at=int,
    output=str,
    lines_total=int,
    bytes_total=int,
    place=str,
    run_id=str,
)

command_settings = table("command_settings", session_id=str, attach=bool)
