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
from runwhy.cli.run_progress import Story

if TYPE_CHECKING:
    from runwhy import Client, RunEvent, RunResult


@dataclass(frozen=True, slots=True, kw_only=True)
class How:
    """How a run is shown."""

    as_json: bool = False
    stream: bool = True
    quiet: bool = False
    cancel: bool = False  # whether Ctrl-C ends the run, not only the watching

    @property
    def is_live(self) -> bool:
        """Whether there is a terminal to draw on."""
        return not (self.as_json or self.quiet) and sys.stderr.isatty()


def watch_run(client: Client, events: Generator[RunEvent], how: How) -> None:
    """Follow a run, and print what came of it. Raises: RunFailed, RunCancelled."""
    from runwhy.client.results import conclude

    story, since = Story(), time.monotonic()
    try:
        with closing(events):
            end = _watch(events, story, how)
    except KeyboardInterrupt:
        _interrupted(client, story, how)
    result = conclude(story.run_id, [end], {})
    if not how.as_json:
        echo_text(result.text)
        _sum_up(result, time.monotonic() - since, how)


def _watch(events: Generator[RunEvent], story: Story, how: How) -> RunEvent:
    with _live(story, how):
        for event in events:
            line = story.see(event)
            if how.as_json:
                echo_json(
                    {
                        "runId": story.run_id,
                        "seq": event.seq,
                        "type": event.type,
                        "data": event.data,
                    }
                )
            elif line is not None and not (how.quiet or how.is_live):
                click.echo(line, err=True)
    return event


def _live(story: Story, how: How) -> AbstractContextManager[object]:
    if not how.is_live:
        return nullcontext()
    from runwhy.cli.live_view import LiveStory

    return LiveStory(story, stream=how.stream)


def _interrupted(client: Client, story: Story, how: How) -> NoReturn:
    if how.cancel and story.run_id:
        client.cancel_run(story.run_id)
        click.echo(f"interrupted: {story.run_id} is cancelled", err=True)
    elif story.run_id:
        click.echo(f"interrupted: the run goes on; `runwhy runs follow {story.run_id}`", err=True)
    raise click.exceptions.Exit(Exit.INTERRUPTED)


def _sum_up(result: RunResult, seconds: float, how: How) -> None:
    if how.quiet:
        return
    used = f"{result.tokens.input} → {result.tokens.output} tokens"
    model = result.model.id if result.model else ""
    parts = (result.run_id, result.status, seconds_text(seconds), used, model)
    line = one_line(" · ".join(part for part in parts if part))
    click.echo(click.style(line, dim=True), err=True)
