"""Serve a database, or pack its runs, in a process that can be killed.

python sample_server.py serve DATABASE DIRECTORY PORT | pack DATABASE DIRECTORY
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import uvicorn

from runwhy.settings import Settings
from runwhy.wiring import Server, make_server

RUNS_IN_A_PACK = 3


def serve(server: Server, port: int) -> None:
    uvicorn.run(server.app, port=port, log_level="error", lifespan="on", ws="websockets-sansio")


async def pack(server: Server) -> None:
    await server.store.open()
    await server.store.pack_runs(size=RUNS_IN_A_PACK)
    await server.store.close()


def main() -> None:
    task, database, directory, *port = sys.argv[1:]
    server = make_server(Settings(database_url=database, data_dir=Path(directory)))
    if task == "serve":
        serve(server, int(port[0]))
    else:
        asyncio.run(pack(server))


if __name__ == "__main__":
    main()
