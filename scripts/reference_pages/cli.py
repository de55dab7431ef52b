"""docs/reference/cli.md: all commands with their help."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from runwhy.cli import main
from runwhy.cli.exit_codes import MEANINGS

WIDTH = 80

HEAD = """# The command line

`runwhy COMMAND --help` says what stands here. Options of `runwhy` itself come before the command.

- Text that was asked for goes to stdout, everything else to stderr, so that pipes work.
- `--json` prints one JSON object per line, for programs.
- `--db` opens a database when no server has it; a server that runs is spoken to instead.

| exit code | |
| ---: | --- |
"""


def page() -> str:
    """All commands with their help."""
    codes = "".join(f"| {int(code)} | {text} |\n" for code, text in MEANINGS.items())
    return HEAD + codes + "".join(sections(main, None))


def sections(command: click.Command, parent: click.Context | None) -> Iterator[str]:
    """A section for a command, and for those below it."""
    options: dict[str, Any] = {"terminal_width": WIDTH, **command.context_settings}
    context = click.Context(command, parent, info_name=command.name, **options)
    level = "##" if parent is None or parent.parent is None else "###"
    yield f"\n{level} {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from sections(below, context)
