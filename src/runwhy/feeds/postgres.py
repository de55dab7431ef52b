"""The feed across servers on one PostgreSQL database, with LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import threading

import psycopg
import structlog

from runwhy.feeds.in_process import InProcessFeed
from runwhy.net.database_timeouts import session_statements, timeout_parameters

CHANNEL = "runwhy"
STOP_TIMEOUT = 2.0
STOP_CHECK_INTERVAL = 0.25  # seconds
_log = structlog.get_logger("runwhy.feed")


class PostgresFeed(InProcessFeed):
    """Passes on changes from other servers; after a lost connection, all listeners wake up."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url.replace("postgresql+psycopg://", "postgresql://")
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="runwhy-feed", daemon=True)

    async def start(self) -> None:
        await super().start()
        self._thread.start()

    async def stop(self) -> None:
        self._stopping.set()
        await super().stop()
        if self._thread.is_alive():
            await asyncio.to_thread(self._thread.join, STOP_TIMEOUT)

    def _listen(self) -> None:
        pause = 0.1
        while not self._stopping.is_set():
            try:
                with psycopg.connect(
                    self._url, autocommit=True, **timeout_parameters(self._url)
                ) as conn:
                    conn.execute(session_statements(self._url))
                    conn.execute(f"LISTEN {CHANNEL}")
                    self._in_loop(self.notify_all)
                    pause = 0.1
                    self._pass_on(conn)
            except psycopg.Error as error:
                if not self._stopping.is_set():
                    _log.warning("feed.connection_lost", error=str(error), retry_in=pause)
                self._stopping.wait(pause)
                pause = min(pause * 2, 5.0)

    def _pass_on(self, conn: psycopg.Connection) -> None:
        while not self._stopping.is_set():
            for notify in conn.notifies(timeout=STOP_CHECK_INTERVAL):
                self.publish([notify.payload])
