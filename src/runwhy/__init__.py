"""Runwhy: run AI agents from anywhere, and always know why a run exists.

Public names are imported on first use, so that `import runwhy` stays fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runwhy.client._async.client import AsyncClient
    from runwhy.client._async.session import AsyncSession
    from runwhy.client._sync.client import Client
    from runwhy.client._sync.session import Session
    from runwhy.client.catalog import Agent, ApiKey, Model, ModelCatalog, Workspace
    from runwhy.client.errors import (
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
    from runwhy.client.memories import Memory, MemoryPage
    from runwhy.client.records import (
        Run,
        RunPage,
        SessionEvents,
        SessionInfo,
        SessionPage,
        SessionSummary,
    )
    from runwhy.client.results import RunAccepted, RunEvent, RunResult
    from runwhy.client.timers import Timer
    from runwhy.client.tools import Tool, tool
    from runwhy.core.runs.origin import Actor, Origin
    from runwhy.core.runs.run import ModelUsed, Tokens
    from runwhy.errors import Problem, RunwhyError
    from runwhy.local_server import local
    from runwhy.normalizers.registry import normalize

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

_EXPORTS = {
    "runwhy.client._async.client": ("AsyncClient",),
    "runwhy.client._async.session": ("AsyncSession",),
    "runwhy.client._sync.client": ("Client",),
    "runwhy.client._sync.session": ("Session",),
    "runwhy.client.catalog": ("Agent", "ApiKey", "Model", "ModelCatalog", "Workspace"),
    "runwhy.client.errors": (
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
    "runwhy.client.memories": ("Memory", "MemoryPage"),
    "runwhy.client.records": (
        "Run",
        "RunPage",
        "SessionEvents",
        "SessionInfo",
        "SessionPage",
        "SessionSummary",
    ),
    "runwhy.client.results": ("RunAccepted", "RunEvent", "RunResult"),
    "runwhy.client.timers": ("Timer",),
    "runwhy.client.tools": ("Tool", "tool"),
    "runwhy.core.runs.origin": ("Actor", "Origin"),
    "runwhy.core.runs.run": ("ModelUsed", "Tokens"),
    "runwhy.errors": ("Problem", "RunwhyError"),
    "runwhy.local_server": ("local",),
    "runwhy.normalizers.registry": ("normalize",),
}
_MODULE_OF = {name: module for module, names in _EXPORTS.items() for name in names}


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        value: object = version("runwhy")
    elif name in _MODULE_OF:
        value = getattr(import_module(_MODULE_OF[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value  # later uses skip __getattr__
    return value


def __dir__() -> list[str]:
    return __all__
