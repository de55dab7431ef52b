"""The frame of every tool call: its caller, and errors that a model can read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError

from runwhy.core.accounts.audit import AuditContext
from runwhy.errors import Denied, InvalidInput, RunwhyError
from runwhy.mcp.caller_scope import McpServices, ToolScope
from runwhy.ports import AUDIT_CONTEXT


@asynccontextmanager
async def tool_scope(services: McpServices, ctx: Context) -> AsyncIterator[ToolScope]:
    """Authenticate a tool call, and turn our errors into errors that the model can read."""
    headers = {name.lower(): value for name, value in (ctx.headers or {}).items()}
    scope: ToolScope | None = None
    try:
        scope = await services.scope_of(headers)
        AUDIT_CONTEXT.set(AuditContext(actor=scope.caller.actor, at=services.clock()))
        yield scope
    except RunwhyError as error:
        if isinstance(error, Denied):
            await services.record_refusal(headers, error, scope.caller if scope else None)
        raise ToolError(_text(error)) from error


def _text(error: RunwhyError) -> str:
    problems = error.problems if isinstance(error, InvalidInput) else ()
    named = "; ".join(f"{one.field}: {one.problem}" for one in problems)
    return f"{error.code}: {named or error.message}"
