"""Terminals during a database outage: none leaks, and none is lost."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.services.site import Site, Wire, now, site_on, until
from tests.support.builders import WORKSPACE
from tests.support.ids import CountingIds

from runwhy.errors import NotFound, Unavailable
from runwhy.ports import session_topic
from runwhy.services.pending_commands import PendingCommands
from runwhy.services.terminals import Terminals
from runwhy.wiring.adapters import open_terminal

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with site_on(f"sqlite:///{tmp_path / 'runwhy.db'}") as site:
        yield site


def terminals_of(site: Site, wire: Wire) -> Terminals:
    store, ids = site.store, CountingIds()
    return Terminals(
        store=store,
        conversations=wire,
        audit=wire,
        pending=PendingCommands(store=store, clock=now, new_id=ids),
        feed=site.feed,
        clock=now,
        new_id=ids,
        open_terminal=open_terminal,
        limit=1,
    )


async def test_a_terminal_is_closed_if_its_opening_cannot_be_recorded(site: Site) -> None:
    wire, session = Wire(site.store), await site.scene.open_session()
    terminals = terminals_of(site, wire)
    wire.lose_calls_of = {"note_change"}

    for _ in range(2):  # the second would exceed the limit if the first were still open
        with pytest.raises(Unavailable):
            await terminals.open(WORKSPACE, session.id)

    assert terminals.of_session(WORKSPACE, session.id) == []


async def test_a_shell_survives_a_database_outage(site: Site) -> None:
    wire, session = Wire(site.store), await site.scene.open_session()
    terminals = terminals_of(site, wire)
    wire.lose_calls_of = {"get_session"}
    room = await terminals.open(WORKSPACE, session.id)

    async def looked_again() -> bool:
        site.feed.publish([session_topic(session.id)])
        return wire.failed["get_session"] > 1

    await until(looked_again)

    assert terminals.get(WORKSPACE, room.id) is room
    assert not room.is_closed
    await terminals.close_all()


async def test_closing_a_terminal_can_be_retried(site: Site) -> None:
    wire, session = Wire(site.store), await site.scene.open_session()
    terminals = terminals_of(site, wire)
    room = await terminals.open(WORKSPACE, session.id)
    wire.lose_calls_of = {"note_change"}
    with pytest.raises(Unavailable):
        await terminals.close(WORKSPACE, room.id)

    wire.lose_calls_of = set()
    await terminals.close(WORKSPACE, room.id)

    with pytest.raises(NotFound):
        terminals.get(WORKSPACE, room.id)
