"""`runwhy resume`: continue a coding agent's session in a new run."""

from __future__ import annotations

from typing import Any

import click

import runwhy
from runwhy.cli.app import App
from runwhy.cli.arguments import quiet_option, read_prompt, tag_option
from runwhy.cli.commands import app_command
from runwhy.cli.completion import complete_runs
from runwhy.cli.executor_options import approvals_option, named_executor
from runwhy.cli.exit_codes import Stop
from runwhy.cli.run_follower import DisplayOptions, follow_run


@click.command()
@click.argument("run_id", metavar="RUN", shell_complete=complete_runs)
@click.argument("prompt")
@click.option("--fork", is_flag=True, help="Continue in a copy of the agent's session.")
@click.option("--after", is_flag=True, help="If another run uses the session, start after it.")
@tag_option
@approvals_option
@quiet_option
@app_command
def resume(
    app: App,
    /,
    run_id: str,
    prompt: str,
    fork: bool,
    after: bool,
    tags: dict[str, str],
    approvals: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Continue a coding agent's session in a new run.

    The agent remembers what it did in RUN. The new run inherits the tags of RUN;
    --tag adds or replaces tags. While another run uses the session, the command
    is refused. --after waits for that run, and --fork continues in a copy.

    \b
    runwhy resume run_01k9… "Now add a test."
    runwhy resume run_01k9… --fork "Try it another way."
    """
    text = read_prompt(prompt)
    with app.client(work=True) as client:
        given = {"fork": fork, "after": after, **({"approvals": approvals} if approvals else {})}
        options = _options(client, run_id, given, tags)
        display = DisplayOptions(as_json=as_json, quiet=quiet, cancel=True)
        follow_run(client, client.stream_agent(text, **options), display)


def _options(
    client: runwhy.Client, run_id: str, given: dict[str, Any], tags: dict[str, str]
) -> dict[str, Any]:
    run = client.get_run(run_id)
    entries: Any = client.request("GET", f"/agent-runs/{run_id}/entries", params={"limit": 1})
    agent = entries["agent"]
    if agent is None or not agent["sessionId"]:
        raise Stop(
            f"{run_id} cannot be resumed: it ran with the executor `{run.executor}` and has no "
            "coding agent session"
        )
    previous = run.spec.get("executorOptions")
    inherited = previous if isinstance(previous, dict) else {}
    session = {"cwd": agent["cwd"], "resume": agent["sessionId"]}
    model = run.spec.get("modelId")
    return {
        **named_executor(agent["name"], {**inherited, **session, **given}),
        "model_id": model if isinstance(model, str) else None,
        "metadata": {**run.metadata, **tags},
    }
