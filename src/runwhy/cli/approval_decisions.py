"""Decisions about approval requests: their values, words, and the prompt for one."""

from __future__ import annotations

import click

ALLOW, FOR_RUN, DENY = "approve", "approve_for_run", "deny"
DECIDED = {ALLOW: "allowed", FOR_RUN: "allowed for this run", DENY: "denied"}
KEYS = {"y": ALLOW, "r": FOR_RUN, "n": DENY}


def prompt_decision() -> str:
    """Prompt for a decision: allow once, allow for this run, or deny."""
    click.echo("y: allow once, r: allow for this run, n: deny", err=True)
    return KEYS[click.prompt("Allow?", type=click.Choice([*KEYS]), show_choices=True, err=True)]


def decision_of(*, yes: bool, for_run: bool, deny: bool) -> str | None:
    """Return the decision of the options, or None. Raises: UsageError."""
    options = ((ALLOW, yes), (FOR_RUN, for_run), (DENY, deny))
    chosen = [decision for decision, given in options if given]
    if len(chosen) > 1:
        raise click.UsageError("use only one of --yes, --for-run and --deny")
    return chosen[0] if chosen else None
