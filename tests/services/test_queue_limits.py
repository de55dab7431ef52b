"""The durable queue under limits, on both stores: runs that wait give up their places."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from tests.services.site import Site, echo, site_on, until
from tests.services.test_durable_queue import WITH_TOOL, answer
from tests.support.contracts.fair_queue import rules

from runwhy.core.queue.dispatch import Dispatch
from runwhy.core.runs.run import Run, Status
from runwhy.stores.runs.limits import RESUMING
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.tables import jobs

pytestmark = pytest.mark.anyio

TAGS = {"customer": "acme"}


@pytest.fixture
async def site(database: str) -> AsyncIterator[Site]:
    async with site_on(database) as site:
        site.scene.rules = rules({"customer": 1})
        yield site


async def is_resuming(site: Site, run: Run) -> bool:
    found: list[object] = []

    def read(tx: Tx) -> None:
        query = jobs.select().where(jobs.c.run_id == run.id)
        found.append(tx.conn.execute(query).one().idle)

    await site.store.in_transaction(read)
    return found == [RESUMING]


async def test_a_run_that_waits_for_its_client_frees_its_place_and_waits_for_it_again(
    site: Site,
) -> None:
    options = {"dispatch": Dispatch(limits=site.scene.rules.limits), "rules": site.scene.rules}
    async with site.working(echo(), **options):
        asking = await site.scene.start("[[tool look {}]]", spec=WITH_TOOL, tags=TAGS)
        await until(lambda: site.is_at(asking, Status.WAITING))
        busy = await site.scene.start("[[sleep 300]]", tags=TAGS)
        later = await site.scene.start("Hello", tags=TAGS)
        await until(lambda: site.is_at(busy, Status.RUNNING))

        await answer(site, asking)
        await until(lambda: is_resuming(site, asking))
        await site.scene.cancel(busy)
        asked, last = await site.ended(asking), await site.ended(later)

    assert "tool look returned: 42" in str(asked.final_text)
    assert asked.finished_at is not None
    assert last.started_at is not None
    assert last.started_at >= asked.finished_at


async def test_settings_of_the_server_apply_to_runs_that_are_queued(site: Site) -> None:
    limited = site.scene.rules
    site.scene.rules = rules()
    first, second = [await site.scene.start("[[sleep 300]]", tags=TAGS) for _ in range(2)]

    async with site.working(echo(), dispatch=Dispatch(limits=limited.limits), rules=limited):
        await until(lambda: site.is_at(first, Status.RUNNING))
        free = await site.ended(await site.scene.start("Hello"))

        assert free.status is Status.SUCCEEDED
        assert await site.is_at(second, Status.QUEUED)
