"""A chat on a terminal: read lines with a history, send them, stream the replies."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

import runwhy
from runwhy.cli.approval_decisions import prompt_decision
from runwhy.cli.exit_codes import report
from runwhy.cli.output import attached_text, escape_controls
from runwhy.cli.run_progress import RunProgress, shorten
from runwhy.core.agents.approval_text import question

MAX_HISTORY = 1000  # lines
LAST_MESSAGES = 2  # shown when a session is continued


class LineReader:
    """Reads lines from a terminal, with editing and a history that only its owner can read.

    Lines that start with a space are not stored.
    """

    def __init__(self, history: Path) -> None:
        self._file = history
        try:
            import readline
        except ImportError:  # Windows
            self._readline: Any = None
            return
        self._readline = readline
        readline.set_auto_history(False)
        readline.set_history_length(MAX_HISTORY)
        with suppress(OSError):
            history.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(history, os.O_CREAT | os.O_WRONLY, 0o600))
            history.chmod(0o600)
            readline.read_history_file(history)

    def read(self, prompt: str) -> str:
        """Return the next line. Raises: EOFError, KeyboardInterrupt."""
        line = input(prompt) if sys.stdout.isatty() else _read_plain(prompt)
        if self._readline is not None and line.strip() and not line.startswith(" "):
            self._readline.add_history(line)
            with suppress(OSError):
                self._readline.write_history_file(self._file)
                self._file.chmod(0o600)
        return line

    def has_text(self) -> bool:
        """Whether the line that was interrupted has text."""
        return self._readline is not None and bool(self._readline.get_line_buffer().strip())


def _read_plain(prompt: str) -> str:
    """Read a line while stdout is not a terminal, with the prompt on stderr."""
    click.echo(prompt, nl=False, err=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


@dataclass(slots=True, kw_only=True)
class Chat:
    """A session that a user talks to, and the options of each message.

    A new session is created for the first message.
    """

    client: runwhy.Client
    create: Callable[[], runwhy.Session]
    session: runwhy.Session | None = None
    options: dict[str, Any] = field(default_factory=dict)

    def echo_last(self) -> None:
        """Show the end of the conversation: the last messages, on one line each."""
        messages = self.session.info().messages if self.session else ()
        for message in messages[-LAST_MESSAGES:]:
            _echo_dim(f"{message.role}: {shorten(message.content)}")
            if commands := message.as_json().get("commands"):
                _echo_dim(attached_text(commands))

    def prepare(self) -> runwhy.Session:
        """Return the session, after showing the commands that go with the next message."""
        if self.session is None:
            self.session = self.create()
        path = f"/agent-sessions/{self.session.id}/pending-context"
        pending: Any = self.client.request("GET", path)
        if pending["attach"] and pending["blocks"]:
            _echo_dim(attached_text(pending["blocks"], earlier=pending["dropped"]))
        return self.session

    def send(self, text: str) -> bool:
        """Send a message and print the reply; return whether the user interrupted it."""
        reply = Reply(self.client)
        try:
            reply.run_id = self.prepare().start(text, **self.options).run_id
            reply.print()
        except (KeyboardInterrupt, click.Abort):
            reply.cancel()
            return True
        except runwhy.RunwhyError as error:
            reply.end_line()
            report(error)
        return False


@dataclass(slots=True)
class Reply:
    """The reply to a message, printed while it arrives."""

    client: runwhy.Client
    run_id: str = ""
    _shown: str = ""  # the printed part of the current text
    _progress: RunProgress = field(default_factory=RunProgress)

    def print(self) -> None:
        """Print the reply until the run ends. Raises: RunFailed, RunCancelled."""
        from runwhy.client.results import conclude

        with closing(self.client.follow(self.run_id)) as events:
            for event in events:
                line = self._progress.add(event)
                self._print_text(self._progress.text)
                if event.type == "approval_request":
                    self._decide(event.data)
                elif line is not None and event.type != "queued" and not self._progress.text:
                    self.end_line()
                    _echo_dim(line)
        result = conclude(self.run_id, [event], {})
        if not self._shown.rstrip().endswith(result.text.strip() or "\n"):
            self._print_text(result.text)
        self.end_line()

    def cancel(self) -> None:
        """Cancel the run of the reply."""
        self.end_line()
        if not self.run_id:
            _echo_dim("interrupted; the message may have been sent")
            return
        self.client.cancel_run(self.run_id)
        _echo_dim("reply cancelled")

    def end_line(self) -> None:
        """End the line that the reply has begun."""
        if self._shown and not self._shown.endswith("\n"):
            click.echo()
        self._shown = ""

    def _print_text(self, text: str) -> None:
        """Print the new end of a growing text; a different text starts on a new line."""
        if not text:
            return
        if not text.startswith(self._shown):
            self.end_line()
        click.echo(escape_controls(text[len(self._shown) :]), nl=False)
        self._shown = text

    def _decide(self, request: Any) -> None:
        """Prompt for a decision about what a coding agent wants to do."""
        self.end_line()
        click.echo(question(request), err=True)
        decision = {"decision": prompt_decision()}
        path = f"/agent-runs/{self.run_id}/approvals/{request['approvalId']}"
        try:
            self.client.request("POST", path, decision)
        except runwhy.ApiError as error:  # someone else was faster, or the run has ended
            _echo_dim(error.message)


def _echo_dim(text: str) -> None:
    click.echo(click.style(escape_controls(text), dim=True), err=True)
