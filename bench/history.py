"""Measure what a run costs in a long session, in CPU time of the server.

uv run --group dev python -m bench.history [--turns 503] [--stores sqlite postgres]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
from typing import Any

from bench.accept import Database, databases, server_process
from bench.api import RUNS
from bench.load import Connection
from bench.processes import usage
from rich.console import Console
from rich.table import Table

SESSIONS = RUNS.replace("agent-runs", "agent-sessions")
MEASURED = 50


async def _send(port: int, session: str, count: int) -> None:
    """Send messages to a session, each after the reply to the one before."""
    async with Connection("127.0.0.1", port) as sender:
        for number in range(count):
            body = {"prompt": f"Message {number}: what is the weather in town {number}?"}
            path = f"{SESSIONS}/{session}/messages"
            status, answer = await sender.request("POST", path, body)
            if status >= 300:
                raise RuntimeError(f"{status}: {answer!r}")
            await _ended(sender, json.loads(answer)["runId"])


async def _ended(sender: Connection, run_id: str) -> None:
    async with Connection("127.0.0.1", sender._port) as listener:
        await listener.events(f"{RUNS}/{run_id}/stream")


async def _session(port: int) -> str:
    async with Connection("127.0.0.1", port) as sender:
        body: dict[str, Any] = {"systemPrompt": "Be brief."}
        status, answer = await sender.request("POST", SESSIONS, body)
        if status >= 300:
            raise RuntimeError(f"{status}: {answer!r}")
        return str(json.loads(answer)["sessionId"])


def measure(database: Database, turns: int) -> tuple[float, float]:
    """Return CPU ms per run at the beginning of a session, and after `turns` turns."""
    url = database.create() if database.create else None
    with server_process(url, work=True) as (port, pid):
        session = asyncio.run(_session(port))
        asyncio.run(_send(port, session, 5))  # warm
        figures = []
        for count in (0, turns - MEASURED - 5):
            asyncio.run(_send(port, session, count))
            before = usage(pid)
            asyncio.run(_send(port, session, MEASURED))
            figures.append((usage(pid) - before).cpu / MEASURED * 1000)
    return figures[0], figures[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=503)
    parser.add_argument("--stores", nargs="+", default=["sqlite", "postgres"])
    args = parser.parse_args()
    table = Table("CPU ms a run", "first 50 runs", f"after {args.turns} turns")
    with databases(args.stores) as found:
        for database in found:
            table.add_row(database.name, *(f"{ms:.1f}" for ms in measure(database, args.turns)))
    Console().print(table, f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
