"""A shared server, and a fixture that runs commands against it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner, Result
from tests.cli.processes import Served, environment, served

from runwhy.cli import main

Command = Callable[..., Result]
CLAUDE = """\
    import json, sys
    def send(**message): print(json.dumps(message), flush=True)
    sys.stdin.readline()
    tool = {"subtype": "can_use_tool", "tool_name": "Bash", "tool_use_id": "t1"}
    tool["input"] = {"command": "rm -rf build", "description": "Remove old files"}
    send(type="control_request", request_id="toolu_1", request=tool)
    answer = json.loads(sys.stdin.readline())["response"]["response"]
    send(type="result", is_error=False, result=json.dumps(answer))
    """


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server in its own process, shared by all tests. Tests separate their data by tags."""
    env = environment(tmp_path_factory.mktemp("served"))
    with served(env=env, patience=threading.TIMEOUT_MAX) as running:
        yield running


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """An empty data directory."""
    return tmp_path / "data"


@pytest.fixture
def command(server: Served, monkeypatch: pytest.MonkeyPatch) -> Command:
    """A function that runs a command in this process against the server."""
    for name in ("RUNWHY_URL", "RUNWHY_API_KEY", "RUNWHY_WORKSPACE", "RUNWHY_DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("RUNWHY_DATA_DIR", server.env["RUNWHY_DATA_DIR"])

    def run(*args: str, text: str | None = None, code: int = 0) -> Result:
        result = CliRunner().invoke(main, [*args], input=text, prog_name="runwhy")
        assert result.exit_code == code, result.output
        return result

    return run


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Served]:
    """A server on which Claude Code always needs an approval."""
    program = tmp_path / "claude"
    program.write_text(f"#!{sys.executable}\n{dedent(CLAUDE)}")
    program.chmod(0o755)
    env = environment(
        tmp_path / "data", RUNWHY_CLAUDE_COMMAND=str(program), RUNWHY_APPROVAL_TIMEOUT="3d"
    )
    with served(env=env) as server:
        yield server
