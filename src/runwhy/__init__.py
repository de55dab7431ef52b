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
    from runwhy.client.results import (
        InboxEvent,
        Memory,
        MemoryPage,
        RunEvent,
        RunResult,
        SessionEvents,
    )
    from runwhy.client.tools import Tool, tool
    from runwhy.errors import Problem, RunwhyError
    from runwhy.local_server import local
    from runwhy.normalizers.registry import normalize
    from runwhy.wire.accounts import Agent, ApiKey, Model, ModelCatalog, Workspace
    from runwhy.wire.aggregates import RunAggregate
    from runwhy.wire.answer import Actor
    from runwhy.wire.inbox import InboxItem, InboxList
    from runwhy.wire.runs import (
        ModelUsed,
        Origin,
        Run,
        RunAccepted,
        RunContinuation,
        RunPage,
        Tokens,
    )
    from runwhy.wire.sessions import SessionInfo, SessionPage, SessionSummary, Timer

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

_EXPORTS = {
    "runwhy.client._async.client": ("AsyncClient",),
    "runwhy.client._async.session": ("AsyncSession",),
    "runwhy.client._sync.client": ("Client",),
    "runwhy.client._sync.session": ("Session",),
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
    "runwhy.client.results": (
        *("InboxEvent", "Memory", "MemoryPage", "RunEvent", "RunResult", "SessionEvents"),
    ),
    "runwhy.client.tools": ("Tool", "tool"),
    "runwhy.errors": ("Problem", "RunwhyError"),
    "runwhy.local_server": ("local",),
    "runwhy.normalizers.registry": ("normalize",),
    "runwhy.wire.accounts": ("Agent", "ApiKey", "Model", "ModelCatalog", "Workspace"),
    "runwhy.wire.aggregates": ("RunAggregate",),
    "runwhy.wire.answer": ("Actor",),
    "runwhy.wire.inbox": ("InboxItem", "InboxList"),
    "runwhy.wire.runs": (
        "ModelUsed",
        "Origin",
        "Run",
        "RunAccepted",
        "RunContinuation",
        "RunPage",
        "Tokens",
    ),
    "runwhy.wire.sessions": ("SessionInfo", "SessionPage", "SessionSummary", "Timer"),
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
