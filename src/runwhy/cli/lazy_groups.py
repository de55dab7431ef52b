"""The `runwhy` command group: lazy imports of commands, and error handling."""

from __future__ import annotations

import difflib
import errno
import os
import re
import sys
import traceback
from collections.abc import Mapping
from importlib import import_module

import click

from runwhy.cli.exit_codes import Exit, report

Sections = Mapping[str, Mapping[str, str]]
_EXTRA = re.compile(r"Got unexpected extra arguments? \((.*)\)", re.DOTALL)
_GLOBAL_OPTIONS = ("--server", "--workspace", "--api-key", "--profile", "--verbose", "-v")
_TEXTS = ("prompt", "task", "text", "query", "cmd")  # arguments that can contain spaces


class RunwhyGroup(click.Group):
    """A group that imports commands on first use and turns errors into exit codes."""

    def __init__(self, *args: object, sections: Sections, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self._sections = sections
        self._targets = {
            name: target for names in sections.values() for name, target in names.items()
        }

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return all commands, in the order of the help."""
        return list(self._targets)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command."""
        target = self._targets.get(cmd_name)
        if target is None:
            return None
        module, _, name = target.partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or suggest one with a similar name."""
        name = args[0]
        if name not in self._targets and not ctx.resilient_parsing:
            close = difflib.get_close_matches(name, self._targets, n=1)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            raise click.UsageError(f"No such command {name!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by section."""
        commands = {name: self.get_command(ctx, name) for name in self._targets}
        shown = {name: each for name, each in commands.items() if each and not each.hidden}
        width = max(map(len, shown))
        for title, names in self._sections.items():
            rows = [
                (name.ljust(width), shown[name].get_short_help_str(62))
                for name in names
                if name in shown
            ]
            with formatter.section(title):
                formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command, and exit with the code of its error."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            if hint := _quotes_hint(error) or _order_hint(error):
                raise click.UsageError(error.message + hint, error.ctx) from None
            raise
        except (click.ClickException, click.exceptions.Exit):
            raise
        except click.Abort as error:
            if not isinstance(error.__context__, KeyboardInterrupt):  # Ctrl-C at a prompt
                raise
            code = _interrupted()
        except KeyboardInterrupt:
            code = _interrupted()
        except Exception as error:
            code = _handle(error, ctx)
        raise click.exceptions.Exit(code)


def _interrupted() -> Exit:
    click.echo("interrupted", err=True)
    return Exit.INTERRUPTED


def _order_hint(error: click.UsageError) -> str:
    """Suggest `runwhy --profile work runs list` for `runwhy runs list --profile work`."""
    if not isinstance(error, click.NoSuchOption) or error.option_name not in _GLOBAL_OPTIONS:
        return ""
    return f" Put {error.option_name} before the command: runwhy {error.option_name} … COMMAND"


def _quotes_hint(error: click.UsageError) -> str:
    """Suggest quotes for `runwhy run Hello world`."""
    extra = _EXTRA.fullmatch(error.message)
    if extra is None or error.ctx is None:
        return ""
    texts = [value for name, value in error.ctx.params.items() if name in _TEXTS]
    return f'. Put the text in quotes: "{texts[-1]} {extra[1]}"' if texts else ""


def _handle(error: Exception, ctx: click.Context) -> Exit:
    if isinstance(error, OSError) and error.errno == errno.EPIPE:
        _discard_stdout()
        return Exit.NO_READER
    if (ctx.params.get("verbose") or 0) >= 2:
        traceback.print_exception(error)
    query, params = getattr(ctx.obj, "query", None), getattr(ctx.obj, "params", ())
    return report(error, query=query, params=params)


def _discard_stdout() -> None:
    """Redirect stdout to /dev/null, so that the final flush does not fail."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
