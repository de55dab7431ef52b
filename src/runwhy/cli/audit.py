"""`runwhy audit`: who changed what."""

from __future__ import annotations

from typing import Any

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import json_option, limit_option
from runwhy.cli.output import column_time, echo_json, echo_table
from runwhy.core.json import compact_json


@click.command()
@click.option("--actor", metavar="WHO", help="Id, name or kind of who did it.")
@click.option("--action", metavar="WHAT", help="Such as key.removed, or key for all of keys.")
@click.option("--subject", metavar="ID", help="What was changed.")
@click.option("--since", metavar="TIME", help="From then on, such as 2026-11-01T00:00:00Z.")
@click.option("--until", metavar="TIME", help="Before then.")
@limit_option()
@json_option
@db_option
@pass_app
def audit(app: App, /, limit: int, as_json: bool, **asked: str | None) -> None:
    """List who changed what, newest first.

    Keys, agents, triggers, sessions and more: whatever people set up.

    \b
    runwhy audit --action key
    runwhy audit --subject trg_01k9… --json
    """
    params: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
    with app.client() as client:
        found: Any = client.request("GET", "/audit", params={**params, "limit": limit})
    if as_json:
        for change in found["changes"]:
            echo_json(change)
        return
    rows = [
        (column_time(one["at"]), _who(one["actor"]), one["action"], one["subject"], _what(one))
        for one in found["changes"]
    ]
    echo_table(("AT", "WHO", "DID", "TO", "WHAT"), rows)


def _who(actor: dict[str, Any]) -> str:
    return str(actor["name"] or actor["id"] or actor["kind"])


def _what(change: dict[str, Any]) -> str:
    before, after = change["before"], change["after"]
    if before is None or after is None:
        return str((after or before or {}).get("name") or "")
    return ", ".join(
        f"{name}: {compact_json(before.get(name))} → {compact_json(after[name])}" for name in after
    )
