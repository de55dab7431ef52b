"""The public names of the package: complete, importable and lazy."""

from __future__ import annotations

import subprocess
import sys
from inspect import signature
from pathlib import Path

import pytest

import runwhy

NAMES = [
    "Actor",
    "Agent",
    "ApiError",
    "ApiKey",
    "AsyncClient",
    "AsyncSession",
    "AuthenticationError",
    "Client",
    "ConflictError",
    "ConnectionFailed",
    "InboxEvent",
    "InboxItem",
    "InboxList",
    "InvalidRequestError",
    "Memory",
    "MemoryPage",
    "Model",
    "ModelCatalog",
    "ModelUsed",
    "NotFoundError",
    "Origin",
    "PermissionDeniedError",
    "Problem",
    "RateLimitedError",
    "Run",
    "RunAccepted",
    "RunAggregate",
    "RunCancelled",
    "RunContinuation",
    "RunEvent",
    "RunFailed",
    "RunPage",
    "RunResult",
    "RunwhyError",
    "ServerError",
    "Session",
    "SessionEvents",
    "SessionInfo",
    "SessionPage",
    "SessionSummary",
    "Timer",
    "Tokens",
    "Tool",
    "Workspace",
    "__version__",
    "local",
    "normalize",
    "tool",
]


def test_the_public_names_are_exactly_these() -> None:
    assert runwhy.__all__ == NAMES
    assert dir(runwhy) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_can_be_imported(name: str) -> None:
    assert getattr(runwhy, name) is not None


def test_an_unknown_name_raises_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'runwhy' has no attribute 'Clint'"):
        _ = runwhy.Clint


def test_heavy_modules_are_not_imported_before_a_client_is_used() -> None:
    code = """
import sys, runwhy
@runwhy.tool
def add(a: int) -> int: return a
_ = runwhy.ApiError, runwhy.RunResult, runwhy.Run
heavy = {"httpx2", "pydantic", "asyncio", "runwhy.client._sync"}
print(sorted(heavy & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_method_of_the_client_and_its_session_is_documented() -> None:
    page = Path(__file__).parents[1] / "docs" / "reference" / "python-client.md"
    public = [n for kind in (runwhy.Client, runwhy.Session) for n in dir(kind) if n[0] != "_"]

    missing = [name for name in public if f"`{name}(" not in page.read_text()]
    assert missing == []


def test_both_clients_have_the_same_methods_with_the_same_arguments() -> None:
    pairs = [(runwhy.Client, runwhy.AsyncClient), (runwhy.Session, runwhy.AsyncSession)]
    for one, other in pairs:
        names = [name for name in dir(one) if name[0] != "_"]
        assert names == [name for name in dir(other) if name[0] != "_"]
        for name in names:
            mine, theirs = signature(getattr(one, name)), signature(getattr(other, name))
            assert list(mine.parameters) == list(theirs.parameters)
