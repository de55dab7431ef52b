"""Every supported shell, at its first prompt."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.terminal.shells import ALL_SHELLS, Shell, open_shell


@pytest.fixture(params=ALL_SHELLS)
def shell_name(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
async def shell(shell_name: str, tmp_path: Path) -> AsyncIterator[Shell]:
    async with open_shell(shell_name, tmp_path) as opened:
        yield opened
