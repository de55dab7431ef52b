"""`runwhy normalize` converts the output of coding agents into entries."""

from __future__ import annotations

import subprocess
from pathlib import Path

from click.testing import CliRunner
from tests.cli.processes import begun, environment, json_lines

from runwhy.cli import main

STREAMS = Path(__file__).parents[1] / "normalizers" / "streams"


def test_a_recorded_stream_becomes_entries() -> None:
    recorded = (STREAMS / "claude" / "bash.jsonl").read_bytes()
    result = CliRunner().invoke(main, ["normalize", "claude"], input=recorded)

    entries = json_lines(result.stdout)
    assert result.exit_code == 0
    assert {entry["agent"] for entry in entries if "agent" in entry} == {"claude"}
    assert entries[-1]["type"] == "result"


def test_entries_are_written_before_the_stream_ends(data: Path) -> None:
    env = environment(data)
    with begun("normalize", "claude", env=env, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("not json\n")
        process.stdin.flush()

        (entry,) = json_lines(process.stdout.readline())
        assert (entry["type"], entry["line"]) == ("unrecognized", "not json")


def test_an_unknown_agent_is_rejected_with_the_known_ones() -> None:
    result = CliRunner().invoke(main, ["normalize", "gpt"], input="")

    assert result.exit_code == 2
    assert "claude" in result.stderr and "codex-app-server" in result.stderr
