"""`runwhy normalize`: an agent's own stream in the words that all agents share."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from runwhy.cli.output import echo_json

CHUNK = 64 * 1024


@click.command()
@click.argument("agent")
def normalize(agent: str) -> None:
    """Turn an agent's stream into entries, one JSON object per line.

    Reads stdin and writes as it reads. AGENT is claude, codex (or codex-exec),
    codex-app-server, copilot or cursor. A line that is not known is kept as an
    entry of its own.

    \b
    claude -p "Hello" --output-format stream-json --verbose | runwhy normalize claude
    runwhy normalize codex < recorded.jsonl | jq -r 'select(.type == "tool_use").tool'
    """
    from runwhy.core.agents.entries import change_json
    from runwhy.normalizers.lines import split_lines
    from runwhy.normalizers.registry import normalize

    for change in normalize(agent, split_lines(_stdin())):
        echo_json(change_json(change))


def _stdin() -> Iterator[bytes]:
    """What is there, as soon as it is there."""
    while chunk := sys.stdin.buffer.read1(CHUNK):  # type: ignore[union-attr]
        yield chunk
