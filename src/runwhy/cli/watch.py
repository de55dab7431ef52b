"""`runwhy runs watch`: print new runs and changes of their status as they happen."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence

import click

import runwhy
from runwhy.cli.app import App, pass_app
from runwhy.cli.arguments import json_option, remember_query
from runwhy.cli.completion import complete_queries
from runwhy.cli.durations import duration_option
from runwhy.cli.output import (
    column_tags,
    echo_json,
    one_line,
    paint_status,
    time_text,
)

INTERVAL = "2s"  # between two requests
STREAMED_INTERVAL = 15.0  # seconds, once the stream of the workspace has reported changes
PAGE = 50  # newest runs that are compared
MAX_NEW = 1000  # new runs in one interval
STATUS_WIDTH = 9
MAX_TEXT = 80
OPEN = ("queued", "running", "waiting")


@click.command()
@click.argument("query", required=False, callback=remember_query, shell_complete=complete_queries)
@duration_option(
    "--interval",
    least="1s",
    default=INTERVAL,
    show_default=True,
    help="Time between two requests, if the server does not report changes",
)
@json_option
@pass_app
def watch(app: App, query: str | None, interval: float, as_json: bool) -> None:
    """Print new runs and changes of their status, live.

    Starts with the runs that are open now. Ctrl-C stops watching; the runs continue.

    \b
    runwhy runs watch
    runwhy runs watch 'customer:acme -status:succeeded'
    runwhy runs watch --json | jq -r 'select(.status == "failed").id'
    """
    with app.client(needs_server=True) as client:
        for run in changes(client, query, interval=interval):
            if as_json:
                echo_json(run.raw)
            else:
                click.echo(_line(run))


def changes(client: runwhy.Client, query: str | None, *, interval: float) -> Iterator[runwhy.Run]:
    """Yield open runs, then each new run and each run whose status has changed."""
    newest = client.list_runs(query, limit=PAGE).runs
    yield from (run for run in reversed(newest) if run.status in OPEN)
    known: dict[str, str] = {run.id: run.status for run in newest}
    news = RunNews(client)
    while True:
        news.wait(interval)
        newest = _newest(client, query, known)
        for run in [*_unlisted(client, known, newest), *reversed(newest)]:
            if known.get(run.id) != run.status:
                yield run
            known[run.id] = run.status
        listed = {run.id for run in newest}
        known = {id: status for id, status in known.items() if id in listed or status in OPEN}


class RunNews:
    """Waits for changes of runs, as the stream of the workspace reports them.

    Nothing is reported by a server without the stream, or for a key that is limited to tags.
    """

    def __init__(self, client: runwhy.Client) -> None:
        self._client = client
        self._changed = threading.Event()
        self._reports = False
        threading.Thread(target=self._follow, daemon=True).start()

    def wait(self, interval: float) -> None:
        """Wait for the next change; without reports, for `interval` seconds."""
        self._changed.wait(max(interval, STREAMED_INTERVAL) if self._reports else interval)
        self._changed.clear()

    def _follow(self) -> None:
        try:
            for event in self._client.follow_inbox():
                if event.type == "runs":
                    self._reports = True
                    self._changed.set()
        except (runwhy.RunwhyError, RuntimeError):  # no stream, or the client was closed
            self._reports = False


def _newest(
    client: runwhy.Client, query: str | None, known: Mapping[str, str]
) -> Sequence[runwhy.Run]:
    """Return a page of the newest runs, and further pages while all runs are new."""
    found: list[runwhy.Run] = []
    cursor: str | None = None
    while len(found) < MAX_NEW:
        page = client.list_runs(query, limit=PAGE, cursor=cursor)
        found += page.runs
        cursor = page.next_cursor
        if cursor is None or not known or any(run.id in known for run in page.runs):
            break
    return found


def _unlisted(
    client: runwhy.Client, known: dict[str, str], newest: Sequence[runwhy.Run]
) -> Iterator[runwhy.Run]:
    """Yield open runs that are no longer in the list: older, or without a match now."""
    listed = {run.id for run in newest}
    for id in [id for id, status in known.items() if status in OPEN and id not in listed]:
        try:
            yield client.get_run(id)
        except runwhy.NotFoundError:  # erased
            del known[id]


def _line(run: runwhy.Run) -> str:
    at = run.finished_at or run.started_at or run.created_at
    status = paint_status("status", str(run.status).ljust(STATUS_WIDTH))
    why = " ".join(part for part in (run.origin.trigger, run.origin.trigger_name) if part)
    text = one_line(run.failure_reason or run.task or "")
    shown = text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"
    parts = (one_line(why), one_line(column_tags(run.metadata)), shown)
    return "  ".join([time_text(at), run.id, status, *(part for part in parts if part)])
