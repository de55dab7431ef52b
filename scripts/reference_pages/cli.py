"""Generate docs/reference/cli.md: all commands with their help."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from runwhy.cli import main
from runwhy.cli.exit_codes import MEANINGS

WIDTH = 80

HEAD = """# Command line

The help of every command, as `runwhy COMMAND --help` prints it. Options of `runwhy` itself come
before the command.

- Results go to stdout, everything else to stderr, so pipes work.
- `--json` prints one JSON object per line, for programs.
- `--db` selects a database. If a server is running on it, the command talks to that server;
  otherwise it opens the database itself.
- Server, key and workspace come from options, the environment, or a profile. See
  [API keys](../howto/keys.md#use-a-key).
- Times are in your time zone, such as `2026-11-17 02:18:06`. With `--json`, they are in UTC.
- Statuses have colors on a terminal. `NO_COLOR=1` turns them off.
- Errors name the option that is wrong. Fields without an option keep the name of the API.

| exit code | meaning |
| ---: | --- |
"""


def page() -> str:
    """Return the page."""
    codes = "".join(f"| {int(code)} | {text} |\n" for code, text in MEANINGS.items())
    return HEAD + codes + "".join(sections(main, None))


def sections(command: click.Command, parent: click.Context | None) -> Iterator[str]:
    """Yield the section of a command and of its subcommands."""
    options: dict[str, Any] = {"terminal_width": WIDTH, **command.context_settings}
    context = click.Context(command, parent, info_name=command.name, **options)
    level = "##" if parent is None or parent.parent is None else "###"
    yield f"\n{level} {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from sections(below, context)
