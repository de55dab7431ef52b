"""Hosts of a soak that disappear: clients in the middle of a request, and a whole server."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from bench.soak_server_process import SoakServer
from tests.support.chaos import BASE
from tests.support.tcp_proxy import TcpProxy

CLIENTS = 40
WORKS_FOR, GONE_FOR, FROZEN_FOR = 8.0, 20.0, 8.0


@contextmanager
def half_open_clients(port: int, run_id: str | None) -> Iterator[None]:
    """Open connections that stop in the middle of a request, or never read their response."""
    host = f"Host: 127.0.0.1:{port}\r\n"
    requests = [
        f"POST {BASE}/agent-runs HTTP/1.1\r\n{host}Content-Length: 400\r\n\r\n" + '{"prompt":',
        f"GET {BASE}/agent-runs HTTP/1.1\r\n{host}X-Half: ",
        f"GET {BASE}/agent-runs/{run_id}/stream HTTP/1.1\r\n{host}\r\n",
        "",
    ]
    with ExitStack() as stack:
        for number in range(CLIENTS):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", port), 10))
            client.sendall(requests[number % len(requests)].encode())
        yield


async def lose_server(server: SoakServer, proxy: TcpProxy, scale: float) -> None:
    """Run a second server, and let its host vanish: its connections stay open for the database."""
    server.start()
    try:
        await server.ready(120)
        await asyncio.sleep(WORKS_FOR * scale)
        proxy.vanish()
    finally:
        server.kill()
    await asyncio.sleep(GONE_FOR)  # until its runs are taken over


async def freeze_server(server: SoakServer, scale: float) -> None:
    """Stop the only server's process for a while, as if its host were suspended."""
    os.kill(server.pid, signal.SIGSTOP)
    try:
        await asyncio.sleep(FROZEN_FOR * scale)
    finally:
        os.kill(server.pid, signal.SIGCONT)
