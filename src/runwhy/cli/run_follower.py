"""Following a run to its end: its story on stderr, what came of it on stdout."""

from __future__ import annotations

import sys
import time
from collections.abc import Generator
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

import click

from runwhy.cli.exit_codes import Exit
from runwhy.cli.output import echo_json, echo_text, one_line, seconds_text
from runwhy.cli.run_progress import RunProgress

if TYPE_CHECKING:
    from runwhy import Client, RunEvent, RunResult


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayOptions:
    """DisplayOptions a run is shown."""

    as_json: bool = False
    stream: bool = True
    quiet: bool = False
    cancel: bool = False  # whether Ctrl-C ends the run, not only the watching

    @property
    def is_live(self) -> bool:
        """Whether there is a terminal to draw on."""
        return not (self.as_json or self.quiet) and sys.stderr.isatty()


def follow_run(client: Client, events: Generator[RunEvent], display: DisplayOptions) -> None:
    """Follow a run, and print what came of it. Raises: RunFailed, RunCancelled."""
    from runwhy.client.results import conclude

    story, since = RunProgress(), time.monotonic()
    try:
        with closing(events):
            end = _watch(events, story, display)
    except KeyboardInterrupt:
        _interrupted(client, story, display)
    result = conclude(story.run_id, [end], {})
    if not display.as_json:
        echo_text(result.text)
        _sum_up(result, time.monotonic() - since, display)


def _watch(events: Generator[RunEvent], story: RunProgress, display: DisplayOptions) -> RunEvent:
    with _live(story, display):
        for event in events:
            line = story.see(event)
            if display.as_json:
                echo_json(
                    {
                        "runId": story.run_id,
                        "seq": event.seq,
                        "type": event.type,
                        "data": event.data,
                    }
                )
            elif line is not None and not (display.quiet or display.is_live):
                click.echo(line, err=True)
    return event


def _live(story: RunProgress, display: DisplayOptions) -> AbstractContextManager[object]:
    if not display.is_live:
        return nullcontext()
    from runwhy.cli.live_view import LiveRunView

    return LiveRunView(story, stream=display.stream)


def _interrupted(client: Client, story: RunProgress, display: DisplayOptions) -> NoReturn:
    if display.cancel and story.run_id:
        client.cancel_run(story.run_id)
        click.echo(f"interrupted: {story.run_id} is cancelled", err=True)
    elif story.run_id:
        click.echo(f"interrupted: the run goes on; `runwhy runs follow {story.run_id}`", err=True)
    raise click.exceptions.Exit(Exit.INTERRUPTED)


def _sum_up(result: RunResult, seconds: float, display: DisplayOptions) -> None:
    if display.quiet:
        return
    used = f"{result.tokens.input} → {result.tokens.output} tokens"
    model = result.model.id if result.model else ""
    parts = (result.run_id, result.status, seconds_text(seconds), used, model)
    line = one_line(" · ".join(part for part in parts if part))
    click.echo(click.style(line, dim=True), err=True)
