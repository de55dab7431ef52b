"""Command context fits its limit and marks cut text."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.builders import SESSION_ID, WORKSPACE
from tests.support.clock import NOON

from runwhy.core.ids import make_id
from runwhy.core.json import compact_json
from runwhy.core.terminal.blocks import (
    MAX_BYTES,
    Block,
    BlockStatus,
    CommandContext,
    command_context,
    cut,
    status_for,
)
from runwhy.core.terminal.private_commands import is_private


def a_block(number: int = 1, **changes: Any) -> Block:
    given = {
        "id": make_id("blk", ms=number, random=number),
        "workspace": WORKSPACE,
        "session_id": SESSION_ID,
        "cmd": f"make {number}",
        "cwd": "/home/ada",
        "exit_code": number,
        "status": BlockStatus.COMPLETED,
        "started_at": NOON,
        "ended_at": NOON + timedelta(seconds=1),
        "seq": number,
    }
    output = changes.get("output", "")
    given["lines_total"] = len(output.splitlines())
    return Block(**{**given, **changes})


def told(blocks: list[Block], total: int | None = None) -> Any:
    total = len(blocks) if total is None else total
    context = command_context(blocks, session_id=SESSION_ID, total=total)
    assert context.size() <= MAX_BYTES
    return json.loads(context.render())


def test_a_command_is_included_in_full_if_it_fits() -> None:
    block = a_block(2, output="a\nb", bytes_total=4, terminal_id="trm_1")

    said = told([block])

    assert said == {
        "v": 1,
        "type": "user_cmd_context",
        "conversation_id": SESSION_ID,
        "shell_id": "trm_1",
        "total_commands_run": 1,
        "kept": 1,
        "dropped": 0,
        "commands": [
            {
                "cmd": "make 2",
                "cmd_truncated": False,
                "exit_code": 2,
                "cwd": "/home/ada",
                "block_id": block.id,
                "ts": round((NOON.timestamp() + 1) * 1000),
                "preview": {"lines": ["a", "b"], "truncated": False},
                "lines_total": 2,
                "bytes_total": 4,
            }
        ],
        "mcp": ["pty_read_screen", "pty_read_scrollback", "blocks_read"],
    }


def test_the_newest_ten_of_twelve_commands_are_included() -> None:
    said = told([a_block(n) for n in range(1, 13)])

    assert (said["total_commands_run"], said["kept"], said["dropped"]) == (12, 10, 2)
    assert [c["exit_code"] for c in said["commands"]] == list(range(3, 13))


def test_ten_commands_with_twenty_long_lines_fit_with_all_exit_codes() -> None:
    output = "\n".join("x" * 150 for _ in range(20))

    said = told([a_block(n, output=output, cwd="/very/long/path" * 8) for n in range(1, 11)])

    assert [c["exit_code"] for c in said["commands"]] == list(range(1, 11))
    assert said["commands"][-1]["preview"]["lines"]
    assert all(c["preview"]["truncated"] for c in said["commands"])


def test_the_last_twenty_lines_of_many_are_shown() -> None:
    lines = [str(n) for n in range(1, 501)]

    (command,) = told([a_block(output="\n".join(lines))])["commands"]

    assert command["preview"] == {"lines": lines[-20:], "truncated": True}
    assert command["lines_total"] == 500


def test_a_long_line_is_cut_in_the_middle_between_characters() -> None:
    (command,) = told([a_block(output="é" * 2500)])["commands"]
    (line,) = command["preview"]["lines"]

    assert command["preview"]["truncated"]
    assert 1000 < len(line) < 2500
    assert set(line) == {"é", "…"}
    assert len(line.encode()) <= 3000


def test_a_command_line_of_100_kb_is_cut_and_marked() -> None:
    (command,) = told([a_block(cmd="echo " + "x" * 100_000, output="done")])["commands"]

    assert command["cmd_truncated"]
    assert command["cmd_bytes_total"] == 100_005
    assert command["cmd"].startswith("echo x")
    assert command["preview"]["lines"] == ["done"]


def test_the_truncation_flag_counts_towards_the_size() -> None:
    newest = a_block(2, output="y" * 2900)
    sizes = set()
    for length in range(300, 600):
        older = a_block(1, output="x" * length)
        sizes.add(len(compact_json(told([older, newest])).encode()))

    assert MAX_BYTES - 1 <= max(sizes) <= MAX_BYTES


@pytest.mark.parametrize("room", range(12))
def test_empty_lines_of_output_are_left_out_if_they_do_not_fit(room: int) -> None:
    def context(output: str, limit: int) -> CommandContext:
        block = a_block(1, output=output, lines_total=3)
        return command_context([block], session_id=SESSION_ID, total=1, limit=limit)

    limit = context("", MAX_BYTES).size() + room

    assert context("\n\n\n", limit).size() <= limit


def test_no_commands_render_as_an_empty_list() -> None:
    assert told([])["commands"] == []


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=400)


@given(st.lists(st.tuples(TEXT, TEXT, TEXT), max_size=12))
def test_any_commands_fit(commands: list[tuple[str, str, str]]) -> None:
    blocks = [
        a_block(n, cmd=cmd * 9, cwd=cwd, output=output * 20)
        for n, (cmd, cwd, output) in enumerate(commands, start=1)
    ]

    said = told(blocks)

    assert [c["exit_code"] for c in said["commands"]] == [b.exit_code for b in blocks[-10:]]


@given(TEXT, st.integers(min_value=-3, max_value=300))
def test_a_cut_text_fits_and_a_short_one_is_unchanged(text: str, limit: int) -> None:
    size = len(compact_json(cut(text, limit)).encode()) - 2

    assert size <= max(limit, 0)
    if len(compact_json(text).encode()) - 2 <= limit:
        assert cut(text, limit) == text


def test_the_status_of_a_command_follows_from_its_exit_code() -> None:
    assert status_for(0) is BlockStatus.COMPLETED
    assert status_for(7) is BlockStatus.COMPLETED
    assert status_for(130) is BlockStatus.INTERRUPTED
    assert status_for(None) is BlockStatus.UNKNOWN


@pytest.mark.parametrize(
    "cmd",
    [
        " ls",
        "\tls",
        "",
        "!!ls",
        "env",
        "env | sort",
        "sudo env",
        "/usr/bin/env",
        "env > out.txt",
        "printenv HOME",
        "cat .env",
        "cat ./app/.env.production",
        "cat < .env",
        "grep KEY prod.env",
        "export -p",
        "set",
        "cat ~/.ssh/id_ed25519",
        "ls && cat '.env'",
        "echo $(cat .env)",
        "X=1 printenv",
        "pass show bank",
        "secret-tool lookup",
    ],
)
def test_private_commands_are_recognized(cmd: str) -> None:
    assert is_private(cmd, ["secret-tool *"])


@pytest.mark.parametrize(
    "cmd",
    [
        "ls",
        "env FOO=1 make",
        "set -e; make",
        "export A=1",
        "cat .env.example",
        "cat environment.md",
        "cat id_ed25519.pub",
        "git commit -m 'print env'",
        "setup",
    ],
)
def test_other_commands_are_not_private(cmd: str) -> None:
    assert not is_private(cmd)
