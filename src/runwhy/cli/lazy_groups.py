"""The `runwhy` command: groups that are imported when they are used, errors in one place."""

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
_TEXTS = ("prompt", "task", "text", "query", "cmd")  # arguments that may have several words


class RunwhyGroup(click.Group):
    """Imports a command's module when it is asked for, and turns errors into exit codes."""

    def __init__(self, *args: object, sections: Sections, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self._sections = sections
        self._homes = {name: home for names in sections.values() for name, home in names.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All of them, in the order of the help."""
        return list(self._homes)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported now."""
        home = self._homes.get(cmd_name)
        if home is None:
            return None
        module, _, name = home.partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a name that is nearly one is answered with it."""
        name = args[0]
        if name not in self._homes and not ctx.resilient_parsing:
            close = difflib.get_close_matches(name, self._homes, n=1)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            raise click.UsageError(f"No such command {name!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Commands by what they are for."""
        width = max(len(name) for name in self._homes)
        for title, names in self._sections.items():
            found = {name: self.get_command(ctx, name) for name in names}
            rows = [
                (name.ljust(width), command.get_short_help_str(62))
                for name, command in found.items()
                if command is not None and not command.hidden
            ]
            with formatter.section(title):
                formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command. Every error ends here, with its exit code."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            if hint := _about_quotes(error):
                raise click.UsageError(error.message + hint, error.ctx) from None
            raise
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            code = Exit.INTERRUPTED
        except Exception as error:
            code = _end_of(error, ctx)
        raise click.exceptions.Exit(code)


def _about_quotes(error: click.UsageError) -> str:
    """`runwhy run Hello world` is answered with `"Hello world"`: one text is one argument."""
    extra = _EXTRA.fullmatch(error.message)
    if extra is None or error.ctx is None:
        return ""
    said = [value for name, value in error.ctx.params.items() if name in _TEXTS]
    return f'. Put quotes around it: "{said[-1]} {extra[1]}"' if said else ""


def _end_of(error: Exception, ctx: click.Context) -> Exit:
    if isinstance(error, OSError) and error.errno == errno.EPIPE:
        _give_up_stdout()
        return Exit.NO_READER
    if (ctx.params.get("verbose") or 0) >= 2:
        traceback.print_exception(error)
    return report(error, query=getattr(ctx.obj, "query", None))


def _give_up_stdout() -> None:
    """Nobody reads any more: what is still to be flushed goes nowhere, without a word."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
