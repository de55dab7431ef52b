"""The shell hook reports commands to a session, with the real command and server."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.api_client import Api
from tests.support.servers import RunningServer, running_server, server_settings
from tests.terminal.shells import PATIENCE, Shell, open_shell

pytestmark = pytest.mark.anyio


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


async def setup(shell: Shell, name: str, server: RunningServer, session: str) -> None:
    """Load the hook from a program that is not on PATH, as `uv run` does."""
    setting = "set -gx {} {}" if name == "fish" else "export {}={}"
    await shell.run(setting.format("RUNWHY_URL", server.url))
    await shell.run(setting.format("PATH", "/usr/bin /bin" if name == "fish" else "/usr/bin:/bin"))
    load = f"{Path(sys.executable).parent}/runwhy shell-hook {name} --session {session}"
    await shell.run(f"{load} | source" if name == "fish" else f'eval "$({load})"')
    # A Runwhy terminal reports commands itself; this test uses a plain shell.
    await shell.run("set -e RUNWHY_TERMINAL" if name == "fish" else "unset RUNWHY_TERMINAL")


async def test_each_command_is_reported_once(
    shell: Shell, shell_name: str, server: RunningServer, api: Api, tmp_path: Path
) -> None:
    session = api.session()
    await setup(shell, shell_name, server, session)
    await shell.run("cat .env")
    await shell.type(" echo private")
    await shell.run("ls /nonexistent")

    got = wait_for_blocks(api, session, 1)
    while not any(cmd == "ls /nonexistent" for cmd, _, _ in got):
        got = wait_for_blocks(api, session, len(got) + 1)

    assert ("ls /nonexistent", 2, str(tmp_path)) in got
    assert not any("private" in cmd or ".env" in cmd for cmd, _, _ in got)


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
