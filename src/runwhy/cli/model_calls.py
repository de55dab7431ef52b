"""`runwhy runs show --model`: the messages that a run sent to its model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import click

import runwhy
from runwhy.cli.commands import Result
from runwhy.cli.output import echo_text, escape_controls, one_line
from runwhy.client.config import segment


def show_model_calls(client: runwhy.Client, run_id: str) -> Result:
    """Return the calls of the model: one JSON object per call, or their messages as text.

    Later calls show only messages that the call before did not have.
    """
    path = f"/agent-runs/{segment(run_id)}/messages"
    found: Any = client.request("GET", path, params={"view": "model"})
    calls: list[Any] = found["calls"]
    return Result([{"runId": run_id, **call} for call in calls], lambda: _echo(calls))


def _echo(calls: list[Any]) -> None:
    if not calls:
        click.echo("This run sent nothing to a model through Runwhy.", err=True)
    before: list[Any] = []
    for number, call in enumerate(calls):
        click.echo(nl=bool(number))
        click.echo(click.style(one_line(_title(call)), bold=True, underline=True))
        repeated = _common(before, call["messages"])
        if repeated:
            click.echo(click.style(f"{repeated} messages as in the call before", dim=True))
        for message in call["messages"][repeated:]:
            _echo_message(message)
        before = call["messages"]


def _title(call: Mapping[str, Any]) -> str:
    tokens = call.get("tokens") or {}
    used = f"{tokens['inputTokens']} → {tokens['outputTokens']} tokens" if tokens else ""
    names = [str(tool.get("name")) for tool in call.get("tools") or ()]
    tools = f"tools: {', '.join(names)}" if names else ""
    parts = (f"Call {call['turn']}", call.get("purpose"), _model(call), used, tools)
    return " · ".join(str(part) for part in parts if part)


def _model(call: Mapping[str, Any]) -> str:
    model = call.get("model")
    return str(model.get("id") or "") if isinstance(model, Mapping) else str(model or "")


def _common(before: list[Any], messages: list[Any]) -> int:
    """Return how many messages both calls begin with."""
    count = 0
    while count < min(len(before), len(messages)) and before[count] == messages[count]:
        count += 1
    return count


def _echo_message(message: Mapping[str, Any]) -> None:
    kind = message.get("kind")
    label = " · ".join(str(part) for part in (message["role"], kind) if part)
    click.echo()
    click.echo(click.style(one_line(label), fg="cyan"))
    if message.get("content"):
        echo_text(str(message["content"]))
    for tool in message.get("toolCalls") or ():
        arguments = tool.get("input", tool.get("args", tool.get("arguments")))
        shown = json.dumps(arguments, ensure_ascii=False)
        click.echo(escape_controls(f"→ {tool.get('name')} {shown}"))
