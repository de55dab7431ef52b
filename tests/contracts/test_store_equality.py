"""SQLite, PostgreSQL and a filter in Python find the same runs and sessions by tags."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.contracts.conftest import emptied, opened, postgres_store, sqlite_store
from tests.support.contracts.scene import ALL, Scene
from tests.support.contracts.search import TRAPS

from runwhy.core.runs.tags import MAX_BYTES
from runwhy.core.sessions.session import SessionPatch
from runwhy.ports import RunFilter, SessionFilter

Tags = Mapping[str, str]

keys = st.sampled_from(["a", "A", "aa", "a.a", "1.a", "_", "k" * 64])
values = st.one_of(
    st.sampled_from([value for _, value in TRAPS]),
    st.text("aAbB .-_=~*\"'%éÉß", max_size=4),
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=6),
)
tags = st.dictionaries(keys, values, max_size=4).filter(
    lambda made: sum(len(f"{k}{v}".encode()) for k, v in made.items()) < MAX_BYTES // 2
)


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def scenes(
    runner: asyncio.Runner, postgres_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Scene]]:
    """Both stores, open for all examples; each example uses its own workspace."""
    path: Path = tmp_path_factory.mktemp("alike") / "runwhy.db"
    stack = AsyncExitStack()

    async def open_both() -> list[Scene]:
        stores = [
            await stack.enter_async_context(opened(store))
            for store in (sqlite_store(path), postgres_store(postgres_url))
        ]
        emptied(postgres_url)
        return [await Scene(store).open() for store in stores]

    yield runner.run(open_both())
    runner.run(stack.aclose())


_numbers = count(1)


async def found_by(
    scene: Scene, name: str, tagged: list[Tags], filters_given: list[Tags], changes: list[Tags]
) -> list[tuple[list[int], list[int]]]:
    """Return the runs and the sessions that each filter finds, newest first."""
    workspace = (await scene.store.add_workspace(name, name, at=scene.clock())).id
    runs, sessions = [], []
    for tags in tagged:
        runs.append((await scene.start(workspace=workspace, tags=tags)).id)
        sessions.append((await scene.open_session(workspace=workspace, tags=tags)).id)
    for session, change in zip(sessions, changes, strict=False):
        await scene.store.patch_session(workspace, session, SessionPatch(tags=change))
    answers = []
    for wanted in filters_given:
        some = await scene.store.list_runs(workspace, RunFilter(tags=wanted), limit=ALL)
        page = await scene.store.list_sessions(workspace, SessionFilter(tags=wanted), limit=ALL)
        answers.append(
            ([runs.index(run.id) for run in some], [sessions.index(s.id) for s in page.sessions])
        )
    return answers


def filter_in_python(tagged: list[Tags], wanted: Tags) -> list[int]:
    """Return the positions that have all of these tags, newest first."""
    every = range(len(tagged) - 1, -1, -1)
    return [at for at in every if wanted.items() <= tagged[at].items()]


@given(st.lists(tags, min_size=1, max_size=8), st.lists(tags, max_size=4), st.lists(tags))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_both_stores_and_a_python_filter_find_the_same(
    runner: asyncio.Runner,
    scenes: list[Scene],
    tagged: list[Tags],
    filters_given: list[Tags],
    changes: list[Tags],
) -> None:
    parts = [dict([pair]) for some in tagged for pair in some.items()]
    filters = [*filters_given, *tagged, *parts]
    name = f"example-{next(_numbers)}"

    patched = [
        {**old, **new} for old, new in zip(tagged, [*changes, *[{}] * len(tagged)], strict=False)
    ]
    expected = [(filter_in_python(tagged, q), filter_in_python(patched, q)) for q in filters]
    for scene in scenes:
        found = runner.run(found_by(scene, name, tagged, filters, changes))
        assert found == expected, type(scene.store).__name__
