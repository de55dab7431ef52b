"""The feed between servers on one PostgreSQL database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import psycopg
import pytest
from tests.support.postgres import PostgresServer

from runwhy.feeds.in_process import Listener
from runwhy.feeds.postgres import CHANNEL, MAX_PAYLOAD, PostgresFeed, _payloads

pytestmark = pytest.mark.anyio


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    postgres.drop_database("feed")
    return postgres.create_database("feed")


@asynccontextmanager
async def running(*feeds: PostgresFeed) -> AsyncIterator[None]:
    for feed in feeds:
        await feed.start()
        await connected(feed)
    try:
        yield
    finally:
        for feed in feeds:
            await feed.stop()


async def connected(feed: PostgresFeed) -> None:
    """Wait until the feed listens: it wakes all listeners then."""
    async with feed.subscribe("anything") as news:
        assert await news.wait(30)


async def hears(news: Listener) -> bool:
    return await news.wait(30)


async def test_a_change_reaches_its_own_server_and_others_once(url: str) -> None:
    one, other = PostgresFeed(url), PostgresFeed(url)
    async with (
        running(one, other),
        one.subscribe("run:1") as mine,
        other.subscribe("run:1") as theirs,
        other.subscribe("jobs") as jobs,
    ):
        one.publish(["run:1", "jobs"])
        assert await hears(mine)
        assert await hears(theirs)
        assert await hears(jobs)
        async with one.subscribe("later") as later:
            other.publish(["later"])
            assert await hears(later)
        assert not await mine.wait(0), "a server must not wake for its own message again"


async def test_many_changes_in_a_row_all_arrive(url: str) -> None:
    one, other = PostgresFeed(url), PostgresFeed(url)
    topics = [f"run:{number:0100}" for number in range(300)]
    async with running(one, other):
        waiting = [asyncio.create_task(_hear(other, topic)) for topic in topics]
        await asyncio.sleep(0)
        for topic in topics:
            one.publish([topic])
        assert all(await asyncio.gather(*waiting))


async def _hear(feed: PostgresFeed, topic: str) -> bool:
    async with feed.subscribe(topic) as news:
        return await hears(news)


async def test_a_change_during_an_outage_is_sent_when_the_database_is_back(
    postgres: PostgresServer, url: str
) -> None:
    one, other = PostgresFeed(url), PostgresFeed(url)
    async with running(one, other), other.subscribe("run:1") as news:
        await asyncio.to_thread(postgres.stop)
        one.publish(["run:1"])
        await asyncio.to_thread(postgres.start)
        assert await hears(news)


async def test_a_message_of_an_older_version_is_understood(url: str) -> None:
    feed = PostgresFeed(url)
    async with running(feed), feed.subscribe("run:old") as news:
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as conn:
            conn.execute("SELECT pg_notify(%s, %s)", (CHANNEL, "run:old"))
        assert await hears(news)


async def test_changes_are_sent_before_a_server_stops(url: str) -> None:
    one, other = PostgresFeed(url), PostgresFeed(url)
    async with running(other), other.subscribe("run:last") as news:
        async with running(one):
            one.publish(["run:first"])
            one.publish(["run:last"])
        assert await hears(news)


@pytest.mark.parametrize(
    "topics", [["a"], ["x" * 100] * 500, ["ü" * 2000] * 7, ["x" * 7000, "y" * 7000]]
)
def test_a_message_fits_the_limit_of_the_database(topics: Sequence[str]) -> None:
    messages = [message.split("\n") for message in _payloads("@me", topics)]
    assert [topic for message in messages for topic in message[1:]] == list(topics)
    assert all(message[0] == "@me" for message in messages)
    assert all(len("\n".join(message).encode()) <= MAX_PAYLOAD for message in messages)


def test_no_change_makes_no_message() -> None:
    assert list(_payloads("@me", [])) == []
