"""The caller and session of a tool call, taken from the client's headers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from runwhy.core.accounts.workspaces import DEFAULT_SLUG, Scope
from runwhy.core.runs.run import Run
from runwhy.core.sessions.session import Session
from runwhy.errors import Denied, InvalidInput, NotFound, Problem, Unauthorized
from runwhy.ports import Clock, RunFilter
from runwhy.services.access import Access, Caller, secret_in
from runwhy.services.audit import Refusal, Refusals
from runwhy.services.pending_commands import PendingCommands
from runwhy.services.rate_limits import CLIENT_ADDRESS
from runwhy.services.runs import Runs
from runwhy.services.sessions import Sessions
from runwhy.services.terminal_session import TerminalSession
from runwhy.services.terminals import Terminals

WORKSPACE = "x-runwhy-workspace"
SESSION = "x-runwhy-session"


@dataclass(frozen=True, slots=True, kw_only=True)
class McpServices:
    """The services that tools use."""

    access: Access
    refusals: Refusals
    runs: Runs
    sessions: Sessions
    terminals: Terminals
    pending: PendingCommands
    clock: Clock

    async def scope_of(self, headers: Mapping[str, str]) -> ToolScope:
        """Return the caller and session that the headers name.

        The model cannot set these headers, so it stays in this session even if it passes other ids.
        Raises: Unauthorized, NotFound, InvalidInput.
        """
        caller = await self.access.identify(
            headers.get(WORKSPACE) or DEFAULT_SLUG, secret_in(headers)
        )
        id = headers.get(SESSION)
        if not id:
            raise InvalidInput([Problem(SESSION, "is required: set it to the id of the session")])
        caller.require(Scope.SESSIONS_READ)
        session = await self.sessions.get(caller.workspace.id, id)
        if not caller.can_see(session.tags):
            raise NotFound(f"no session {id}")
        return ToolScope(services=self, caller=caller, session=session)

    async def record_refusal(
        self, headers: Mapping[str, str], error: Denied, caller: Caller | None
    ) -> None:
        """Record a refused tool call; its response has the status 200."""
        refusal = Refusal(
            status=401 if isinstance(error, Unauthorized) else 403,
            method="POST",
            path="/mcp",
            address=CLIENT_ADDRESS.get(),
            slug=headers.get(WORKSPACE),
            caller=caller,
        )
        await self.refusals.record(refusal)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolScope:
    """A caller in one session."""

    services: McpServices
    caller: Caller
    session: Session

    @property
    def workspace(self) -> int:
        return self.caller.workspace.id

    async def find_run(self, id: str | None) -> Run:
        """Return the run of this session with this id, or else the newest one that is visible.

        A hidden run gets the same error as one that does not exist. Raises: NotFound.
        """
        runs = self.services.runs
        if id is not None:
            run = await runs.get(self.workspace, id)
            if run.session_id != self.session.id or not self.caller.can_see(run.tagging.tags):
                raise NotFound(f"no run {id}")
            return run
        mine = RunFilter(session_id=self.session.id, within=self.caller.tags)
        found, _ = await runs.list(self.workspace, mine, limit=1, before=None)
        if not found:
            raise NotFound("no run in this session")
        return found[0]

    def find_terminal(self, terminal_id: str | None) -> TerminalSession:
        """Return the session's terminal with this id, or else its newest one. Raises: NotFound."""
        self.caller.require(Scope.TERMINAL)
        rooms = self.services.terminals.of_session(self.workspace, self.session.id)
        if terminal_id is not None:
            rooms = [room for room in rooms if room.id == terminal_id]
        if not rooms:
            what = f"no terminal {terminal_id}" if terminal_id else "no open terminal"
            raise NotFound(f"{what} in this session; pty_exec opens one")
        return rooms[-1]

    async def find_or_open_terminal(self, terminal_id: str | None) -> TerminalSession:
        """Return the terminal like `find_terminal`, but open one if necessary."""
        self.caller.require(Scope.TERMINAL)
        if terminal_id is None and not self.services.terminals.of_session(
            self.workspace, self.session.id
        ):
            return await self.services.terminals.open(self.workspace, self.session.id)
        return self.find_terminal(terminal_id)
