"""A program that replaces a coding agent: it replays a stream and records its calls."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from textwrap import dedent

STREAMS = Path(__file__).parents[1] / "normalizers" / "streams"


def stand_in(directory: Path, agent: str, stream: str, *, fails: str = "", code: int = 0) -> Path:
    """Create the program; it records its last call in `called.json` next to it."""
    program = directory / f"{agent}-stand-in"
    program.write_text(
        dedent(f"""\
        #!{sys.executable}
        import json, os, sys
        from pathlib import Path

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


def calls(directory: Path) -> list[dict[str, object]]:
    """Return every recorded call."""
    found: list[dict[str, object]] = json.loads((directory / "called.json").read_text())
    return found
