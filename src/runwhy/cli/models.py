"""`runwhy models`: list the available models."""

from __future__ import annotations

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import json_option
from runwhy.cli.output import echo_json, echo_table


@click.command()
@json_option
@db_option
@pass_app
def models(app: App, as_json: bool) -> None:
    """List the available models. An asterisk marks the default.

    \b
    runwhy models
    runwhy run -m echo "Hello"
    """
    with app.client() as client:
        catalog = client.list_models()
    if as_json:
        for model in catalog.models:
            echo_json({**model.raw, "default": model.id == catalog.default_model_id})
        return
    rows = [
        (f"{model.id}{'*' if model.id == catalog.default_model_id else ''}", model.label)
        for model in catalog.models
    ]
    echo_table(("MODEL", "NAME"), rows)
