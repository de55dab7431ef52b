"""Whom a call of a tool is for: decided by the credential and by who set the client up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from runwhy.core.accounts.workspaces import DEFAULT_SLUG, Scope
from runwhy.core.sessions.session import Session
from runwhy.errors import InvalidInput, NotFound, Problem
from runwhy.ports import Clock
from runwhy.services.access import Access, Caller
from runwhy.services.pending_commands import PendingCommands
from runwhy.services.runs import Runs
from runwhy.services.sessions import Sessions
from runwhy.services.terminal_session import TerminalSession
from runwhy.services.terminals import Terminals

WORKSPACE = "x-runwhy-workspace"
SESSION = "x-runwhy-session"


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """The services that tools use."""

    access: Access
    runs: Runs
    sessions: Sessions
    terminals: Terminals
    pending: PendingCommands
    clock: Clock

    async def bind(self, headers: Mapping[str, str]) -> Bound:
        """Whom these headers speak for. Raises: Unauthorized, NotFound, InvalidInput.

        The model does not write them: whatever ids it passes, it stays in this session.
        """
        caller = await self.access.identify(
            headers.get(WORKSPACE) or DEFAULT_SLUG, _secret(headers)
        )
        id = headers.get(SESSION)
        if not id:
            raise InvalidInput([Problem(SESSION, "names the session that the tools are for")])
        caller.require(Scope.SESSIONS_READ)
        session = await self.sessions.get(caller.workspace.id, id)
        if not caller.can_see(session.tags):
            raise NotFound(f"no session {id}")
        return Bound(desk=self, caller=caller, session=session)


def _secret(headers: Mapping[str, str]) -> str | None:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip()
    return headers.get("x-api-key") or None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """One caller in one session."""

    desk: Desk
    caller: Caller
    session: Session

    @property
    def workspace(self) -> int:
        return self.caller.workspace.id

    def room(self, terminal_id: str | None) -> TerminalSession:
        """A terminal of the session: the one that is named, else the newest. Raises: NotFound."""
        self.caller.require(Scope.TERMINAL)
        rooms = self.desk.terminals.of_session(self.workspace, self.session.id)
        if terminal_id is not None:
            rooms = [room for room in rooms if room.id == terminal_id]
        if not rooms:
            what = f"no terminal {terminal_id}" if terminal_id else "no terminal is open"
            raise NotFound(f"{what} in this session; pty_exec opens one")
        return rooms[-1]

    async def room_to_type_in(self, terminal_id: str | None) -> TerminalSession:
        """The same, but one is opened where there is none."""
        self.caller.require(Scope.TERMINAL)
        if terminal_id is None and not self.desk.terminals.of_session(
            self.workspace, self.session.id
        ):
            return await self.desk.terminals.open(self.workspace, self.session.id)
        return self.room(terminal_id)
