"""Shell setups of users keep working with our marks."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal.shells import Shell, open_shell

pytestmark = pytest.mark.anyio


async def test_bash_keeps_prompt_hooks_traps_and_a_changing_prompt(tmp_path: Path) -> None:
    rc = """
    PROMPT_COMMAND='last=$?; PS1="[$last] "'
    trap 'seen=$BASH_COMMAND' DEBUG
    PS0='go '
    """
    async with open_shell("bash", tmp_path, rc=rc) as shell:
        await shell.run("false")
        ran = await shell.run("echo $seen")
        await shell.run("trap -p DEBUG")

        assert ran.lines == ["echo $seen"]
        assert "[1] " in "\n".join(shell.terminal.rows())
        assert shell.ran[-1].lines == ["trap -- 'seen=$BASH_COMMAND' DEBUG"]
        assert "go" in "\n".join(shell.terminal.rows())


async def test_bash_supports_several_prompt_hooks(tmp_path: Path) -> None:
    rc = "PROMPT_COMMAND=('a=$?' 'b=$?')"
    async with open_shell("bash", tmp_path, rc=rc) as shell:
        await shell.run("(exit 7)")

        assert (await shell.run("echo $a $b")).lines == ["7 7"]


async def test_bash_history_is_unchanged(tmp_path: Path) -> None:
    async with open_shell("bash", tmp_path, rc="HISTCONTROL=ignoreboth") as shell:
        twice = [await shell.run("echo twice") for _ in range(3)]
        private = await shell.run(" echo private")
        history = await shell.run("history")

        assert [ran.cmd for ran in twice] == ["echo twice"] * 3
        assert private.cmd == ""
        assert [line.split()[1:] for line in history.lines] == [["echo", "twice"], ["history"]]


async def test_zsh_keeps_its_hooks_and_its_startup_files(tmp_path: Path) -> None:
    (tmp_path / ".zshenv").write_text("from_env=1\n")
    rc = """
    precmd() { last=$? }
    mine() { mine=$? }
    precmd_functions+=(mine)
    preexec() { typed=$1 }
    from_rc=1
    """
    async with open_shell("zsh", tmp_path, rc=rc) as shell:
        await shell.run("(exit 7)")
        line = "echo $last $mine $from_env $from_rc ${ZDOTDIR-none} $typed"
        ran = await shell.run(line)

        assert ran.lines == [f"7 7 1 1 none {line}"]


async def test_fish_keeps_its_prompt(tmp_path: Path) -> None:
    rc = "function fish_prompt; echo 'mine '$status'> '; end"
    async with open_shell("fish", tmp_path, rc=rc) as shell:
        await shell.run("false")
        await shell.until(lambda: "mine 1>" in "\n".join(shell.terminal.rows()))


@pytest.mark.parametrize("name", ["bash", "zsh"])
async def test_marks_do_not_end_strict_shells(name: str, tmp_path: Path) -> None:
    async with open_shell(name, tmp_path) as shell:
        await shell.run("set -eu" if name == "bash" else "setopt err_exit no_unset")
        await shell.run("! true")
        ran = await shell.run("echo alive")

        assert ran.lines == ["alive"]
        shell.terminal.write(b"false\r")
        await shell.until(lambda: shell.exit)
        assert (shell.ran[-1].cmd, shell.ran[-1].code) == ("false", 1)


async def test_a_replaced_shell_continues_as_one_block(tmp_path: Path) -> None:
    async with open_shell("bash", tmp_path) as shell:
        shell.terminal.write(b"exec sh\r")
        await shell.until(lambda: shell.running)
        shell.terminal.write(b"exit 4\r")
        await shell.until(lambda: shell.exit)

        assert [(ran.cmd, ran.code) for ran in shell.ran] == [("exec sh", 4)]


async def test_a_command_line_of_100_kb_is_one_block(tmp_path: Path) -> None:
    async with open_shell("bash", tmp_path) as shell:
        # Before the line editor starts, the kernel buffers at most 4096 characters.
        await shell.until(lambda: b"\x1b[?2004h" in shell.raw)
        line = "true " + "x" * 100_000
        shell.terminal.write(b"\x1b[200~" + line.encode() + b"\x1b[201~\r")  # a paste
        await shell.until(lambda: shell.ran)

        assert len(shell.ran[0].cmd) == len(line)
        assert shell.ran[0].cmd == line


async def test_marks_survive_utf8_split_anywhere(shell: Shell) -> None:
    ran = await shell.run("echo '日本語 — é'")

    assert (ran.cmd, ran.lines) == ("echo '日本語 — é'", ["日本語 — é"])
