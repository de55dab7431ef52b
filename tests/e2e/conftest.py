"""Fixtures of the end-to-end tests: a Restate server, and the queues that servers can have."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.support.restate import RestateNode, running_restate


@pytest.fixture(scope="session")
def restate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RestateNode]:
    """A real Restate server for all tests, started when it is first needed."""
    with running_restate(tmp_path_factory.mktemp("restate")) as node:
        yield node


@pytest.fixture(params=["embedded", "restate"])
def queue(request: pytest.FixtureRequest) -> dict[str, str]:
    """The variables of servers with each queue. A test of crashes runs on both."""
    if request.param == "embedded":
        return {}
    node: RestateNode = request.getfixturevalue("restate")
    return node.environment()
