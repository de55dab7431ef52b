"""`runwhy submit` and `runwhy cancel`: queue a task, cancel runs."""

from __future__ import annotations

from typing import Any

import click

from runwhy.cli.app import App, db_option, pass_app
from runwhy.cli.arguments import context_option, json_option, read_prompt, tag_option


@click.command()
@click.argument("task")
@tag_option
@context_option
@click.option(
    "--timeout",
    type=float,
    metavar="SECONDS",
    help="Time limit of the run, without its time in the queue.",
)
@json_option
@pass_app
def submit(
    app: App,
    task: str,
    tags: dict[str, str],
    context: dict[str, Any] | None,
    timeout: float | None,
    as_json: bool,
) -> None:
    """Queue a task on the server and print the run id.

    The command does not wait for the run. The envelope marks the run as unattended.

    \b
    runwhy submit "Write the weekly report" --tag team=sales
    runwhy runs follow "$(runwhy submit 'Count the open tickets')"
    """
    from runwhy.cli.output import echo_json

    text = read_prompt(task)
    with app.client(needs_server=True) as client:
        accepted = client.submit(text, timeout=timeout, metadata=tags, context=context)
    if as_json:
        echo_json(
            {
                "runId": accepted.run_id,
                "status": accepted.status,
                "metadata": dict(accepted.metadata),
            }
        )
    else:
        click.echo(accepted.run_id)


@click.command()
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@db_option
@pass_app
def cancel(app: App, runs: tuple[str, ...]) -> None:
    """Cancel runs.

    Runs that have ended do not change.

    \b
    runwhy cancel run_01k9…
    runwhy runs list --status queued --json | jq -r .id | xargs runwhy cancel
    """
    with app.client() as client:
        for run_id in runs:
            client.cancel_run(run_id)
            run = client.get_run(run_id)
            click.echo(f"{run.id}  {run.status}")
