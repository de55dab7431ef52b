"""`runwhy normalize` converts the output of coding agents into entries."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cli.processes import begun, environment, json_lines

from runwhy.cli import main
from runwhy.core.context.sentinel import wrap

STREAMS = Path(__file__).parents[1] / "normalizers" / "streams"


def test_a_recorded_stream_becomes_entries() -> None:
    recorded = (STREAMS / "claude" / "bash.jsonl").read_bytes()
    result = CliRunner().invoke(main, ["normalize", "claude"], input=recorded)

    entries = json_lines(result.stdout)
    assert result.exit_code == 0
    assert {entry["agent"] for entry in entries if "agent" in entry} == {"claude"}
    assert entries[-1]["type"] == "result"


@pytest.mark.parametrize(
    ("agent", "line"),
    [
        ("copilot", {"type": "user.message", "data": {"content": "HERE", "messageId": "m"}}),
        ("cursor", {"type": "user", "message": {"content": [{"type": "text", "text": "HERE"}]}}),
    ],
)
def test_metadata_that_was_sent_before_a_prompt_is_removed(
    agent: str, line: dict[str, object]
) -> None:
    sent, _ = wrap(['{"instructions": "Be brief."}', '{"runwhy_meta": {}}'], "  Do it.\n")
    given = json.dumps(line).replace('"HERE"', json.dumps(sent))

    result = CliRunner().invoke(main, ["normalize", agent], input=given)

    (entry,) = json_lines(result.stdout)
    assert (entry["type"], entry["text"]) == ("user_message", "  Do it.\n")


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
