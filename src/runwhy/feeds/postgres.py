"""The feed across servers on one PostgreSQL database, with LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import secrets
import selectors
import socket
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

import psycopg
import structlog

from runwhy.feeds.in_process import InProcessFeed
from runwhy.net.database_timeouts import session_statements, timeout_parameters

CHANNEL = "runwhy"
STOP_TIMEOUT = 2.0
MAX_PAYLOAD = 7900  # bytes; PostgreSQL accepts fewer than 8000
SEND_INTERVAL = 0.01  # seconds; changes within this time are sent together
_log = structlog.get_logger("runwhy.feed")


class PostgresFeed(InProcessFeed):
    """Passes on changes to and from other servers; after a lost connection, all listeners wake up.

    Changes are sent after their commit, by one thread, several in one message. NOTIFY within the
    transactions would make them commit one after the other, on all servers. If a server dies before
    it sends a change, the listeners of other servers find it when they poll the store.
    """

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url.replace("postgresql+psycopg://", "postgresql://")
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._sender = f"@{secrets.token_hex(8)}"  # a server ignores its own messages
        self._unsent: dict[str, None] = {}  # topics, oldest first
        self._lock = threading.Lock()
        self._wake: socket.socket | None = None

    async def start(self) -> None:
        await super().start()
        woken, self._wake = socket.socketpair()
        self._wake.setblocking(False)
        self._thread = threading.Thread(
            target=self._stay_connected, args=(woken,), name="runwhy-feed", daemon=True
        )
        self._thread.start()

    async def stop(self) -> None:
        self._stopping.set()
        self._interrupt()
        await super().stop()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join, STOP_TIMEOUT)
        if self._wake is not None:
            self._wake.close()

    def publish(self, topics: Sequence[str]) -> None:
        super().publish(topics)
        if not topics:
            return
        with self._lock:
            is_first = not self._unsent
            self._unsent.update(dict.fromkeys(topics))
        if is_first:
            self._interrupt()

    def is_followed(self, topic: str) -> bool:
        return True  # the listeners of other servers are not known here

    def _interrupt(self) -> None:
        """Wake the thread."""
        if self._wake is not None:
            with suppress(OSError):  # the buffer is full, so the thread wakes anyway
                self._wake.send(b"\0")

    def _stay_connected(self, woken: socket.socket) -> None:
        with woken:
            self._connect_again(woken)

    def _connect_again(self, woken: socket.socket) -> None:
        pause = 0.1
        while not self._stopping.is_set():
            try:
                with psycopg.connect(
                    self._url, autocommit=True, **timeout_parameters(self._url)
                ) as conn:
                    conn.execute(session_statements(self._url))
                    conn.add_notify_handler(lambda notify: self._receive(notify.payload))
                    conn.execute(f"LISTEN {CHANNEL}")
                    self._in_loop(self.notify_all)
                    pause = 0.1
                    self._pass_on(conn, woken)
            except psycopg.Error as error:
                if not self._stopping.is_set():
                    _log.warning("feed.connection_lost", error=str(error), retry_in=pause)
                self._stopping.wait(pause)
                pause = min(pause * 2, 5.0)

    def _pass_on(self, conn: psycopg.Connection, woken: socket.socket) -> None:
        """Receive messages, and send changes, until the feed stops."""
        send_at = 0.0
        with selectors.DefaultSelector() as ready:
            ready.register(conn, selectors.EVENT_READ)
            ready.register(woken, selectors.EVENT_READ)
            while True:
                wait = max(0.0, send_at - time.monotonic()) if self._unsent else None
                for key, _ in ready.select(wait):
                    if key.fileobj is conn:
                        self._read(conn)
                    else:
                        woken.recv(4096)
                if self._unsent and (time.monotonic() >= send_at or self._stopping.is_set()):
                    self._send(conn)
                    send_at = time.monotonic() + SEND_INTERVAL
                if self._stopping.is_set() and not self._unsent:
                    return

    def _read(self, conn: psycopg.Connection) -> None:
        conn.pgconn.consume_input()
        while (notify := conn.pgconn.notifies()) is not None:
            self._receive(notify.extra.decode())

    def _send(self, conn: psycopg.Connection) -> None:
        """Send all changes; if that fails, keep them for the next connection."""
        with self._lock:
            topics, self._unsent = self._unsent, {}
        try:
            for payload in _payloads(self._sender, topics):
                conn.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
        except psycopg.Error:
            with self._lock:
                self._unsent = {**topics, **self._unsent}
            raise

    def _receive(self, payload: str) -> None:
        sender, *topics = payload.split("\n")
        if not topics:  # from a server of an older version
            topics = [sender]
        if sender != self._sender:
            super().publish(topics)


def _payloads(sender: str, topics: Iterable[str]) -> Iterator[str]:
    """Yield messages with as many topics as fit into each."""
    lines, size = [sender], len(sender)
    for topic in topics:
        if size + len(topic.encode()) + 1 > MAX_PAYLOAD and len(lines) > 1:
            yield "\n".join(lines)
            lines, size = [sender], len(sender)
        lines.append(topic)
        size += len(topic.encode()) + 1
    if len(lines) > 1:
        yield "\n".join(lines)
