"""The shell hook reports commands to a session, with the real command and server."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.server.api_client import Api
from tests.support.servers import RunningServer, running_server, server_settings
from tests.terminal.shells import PATIENCE, Shell, needs, open_shell

from runwhy.cli.shell_reporter import parse_commands

pytestmark = pytest.mark.anyio

SET = {"bash": "export {}={}", "zsh": "export {}={}", "fish": "set -gx {} {}"}
WAIT = {"bash": "do :; done", "zsh": "do :; done", "fish": "true; end"}
UNSET = {
    "bash": "unset RUNWHY_TERMINAL",
    "zsh": "unset RUNWHY_TERMINAL",
    "fish": "set -e RUNWHY_TERMINAL",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(server_settings(tmp_path_factory.mktemp("server"))) as running:
        yield running


@pytest.fixture
def api(server: RunningServer) -> Iterator[Api]:
    found = Api(server.url)
    yield found
    found.http.close()


def wait_for_blocks(api: Api, session: str, count: int) -> list[tuple[str, int, str]]:
    """Wait for this many blocks of a session."""
    seen: list[tuple[str, int, str]] = []
    with api.http.stream("GET", f"/agent-sessions/{session}/stream", timeout=PATIENCE) as response:
        events = 0
        for line in response.iter_lines():
            events += line == "event: block_end"
            if events == count:
                break
    blocks = api.get(f"/agent-sessions/{session}/pending-context")["blocks"]
    seen += [(block["cmd"], block["exitCode"], block["cwd"]) for block in blocks]
    return seen


def becomes_empty(directory: Path) -> bool:
    """Wait until a directory is empty; return whether it is."""
    give_up = time.monotonic() + PATIENCE
    while any(directory.iterdir()) and time.monotonic() < give_up:
        time.sleep(0.05)
    return not any(directory.iterdir())


async def setup(shell: Shell, name: str, server: RunningServer, session: str) -> None:
    """Load the hook from a program that is not on PATH, as `uv run` does."""
    setting = SET[name]
    await shell.run(setting.format("RUNWHY_URL", server.url))
    await shell.run(setting.format("PATH", "/usr/bin /bin" if name == "fish" else "/usr/bin:/bin"))
    load = f"{Path(sys.executable).parent}/runwhy shell-hook {name} --session {session}"
    await shell.run(f"{load} | source" if name == "fish" else f'eval "$({load})"')
    # A Runwhy terminal reports commands itself; this test uses a plain shell.
    await shell.run(UNSET[name])


async def test_each_command_is_reported_once(
    shell: Shell, shell_name: str, server: RunningServer, api: Api, tmp_path: Path
) -> None:
    session = api.session()
    await setup(shell, shell_name, server, session)
    await shell.run("cat .env")
    await shell.type(" echo private")
    await shell.run("ls /nonexistent")

    got = await asyncio.to_thread(wait_for_blocks, api, session, 2)

    assert [cmd for cmd, _, _ in got] == [UNSET[shell_name], "ls /nonexistent"]
    assert got[1] == ("ls /nonexistent", 2, str(tmp_path))


async def test_commands_arrive_in_order_and_without_our_own(
    shell: Shell, shell_name: str, server: RunningServer, api: Api
) -> None:
    session = api.session()
    await setup(shell, shell_name, server, session)
    for number in range(5):
        await shell.run(f"true q{number}")
    await shell.run("runwhy --nothing")
    await shell.run("echo runwhy")

    got = await asyncio.to_thread(wait_for_blocks, api, session, 7)

    typed = [cmd for cmd, _, _ in got[1:]]
    assert typed == ["true q0", "true q1", "true q2", "true q3", "true q4", "echo runwhy"]


async def test_a_command_states_when_it_ran(
    shell: Shell, shell_name: str, server: RunningServer, api: Api
) -> None:
    session = api.session()
    await setup(shell, shell_name, server, session)
    before = datetime.now(UTC)
    await shell.run("sleep 1")
    await asyncio.to_thread(wait_for_blocks, api, session, 2)

    block = api.get(f"/agent-sessions/{session}/pending-context")["blocks"][1]
    started, ended = (datetime.fromisoformat(block[name]) for name in ("startedAt", "endedAt"))
    assert ended - started >= timedelta(seconds=0.9)
    assert started >= before - timedelta(seconds=1)


async def test_the_reporter_ends_with_its_shell(
    shell_name: str, server: RunningServer, api: Api, tmp_path: Path
) -> None:
    needs(shell_name)
    session = api.session()
    async with open_shell(shell_name, tmp_path) as shell:
        pipes = tmp_path / "pipes"
        pipes.mkdir()
        await shell.run(SET[shell_name].format("TMPDIR", pipes))
        await setup(shell, shell_name, server, session)
        # A process that outlives the shell does not keep the reporter alive.
        await shell.run("sh -c 'sleep 60 </dev/null >/dev/null 2>&1 &'")
        await asyncio.to_thread(wait_for_blocks, api, session, 2)
        assert [path.name for path in pipes.glob("*/*")] == ["commands"]
        shell.terminal.write(b"true last; exit\r")
        await shell.until(lambda: shell.exit)

    assert await asyncio.to_thread(becomes_empty, pipes)


async def test_a_reporter_that_ended_is_replaced(
    shell: Shell, shell_name: str, server: RunningServer, api: Api
) -> None:
    session = api.session()
    await setup(shell, shell_name, server, session)
    pipe = "$__runwhy_hook_reporter[2]" if shell_name == "fish" else "$__runwhy_hook_pipe"
    pid = "$__runwhy_hook_reporter[1]" if shell_name == "fish" else "$__runwhy_hook_pid"
    await shell.run("true before")
    await asyncio.to_thread(wait_for_blocks, api, session, 2)
    await shell.type(f" kill {pid}; while test -p {pipe}; {WAIT[shell_name]}")
    await shell.run("true after")

    got = await asyncio.to_thread(wait_for_blocks, api, session, 3)
    assert [cmd for cmd, _, _ in got[1:]] == ["true before", "true after"]


def test_a_damaged_record_is_not_taken_for_another() -> None:
    now = datetime(2026, 11, 16, tzinfo=UTC)
    whole = ["ses_1", "", "", "0", "/", "make"]

    assert [each.cmd for each in parse_commands([*whole, "ses_1", "", ""], now)] == ["make"]
    assert [each.ended_at for each in parse_commands(whole, now)] == [now]


async def test_runwhy_shell_opens_a_shell_of_the_session(
    server: RunningServer, api: Api, tmp_path: Path
) -> None:
    session = api.session()
    async with open_shell("bash", tmp_path) as shell:
        await shell.run(f"export PATH={Path(sys.executable).parent}:$PATH RUNWHY_URL={server.url}")
        shell.terminal.write(f"runwhy shell --shell bash --session {session}\r".encode())
        await shell.until(lambda: shell.prompts_of_others > 0)
        shell.terminal.write(b"stty size; false\r")
        assert await asyncio.to_thread(wait_for_blocks, api, session, 1) == [
            ("stty size; false", 1, str(tmp_path))
        ]
        shell.terminal.write(b"exit\r")
        await shell.until(lambda: len(shell.ran) == 2)

    assert "24 80" in bytes(shell.raw).decode()
    assert shell.ran[-1].code == 0
