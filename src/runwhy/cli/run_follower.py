"""Follow a run: print progress to stderr and the result to stdout."""

from __future__ import annotations

import sys
import time
from collections.abc import Generator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from typing import NoReturn

import click

import runwhy
from runwhy.cli.exit_codes import Exit
from runwhy.cli.output import cost_text, echo_json, echo_text, one_line, seconds_text
from runwhy.cli.run_progress import RunProgress


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayOptions:
    """How to show a run, and whether Ctrl-C cancels it."""

    as_json: bool = False
    stream: bool = True
    quiet: bool = False
    cancel: bool = False  # without it, Ctrl-C only stops following

    @property
    def is_live(self) -> bool:
        """Whether to draw a live view on a terminal."""
        return not (self.as_json or self.quiet) and sys.stderr.isatty()


def follow_run(
    client: runwhy.Client, events: Generator[runwhy.RunEvent], display: DisplayOptions
) -> None:
    """Follow a run and print its result. Raises: RunFailed, RunCancelled."""
    from runwhy.client.results import conclude

    progress, since = RunProgress(), time.monotonic()
    try:
        with closing(events):
            end = _show_events(events, progress, display)
    except KeyboardInterrupt:
        _interrupt(client, progress, display)
    result = conclude(progress.run_id, [end], {})
    if not display.as_json:
        echo_text(result.text)
        _echo_summary(result, time.monotonic() - since, display)


def _show_events(
    events: Generator[runwhy.RunEvent], progress: RunProgress, display: DisplayOptions
) -> runwhy.RunEvent:
    with _live_view(progress, display):
        for event in events:
            line = progress.add(event)
            if display.as_json:
                echo_json(
                    {
                        "runId": progress.run_id,
                        "seq": event.seq,
                        "type": event.type,
                        "data": event.data,
                    }
                )
            elif line is not None and not (display.quiet or display.is_live):
                click.echo(line, err=True)
    return event


def _live_view(progress: RunProgress, display: DisplayOptions) -> AbstractContextManager[object]:
    if not display.is_live:
        return nullcontext()
    from runwhy.cli.live_view import LiveRunView

    return LiveRunView(progress, stream=display.stream)


def _interrupt(client: runwhy.Client, progress: RunProgress, display: DisplayOptions) -> NoReturn:
    if display.cancel and progress.run_id:
        client.cancel_run(progress.run_id)
        click.echo(f"interrupted: {progress.run_id} was cancelled", err=True)
    elif progress.run_id:
        follow = f"runwhy runs follow {progress.run_id}"
        click.echo(f"interrupted: the run continues; follow it with `{follow}`", err=True)
    raise click.exceptions.Exit(Exit.INTERRUPTED)


def _echo_summary(result: runwhy.RunResult, seconds: float, display: DisplayOptions) -> None:
    if display.quiet:
        return
    used = f"{result.tokens.input} → {result.tokens.output} tokens"
    model = result.model.id if result.model else ""
    is_free = result.cost == "0" and not result.unpriced_calls
    cost = "" if is_free else cost_text(result.cost, result.unpriced_calls)
    cost = "cost unknown" if result.cost is None and cost else cost
    parts = (result.run_id, result.status, seconds_text(seconds), used, cost, model)
    line = one_line(" · ".join(part for part in parts if part))
    click.echo(click.style(line, dim=True), err=True)
