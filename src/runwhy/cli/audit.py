"""`runwhy audit`: list recorded changes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import click

import runwhy
from runwhy.cli.arguments import limit_option
from runwhy.cli.commands import Result, result_command, table
from runwhy.cli.output import actor_name, column_time
from runwhy.cli.times import time_option
from runwhy.core.json import compact_json


@click.command()
@click.option("--actor", metavar="ACTOR", help="Id, name or kind of the actor.")
@click.option("--action", metavar="ACTION", help="Action, such as key.removed, or key for all.")
@click.option("--subject", metavar="ID", help="Id of the changed resource.")
@time_option("--since", help="Start time")
@time_option("--until", help="End time (exclusive)")
@limit_option()
@result_command
def audit(
    client: runwhy.Client,
    /,
    limit: int,
    since: datetime | None,
    until: datetime | None,
    **filters: str | None,
) -> Result:
    """List changes and who made them, newest first.

    Covers keys, agents, triggers, sessions and other resources.

    \b
    runwhy audit --action key
    runwhy audit --subject trg_01k9… --json
    runwhy audit --since 2026-11-01 --until 2026-11-08
    """
    times = {"since": since, "until": until}
    given = {**filters, **{name: at and at.isoformat() for name, at in times.items()}}
    params: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    found: Any = client.request("GET", "/audit", params={**params, "limit": limit})
    return table(
        ("TIME", "ACTOR", "ACTION", "SUBJECT", "DETAILS"),
        found["changes"],
        lambda c: (
            column_time(c["at"]),
            actor_name(c["actor"]),
            c["action"],
            c["subject"],
            _details(c),
        ),
    )


def _details(change: dict[str, Any]) -> str:
    before, after = change["before"], change["after"]
    if before is None or after is None:
        return str((after or before or {}).get("name") or "")
    return ", ".join(
        f"{name}: {compact_json(before.get(name))} → {compact_json(after[name])}" for name in after
    )
