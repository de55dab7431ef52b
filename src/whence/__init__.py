"""Whence: run AI agents from anywhere, and always know why a run exists.

The public names. Each is imported when it is first used, so that `import whence` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whence.client._async.client import AsyncClient
    from whence.client._async.session import AsyncSession
    from whence.client._sync.client import Client
    from whence.client._sync.session import Session
    from whence.client.catalog import Agent, ApiKey, Model, ModelCatalog, Workspace
    from whence.client.errors import (
        ApiError,
        AuthenticationError,
        ConflictError,
        ConnectionFailed,
        InvalidRequestError,
        NotFoundError,
        PermissionDeniedError,
        RateLimitedError,
        RunCancelled,
        RunFailed,
        ServerError,
    )
    from whence.client.memories import Memory, MemoryPage
    from whence.client.records import (
        Run,
        RunPage,
        SessionEvents,
        SessionInfo,
        SessionPage,
        SessionSummary,
    )
    from whence.client.results import RunAccepted, RunEvent, RunResult
    from whence.client.timers import Timer
    from whence.client.tools import Tool, tool
    from whence.core.origin import Actor, Origin
    from whence.core.runs import ModelUsed, Tokens
    from whence.errors import Problem, WhenceError
    from whence.local_server import local
    from whence.normalizers import normalize

    __version__: str

__all__ = [
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
    "RunCancelled",
    "RunEvent",
    "RunFailed",
    "RunPage",
    "RunResult",
    "ServerError",
    "Session",
    "SessionEvents",
    "SessionInfo",
    "SessionPage",
    "SessionSummary",
    "Timer",
    "Tokens",
    "Tool",
    "WhenceError",
    "Workspace",
    "__version__",
    "local",
    "normalize",
    "tool",
]

_HOMES = {
    "whence.client._async.client": ("AsyncClient",),
    "whence.client._async.session": ("AsyncSession",),
    "whence.client._sync.client": ("Client",),
    "whence.client._sync.session": ("Session",),
    "whence.client.catalog": ("Agent", "ApiKey", "Model", "ModelCatalog", "Workspace"),
    "whence.client.errors": (
        "ApiError",
        "AuthenticationError",
        "ConflictError",
        "ConnectionFailed",
        "InvalidRequestError",
        "NotFoundError",
        "PermissionDeniedError",
        "RateLimitedError",
        "RunCancelled",
        "RunFailed",
        "ServerError",
    ),
    "whence.client.memories": ("Memory", "MemoryPage"),
    "whence.client.records": (
        "Run",
        "RunPage",
        "SessionEvents",
        "SessionInfo",
        "SessionPage",
        "SessionSummary",
    ),
    "whence.client.results": ("RunAccepted", "RunEvent", "RunResult"),
    "whence.client.timers": ("Timer",),
    "whence.client.tools": ("Tool", "tool"),
    "whence.core.origin": ("Actor", "Origin"),
    "whence.core.runs": ("ModelUsed", "Tokens"),
    "whence.errors": ("Problem", "WhenceError"),
    "whence.local_server": ("local",),
    "whence.normalizers": ("normalize",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        value: object = version("whence")
    elif name in _HOME_OF:
        value = getattr(import_module(_HOME_OF[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value  # the next use finds it without asking
    return value


def __dir__() -> list[str]:
    return __all__
