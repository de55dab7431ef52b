"""Complete servers connected to scripted providers: one per provider API and test module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.executors.scripted_server import CHAT, WIRES, Scene, Wire, scene

SETTINGS = {"model_retries": 2, "model_idle_timeout": 20.0}


@pytest.fixture(scope="module", params=WIRES, ids=lambda wire: wire.name)
def every(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Scene]:
    wire: Wire = request.param
    directory = tmp_path_factory.mktemp(wire.name)
    with (
        pytest.MonkeyPatch.context() as patch,
        scene(wire, directory, patch, settings=SETTINGS) as made,
    ):
        yield made


@pytest.fixture
def here(every: Scene) -> Scene:
    """Every provider API in turn; the test writes the script."""
    every.model.forget()
    return every


@pytest.fixture(scope="module")
def _chat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    directory = tmp_path_factory.mktemp("one")
    with (
        pytest.MonkeyPatch.context() as patch,
        scene(CHAT, directory, patch, settings=SETTINGS) as made,
    ):
        yield made


@pytest.fixture
def chat(_chat: Scene) -> Scene:
    """One provider API, for tests that do not depend on it."""
    _chat.model.forget()
    return _chat
