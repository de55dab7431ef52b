"""A manual clock and a scripted model."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.executors.scripted_server import CHAT, Scene, scene
from tests.server.api_client import ok
from tests.server.autonomy.conversation import Chat
from tests.support.clock import FrozenClock


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Scene, FrozenClock]]:
    clock = FrozenClock()
    directory = tmp_path_factory.mktemp("autonomy")
    settings = {"model_retries": 0}
    with (
        pytest.MonkeyPatch.context() as patch,
        scene(CHAT, directory, patch, settings=settings, clock=clock, fire=False) as made,
    ):
        yield made, clock


@pytest.fixture
def chat(running: tuple[Scene, FrozenClock]) -> Iterator[Chat]:
    here, clock = running
    here.model.forget()
    made = Chat(here, clock)
    made.begin()
    yield made
    for session in made.sessions:
        ok(here.api.http.delete(f"/agent-sessions/{session}"))  # including pending timers
