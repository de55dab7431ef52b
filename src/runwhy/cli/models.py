"""`runwhy models`: list the available models."""

from __future__ import annotations

import click

import runwhy
from runwhy.cli.commands import Result, result_command
from runwhy.cli.output import echo_table


@click.command()
@result_command
def models(client: runwhy.Client) -> Result:
    """List the available models. An asterisk marks the default.

    \b
    runwhy models
    runwhy run -m echo "Hello"
    """
    catalog = client.list_models()
    marked = [(model, model.id == catalog.default_model_id) for model in catalog.models]
    rows = [(model.id + "*" * is_default, model.label) for model, is_default in marked]
    objects = [{**model.raw, "default": is_default} for model, is_default in marked]
    return Result(objects, lambda: echo_table(("MODEL", "NAME"), rows))
