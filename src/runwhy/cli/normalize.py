"""`runwhy normalize`: convert the output of a coding agent into entries."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from runwhy.cli.output import echo_json

CHUNK = 64 * 1024


@click.command()
@click.argument("agent")
def normalize(agent: str) -> None:
    """Convert a coding agent's output into entries, as JSON lines.

    Reads stdin and writes each entry immediately. AGENT is acp, claude, codex (or
    codex-exec), codex-app-server, copilot or cursor. A line in an unknown format
    becomes an entry of type `unrecognized`. Metadata that Runwhy sent to the
    agent before a prompt is removed.

    \b
    claude -p "Hello" --output-format stream-json --verbose | runwhy normalize claude
    runwhy normalize codex < recorded.jsonl | jq -r 'select(.type == "tool_use").tool'
    """
    from runwhy.core.agents.entries import change_json
    from runwhy.core.context.sentinel import without_prefix
    from runwhy.normalizers.lines import split_lines
    from runwhy.normalizers.registry import normalize

    for change in normalize(agent, split_lines(_stdin())):
        echo_json(change_json(without_prefix(change)))


def _stdin() -> Iterator[bytes]:
    """Yield input as soon as it arrives."""
    while chunk := sys.stdin.buffer.read1(CHUNK):  # type: ignore[union-attr]
        yield chunk
