"""Contract of search: exact tags, and stable pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.support.builders import WORKSPACE
from tests.support.contracts.scene import Scene, in_session

from runwhy.core.runs.run import Run, Status
from runwhy.ports import RunFilter

# Tags that must not be confused: case, spaces, prefixes, escapes, look-alikes, order.
TRAPS: Sequence[tuple[str, str]] = (
    ("a", "b"),
    ("a", "B"),
    ("A", "b"),
    ("a", "b "),
    ("a", " b"),
    ("a", "b  c"),
    ("a", "b c"),
    ("a", "bc"),
    ("a", "b.c"),
    ("a", "b-c"),
    ("a", "b_c"),
    ("a", ""),
    ("a", " "),
    ("a", "="),
    ("a", "~62"),
    ("a", "~"),
    ("a", "b*"),
    ("a", 'b"'),
    ("a", '" OR "1.a=b'),
    ("a", "b' OR '1'='1"),
    ("a", "%"),
    ("a", "b%"),
    ("a", "\\"),
    ("a", "a=b"),
    ("a", "null"),
    ("a", "1"),
    ("a", "01"),
    ("a", "1.0"),
    ("a", "é"),
    ("a", "e\u0301"),  # looks the same
    ("a", "É"),
    ("a", "ß"),
    ("a", "ss"),
    ("a", "İ"),
    ("a", "i̇"),
    ("a", "ſ"),
    ("a", "s"),
    ("a", "K"),  # the Kelvin sign
    ("a", "k"),
    ("a", "\u200bb"),
    ("a", "日本"),
    ("a", "日本語"),
    ("a", "🙂"),
    ("a", "\n"),
    ("a", "\t"),
    ("a", "\x7f"),
    ("a", "x" * 256),
    ("a", "x" * 255),
    ("a", "🙂" * 256),
    ("a.", "b"),
    (".a", "b"),
    ("a.b", "c"),
    ("aa", "b"),
    ("a-", "b"),
    ("-a", "b"),
    ("_", "b"),
    ("AND", "OR"),
    ("NEAR", "NOT"),
    ("rowid", "t"),
    ("1.a", "b"),
    ("k" * 64, "v"),
    ("k" * 63, "v"),
)


class SearchContract:
    """A filter finds the runs and sessions of one workspace that have exactly these tags."""

    async def test_each_pair_finds_its_own_run_and_no_other(self, scene: Scene) -> None:
        runs = {pair: await scene.start(tags=dict([pair])) for pair in TRAPS}

        for (key, value), run in runs.items():
            assert await scene.ids(tags={key: value}) == [run.id], (key, value)

    async def test_each_pair_finds_its_own_session_and_no_other(self, scene: Scene) -> None:
        sessions = {pair: await scene.open_session(tags=dict([pair])) for pair in TRAPS}

        for (key, value), session in sessions.items():
            found = await scene.session_ids(tags={key: value})
            assert found == [session.id], (key, value)

    async def test_a_filter_requires_all_of_its_tags(self, scene: Scene) -> None:
        tags = {"customer": "acme", "env": "prod", "team": "a"}
        run = await scene.start(tags=tags)
        await scene.start(tags={**tags, "team": "b"})
        await scene.start(tags={"customer": "acme", "env": "prod"})

        assert await scene.ids(tags=tags) == [run.id]
        assert len(await scene.ids(tags={"env": "prod", "customer": "acme"})) == 3
        assert await scene.ids(tags={"customer": "prod"}) == []
        assert await scene.ids(tags={"unknown": "x"}) == []
        assert len(await scene.ids()) == 3

    async def test_workspaces_whose_numbers_share_a_prefix_are_kept_apart(
        self, scene: Scene
    ) -> None:
        mine = await scene.start(tags={"1.a": "b", "a": "b"})
        for number in range(2, 12):
            other = await scene.store.add_workspace(f"w{number}", "W", at=scene.clock())
            await scene.start(workspace=other.id, tags={"a": "b", "1.a": "b"})

        assert await scene.ids(tags={"a": "b"}) == [mine.id]
        assert len(await scene.ids(11, tags={"1.a": "b"})) == 1

    async def test_sixteen_long_tags_are_found(self, scene: Scene) -> None:
        tags = {f"k{n:02}" + "k" * 60: "🙂" * 20 for n in range(16)}
        run = await scene.start(tags=tags)

        assert await scene.ids(tags=tags) == [run.id]

    async def test_tags_status_and_session_can_be_combined(self, scene: Scene) -> None:
        session = await scene.open_session(tags={"env": "prod"})
        done = await scene.started(**in_session(session))
        await scene.finish(done)
        queued = await scene.start(**in_session(session))
        await scene.start(tags={"env": "prod"})

        filter: dict[str, Any] = {"tags": {"env": "prod"}, "session_id": session.id}
        assert await scene.ids(**filter) == [queued.id, done.run.id]
        assert await scene.ids(**filter, status=Status.SUCCEEDED) == [done.run.id]
        assert await scene.ids(**filter, status=Status.FAILED) == []

    @pytest.mark.parametrize("filter", [RunFilter(), RunFilter(tags={"even": "yes"})])
    async def test_pages_are_stable_while_runs_arrive(
        self, scene: Scene, filter: RunFilter
    ) -> None:
        runs = [await _numbered(scene, n) for n in range(20)]
        wanted = [run.id for n, run in enumerate(runs) if not filter.tags or n % 2 == 0]
        seen: list[str] = []
        before = None
        while page := await scene.store.list_runs(WORKSPACE, filter, limit=3, before=before):
            seen += [run.id for run in page]
            before = page[-1].seq
            await _numbered(scene, 0)

        assert seen == wanted[::-1]

    async def test_a_patched_session_is_found_only_by_its_new_tags(self, scene: Scene) -> None:
        session = await scene.open_session(tags={"a": "1", "b": "1"})
        run = await scene.start(**in_session(session))
        await scene.patch(session, tags={"a": "2", "b": None, "c": "1"})

        found = {pair: await scene.session_ids(tags=dict([pair])) for pair in _PAIRS}
        assert found == {
            ("a", "1"): [],
            ("b", "1"): [],
            ("a", "2"): [session.id],
            ("c", "1"): [session.id],
        }
        assert await scene.ids(tags={"a": "1", "b": "1"}) == [run.id]  # the run keeps its tags


_PAIRS = (("a", "1"), ("b", "1"), ("a", "2"), ("c", "1"))


async def _numbered(scene: Scene, number: int) -> Run:
    return await scene.start(tags={"even": "no" if number % 2 else "yes"})
