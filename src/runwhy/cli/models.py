"""`runwhy models`: list the available models."""

from __future__ import annotations

import click

import runwhy
from runwhy.cli.commands import Result, result_command, table
from runwhy.cli.output import echo_table
from runwhy.wire.accounts import ProviderState


@click.command()
@click.option("--check", is_flag=True, help="Ask each provider whether it answers.")
@result_command
def models(client: runwhy.Client, check: bool) -> Result:
    """List the available models. An asterisk marks the default.

    \b
    runwhy models
    runwhy models --check
    runwhy run -m echo "Hello"
    """
    if check:
        found = client.list_providers(check=True)
        return table(("PROVIDER", "STATUS", "TIME", "REASON"), found, _provider_row)
    catalog = client.list_models()
    marked = [(model, model.id == catalog.default_model_id) for model in catalog.models]
    rows = [(model.id + "*" * is_default, model.label) for model, is_default in marked]
    objects = [{**model.raw, "default": is_default} for model, is_default in marked]
    return Result(objects, lambda: echo_table(("MODEL", "NAME"), rows))


def _provider_row(state: ProviderState) -> tuple[str, ...]:
    took = "" if state.milliseconds is None else f"{state.milliseconds} ms"
    return state.name, state.status.replace("_", " "), took, state.reason or ""
