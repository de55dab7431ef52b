"""Messages that a bot of 0.1.0 had not answered are answered after the upgrade."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from tests.support.clock import NOON
from tests.support.servers import server_settings
from tests.upgrades.sample_data import KEY
from tests.upgrades.test_upgrades import SCHEMAS, loaded

from runwhy.core.runs.delivery import Delivery
from runwhy.core.triggers.replies import Reply
from runwhy.vault import PLAIN
from runwhy.wiring import make_store

MESSAGE = """
INSERT INTO occurrences
    (trigger_id, key, status, count, run_id, at, answered, reply_id, reply_parts)
SELECT c.trigger_id, '7:5', 'fired', 1, r.id, 1, FALSE, 9, 2
FROM channel_sessions c JOIN runs r ON r.session_id = c.session_id ORDER BY r.seq LIMIT 1
"""


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_an_unanswered_message_becomes_a_pending_reply(
    store: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with loaded(SCHEMAS[0], store, tmp_path, request) as url:
        engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
        with engine.begin() as conn:
            conn.execute(text(MESSAGE))
            found = conn.execute(text("SELECT run_id, trigger_id FROM occurrences WHERE key='7:5'"))
            run_id, trigger_id = found.one()
        engine.dispose()
        reply, delivery = asyncio.run(_read(url, tmp_path, run_id, trigger_id))

    assert (reply.run_id, reply.conversation) == (run_id, "42")
    assert reply.delivery == delivery == Delivery(message_id=9, parts=2)


async def _read(
    url: str, directory: Path, run_id: str, trigger_id: str
) -> tuple[Reply, Delivery | None]:
    settings = server_settings(directory, database_url=url, secret_key=(KEY,))
    store = make_store(settings, lambda topics: None, PLAIN)
    await store.open()
    try:
        (reply,) = await store.list_replies(trigger_id, at=NOON.replace(year=2100))
        run = await store.get_run(1, run_id)
    finally:
        await store.close()
    assert run is not None
    return reply, run.delivery
