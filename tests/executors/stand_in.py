"""A program that replaces a coding agent: it replays a stream and records its calls."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent

from tests.server.api_client import Api
from tests.support.servers import running_server, server_settings

STREAMS = Path(__file__).parents[1] / "normalizers" / "streams"


def stand_in(directory: Path, agent: str, stream: str, *, fails: str = "", code: int = 0) -> Path:
    """Create the program; it records its last call in `called.json` next to it."""
    program = directory / f"{agent}-stand-in"
    program.write_text(
        dedent(f"""\
        #!{sys.executable}
        import json, os, sys
        from pathlib import Path

        if "--acp" in sys.argv:
            sys.exit("error: unknown option '--acp'")
        here = Path({str(directory)!r})
        calls = here / "called.json"
        known = json.loads(calls.read_text()) if calls.exists() else []
        call = {{"args": sys.argv[1:], "env": dict(os.environ), "stdin": sys.stdin.read()}}
        calls.write_text(json.dumps([*known, {{**call, "cwd": os.getcwd()}}]))
        for line in Path({str(STREAMS / agent / f"{stream}.jsonl")!r}).read_text().splitlines():
            told = json.loads(line)
            if told.get("type") == "user" and {agent!r} == "cursor":
                told["message"]["content"][0]["text"] = sys.argv[-1]
            if not {fails!r}:
                print(json.dumps(told), flush=True)
        print({fails!r}, file=sys.stderr)
        sys.exit({code})
        """)
    )
    program.chmod(0o755)
    return program


def agent_program(directory: Path, agent: str, program: str) -> Path:
    """Create an executable file from a Python program."""
    file = directory / agent
    file.write_text(f"#!{sys.executable}\n{dedent(program)}")
    file.chmod(0o755)
    return file


@contextmanager
def agent_server(directory: Path, agent: str, program: str) -> Iterator[Api]:
    """Serve with a Python program in place of a coding agent."""
    file = agent_program(directory, agent, program)
    settings = server_settings(directory, **{f"{agent}_command": str(file)})
    with running_server(settings) as server:
        api = Api(server.url)
        try:
            yield api
        finally:
            api.http.close()


def calls(directory: Path) -> list[dict[str, object]]:
    """Return every recorded call."""
    found: list[dict[str, object]] = json.loads((directory / "called.json").read_text())
    return found
