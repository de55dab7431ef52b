"""`runwhy approve`: allow or deny requests of coding agents."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import click

import runwhy
from runwhy.cli.approval_decisions import ALLOW, DECIDED, decision_of, prompt_decision
from runwhy.cli.commands import Result, line, result_command
from runwhy.cli.completion import complete_runs
from runwhy.cli.exit_codes import Stop
from runwhy.cli.output import one_line, seconds_text, tags_text
from runwhy.core.agents.approval_text import question

HINT = "Add --for-run to allow for the whole run, or --deny --reason TEXT to deny."


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingApproval:
    """A request of a coding agent that needs a decision, and its run."""

    run: runwhy.Run
    id: str
    asked: dict[str, Any]
    asked_at: str

    @property
    def raw(self) -> dict[str, Any]:
        """The approval as JSON, with the id of its run."""
        return {
            "runId": self.run.id,
            "id": self.id,
            "asked": self.asked,
            "askedAt": self.asked_at,
            "decision": None,
        }


@click.command()
@click.argument("run_id", required=False, metavar="[RUN]", shell_complete=complete_runs)
@click.argument("approval", required=False, metavar="[APPROVAL]")
@click.option("--deny", is_flag=True, help="Deny the request.")
@click.option(
    "--for-run", is_flag=True, help="Allow the request, and the same request later in this run."
)
@click.option(
    "--reason", metavar="TEXT", help="Reason for the decision. The agent gets that of a denial."
)
@click.option("-y", "--yes", is_flag=True, help="Allow the request once, without a prompt.")
@result_command
def approve(
    client: runwhy.Client,
    run_id: str | None,
    approval: str | None,
    deny: bool,
    for_run: bool,
    reason: str | None,
    yes: bool,
) -> Result:
    """Allow or deny a request of an agent.

    If one request waits, shows it and prompts for your decision. If several wait,
    lists them. Give RUN to select the requests of one run, and APPROVAL to decide without a
    prompt. Outside of a terminal, only --yes, --for-run, --deny or APPROVAL decide.

    \b
    runwhy approve
    runwhy approve --deny --reason "not in production"
    runwhy approve run_01k9… toolu_01 --for-run
    """
    decision = decision_of(yes=yes, for_run=for_run, deny=deny)
    if run_id and approval:
        return _decide(client, run_id, approval, decision or ALLOW, reason=reason)
    pending = [*_find(client, run_id)]
    if len(pending) != 1:
        if decision:
            raise Stop(_not_one(len(pending)))
        return Result(pending, lambda: _echo_list(pending))
    (one,) = pending
    if decision:
        return _decide(client, one.run.id, one.id, decision, reason=reason)
    if not _can_ask():
        return Result(pending, lambda: _echo_question(one, hint=True))
    _echo_question(one)
    return _decide(client, one.run.id, one.id, prompt_decision(), reason=reason)


def _can_ask() -> bool:
    ctx = click.get_current_context()
    return sys.stdin.isatty() and sys.stderr.isatty() and not ctx.params.get("as_json")


def _find(client: runwhy.Client, run_id: str | None) -> Iterator[PendingApproval]:
    """Yield requests without a decision, of one run or of all waiting runs, oldest first."""
    waiting: Sequence[runwhy.Run] = (
        [client.get_run(run_id)] if run_id else [*client.iter_runs(status="waiting")][::-1]
    )
    for run in waiting:
        if run.executor == "builtin" or run.status != "waiting":
            continue
        found: Any = client.request("GET", f"/agent-runs/{run.id}/approvals")
        for one in found["approvals"]:
            if one["decision"] is None:
                yield PendingApproval(
                    run=run, id=one["id"], asked=one["asked"], asked_at=one["askedAt"]
                )


def _decide(
    client: runwhy.Client, run_id: str, approval: str, decision: str, *, reason: str | None
) -> Result:
    from runwhy.client.config import segment

    body = {"decision": decision, "reason": reason}
    given = {name: value for name, value in body.items() if value is not None}
    path = f"/agent-runs/{segment(run_id)}/approvals/{segment(approval)}"
    decided: Any = client.request("POST", path, json=given)
    return line(decided, f"{run_id}  {decided['id']}  {DECIDED[decided['decision']]}")


def _not_one(count: int) -> str:
    if not count:
        return "no request waits for approval"
    return f"{count} requests wait; `runwhy approve` lists them, then name RUN and APPROVAL"


def _echo_list(pending: Sequence[PendingApproval]) -> None:
    if not pending:
        click.echo("No request waits for approval.", err=True)
        return
    for one in pending:
        _echo_question(one)
        click.echo(f"  runwhy approve {one.run.id} {one.id}")
        click.echo()
    click.echo(HINT, err=True)


def _echo_question(one: PendingApproval, *, hint: bool = False) -> None:
    run, origin = one.run, one.run.origin
    waited = datetime.now().astimezone() - datetime.fromisoformat(one.asked_at)
    parts = (
        run.id,
        str(origin.trigger),
        tags_text(run.metadata),
        f"waiting for {seconds_text(max(0.0, waited.total_seconds()))}",
    )
    click.echo(click.style(one_line(" · ".join(part for part in parts if part)), dim=True))
    click.echo(question(one.asked, str(run.executor)))
    if hint:
        decide = f"runwhy approve {run.id} {one.id}"
        click.echo(f"Allow once:         {decide}", err=True)
        click.echo(f"Allow for this run: {decide} --for-run", err=True)
        click.echo(f"Deny:               {decide} --deny --reason TEXT", err=True)
