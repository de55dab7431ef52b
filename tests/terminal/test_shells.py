"""Commands on a real PTY: command line, directory, exit code and output."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pytest
from tests.terminal.shells import NONCE, Shell, open_shell

from runwhy.terminal.screen import trimmed

pytestmark = pytest.mark.anyio


async def test_exit_codes_are_the_commands_own(shell: Shell, shell_name: str) -> None:
    seven = "sh -c 'exit 7'" if shell_name == "fish" else "(exit 7)"

    assert (await shell.run("false")).code == 1
    assert (await shell.run(seven)).code == 7
    assert (await shell.run("ls /nonexistent")).code == 2
    assert (await shell.run("sleep 0.1 | false")).code == 1
    assert (await shell.run("true")).code == 0


async def test_a_command_line_is_one_block(shell: Shell, shell_name: str, tmp_path: Path) -> None:
    loop = (
        "for i in 1 2; echo $i; end" if shell_name == "fish" else "for i in 1 2; do echo $i; done"
    )

    both = await shell.run("echo hi && pwd")
    looped = await shell.run(loop)

    assert (both.cmd, both.lines) == ("echo hi && pwd", ["hi", str(tmp_path)])
    assert (looped.cmd, looped.lines) == (loop, ["1", "2"])


@pytest.mark.parametrize("name", ["bash", "zsh"])
async def test_a_here_document_is_one_block_with_its_text(name: str, tmp_path: Path) -> None:
    async with open_shell(name, tmp_path) as shell:
        await shell.type("cat <<END\rone; two\\\\\rEND")
        await shell.until(lambda: shell.ran)

        (ran,) = shell.ran
        assert ran.lines == ["one; two\\"]
        assert ran.cmd == "cat <<END\none; two\\\\\nEND"


async def test_an_empty_line_is_not_a_block(shell: Shell) -> None:
    shell.terminal.write(b"\r   \r")
    shell.terminal.write(b"echo one\r")
    await shell.until(lambda: shell.ran)

    assert [ran.lines for ran in shell.ran] == [["one"]]


async def test_ctrl_c_ends_a_command_with_130(shell: Shell) -> None:
    # Before its first output, the program may not be in the foreground and would not get the
    # signal.
    shell.terminal.write(b"sh -c 'echo u''p; exec sleep 30'\r")
    await shell.until(lambda: b"up\r\n" in shell.raw)
    wanted = shell.prompts + 1
    shell.terminal.write(b"\x03")
    await shell.until(lambda: shell.prompts >= wanted)

    assert shell.ran[0].code == 130


async def test_ctrl_c_at_the_prompt_is_not_a_block(shell: Shell) -> None:
    shell.terminal.write(b"echo never")
    await shell.until(lambda: "echo never" in "\n".join(shell.terminal.rows()))
    while "never" in trimmed(shell.terminal.rows())[-1]:  # until the next prompt
        shell.terminal.write(b"\x03")
        with suppress(TimeoutError):
            await shell.until(
                lambda: "never" not in trimmed(shell.terminal.rows())[-1], patience=0.5
            )
    shell.terminal.write(b"echo one\r")
    await shell.until(lambda: shell.ran)

    assert [(ran.cmd, ran.lines) for ran in shell.ran] == [("echo one", ["one"])]


async def test_all_of_500_lines_are_counted(shell: Shell) -> None:
    ran = await shell.run("seq 500")

    assert ran.end.lines_total == 500
    assert ran.lines[-20:] == [str(n) for n in range(481, 501)]
    assert ran.end.bytes_total >= len("".join(f"{n}\r\n" for n in range(1, 501)))


async def test_only_the_last_lines_of_long_output_are_kept(tmp_path: Path) -> None:
    async with open_shell("bash", tmp_path) as shell:
        ran = await shell.run("seq 200000")

        assert ran.end.lines_total == 200_000
        assert ran.lines[-1] == "200000"
        assert len(ran.lines) <= 1100


async def test_a_long_line_is_one_line(shell: Shell) -> None:
    ran = await shell.run("printf 'é%.0s' $(seq 2500); echo")
    if not ran.lines[0].startswith("éé"):
        ran = await shell.run("python3 -c \"print('é' * 2500)\"")

    assert ran.lines == ["é" * 2500]


async def test_output_is_what_was_displayed(shell: Shell) -> None:
    colours = await shell.run(r"printf '\033[31mred\033[0m plain\n'")
    progress = await shell.run(r"printf '10%%\r50%%\r100%%\ndone\n'")
    erased = await shell.run(r"printf 'wrong\b\b\b\b\bright\n'")

    assert colours.lines == ["red plain"]
    assert progress.lines == ["100%", "done"]
    assert erased.lines == ["right"]


async def test_output_without_a_newline_is_unchanged(shell: Shell) -> None:
    assert (await shell.run("printf no")).lines == ["no"]
    assert (await shell.run("printf ''")).lines == []


async def test_drawings_of_full_screen_programs_are_not_output(shell: Shell) -> None:
    ran = await shell.run(r"printf 'before\n\033[?1049hMENU\033[?1049lafter\n'")

    assert ran.lines == ["before", "after"]


async def test_a_forged_mark_is_ignored(shell: Shell) -> None:
    ran = await shell.run(r"printf '\033]633;D;0;guess\007\033]133;D;0\007real\n'; false")

    assert (ran.code, ran.lines) == (1, ["real"])


def shown_by_system(pid: int) -> str:
    """Return the environment and arguments of a process, as other processes can read them."""
    folder = Path(f"/proc/{pid}")
    if not folder.exists():
        return ""  # not on Linux
    shown = [(folder / name).read_text() for name in ("environ", "cmdline")]
    assert "HOME=" in shown[0]
    return "\n".join(shown)


async def test_no_process_can_read_the_nonce(shell: Shell) -> None:
    assert NONCE not in shown_by_system(shell.pid)
    ran = await shell.run("env; cat /proc/self/environ 2>/dev/null; echo end")

    assert NONCE not in "\n".join(ran.lines)
    assert ran.lines[-1].endswith("end")
    left = await shell.run("sh -c 'cat <&9; echo end' 2>/dev/null")  # closed, or empty
    assert left.lines in ([], ["end"])


async def test_concurrent_commands_do_not_mix(shell: Shell) -> None:
    await shell.type("echo one\recho two; false", prompts=2)
    await shell.until(lambda: len(shell.ran) == 2)

    assert [(r.cmd, r.code, r.lines) for r in shell.ran] == [
        ("echo one", 0, ["one"]),
        ("echo two; false", 1, ["two"]),
    ]


async def test_the_directory_is_that_of_the_command(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "a b;c").mkdir()

    first = await shell.run("cd 'a b;c'")
    second = await shell.run("true")

    assert (first.cwd, second.cwd) == (str(tmp_path), str(tmp_path / "a b;c"))


async def test_special_characters_in_a_command_are_preserved(shell: Shell) -> None:
    line = r"echo 'a;b\\x3b' ; true # é \n"

    assert (await shell.run(line)).cmd == line


async def test_a_nested_shell_is_one_block(shell: Shell) -> None:
    shell.terminal.write(b"sh\r")
    await shell.until(lambda: shell.running)
    await shell.type("exit 3")
    await shell.until(lambda: shell.ran)

    assert [(r.cmd, r.code) for r in shell.ran] == [("sh", 3)]


async def test_exiting_the_shell_ends_the_last_block(shell: Shell) -> None:
    shell.terminal.write(b"exit 3\r")
    await shell.until(lambda: shell.exit)

    assert shell.exit == [3]
    assert [(r.cmd, r.code) for r in shell.ran] == [("exit 3", 3)]


async def test_a_background_job_does_not_keep_its_block_open(shell: Shell) -> None:
    ran = await shell.run("sleep 20 &")

    assert ran.code == 0


async def test_the_window_can_be_resized(shell: Shell) -> None:
    shell.terminal.resize(132, 43)

    assert (await shell.run("stty size")).lines == ["43 132"]


async def test_a_closed_terminal_leaves_no_process(shell_name: str, tmp_path: Path) -> None:
    async with open_shell(shell_name, tmp_path) as shell:
        pid = shell.terminal._pty.pid
        shell.terminal.write(b"sleep 600\r")
        await shell.until(lambda: shell.running)

    assert len(shell.exit) == 1
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_programs_get_answers_to_terminal_queries(tmp_path: Path) -> None:
    async with open_shell("bash", tmp_path) as shell:
        ran = await shell.run(r"IFS= read -rsdR -p $'\e[6n' at; echo \"${at#*[}\"")

        assert ";" in ran.lines[-1]
