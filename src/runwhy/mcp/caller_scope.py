"""The caller of a tool call, and its session or run, taken from the client's headers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from runwhy.core.accounts.workspaces import DEFAULT_SLUG, Scope
from runwhy.core.queries import All, Field, FieldIs, Query, any_of
from runwhy.core.runs.run import Run
from runwhy.core.sessions.session import Session
from runwhy.errors import Denied, InvalidInput, NotFound, Problem, Unauthorized
from runwhy.ports import Clock, RunFilter
from runwhy.services.access import Access, Caller, secret_in
from runwhy.services.audit import Refusal, Refusals
from runwhy.services.entries import Entries
from runwhy.services.pending_commands import PendingCommands
from runwhy.services.rate_limits import CLIENT_ADDRESS
from runwhy.services.runs import Runs
from runwhy.services.sessions import Sessions
from runwhy.services.terminal_session import TerminalSession
from runwhy.services.terminals import Terminals

WORKSPACE = "x-runwhy-workspace"
SESSION = "x-runwhy-session"
RUN = "x-runwhy-run"


def is_inside(headers: Mapping[str, str]) -> bool:
    """Whether the client is an agent that is bound to its session or run."""
    return bool(headers.get(SESSION) or headers.get(RUN))


@dataclass(frozen=True, slots=True, kw_only=True)
class McpServices:
    """The services that tools use."""

    access: Access
    refusals: Refusals
    runs: Runs
    entries: Entries
    sessions: Sessions
    terminals: Terminals
    pending: PendingCommands
    clock: Clock
    stopping: Callable[[], bool]  # whether the server stops

    async def scope_of(self, headers: Mapping[str, str]) -> ToolScope:
        """Return the caller, and the session and run that the headers name.

        The model cannot set these headers, so it stays in this session even if it passes other ids.
        Raises: Unauthorized, NotFound.
        """
        caller = await self.access.identify(
            headers.get(WORKSPACE) or DEFAULT_SLUG, secret_in(headers)
        )
        run = await self._run_of(caller, headers.get(RUN))
        id = headers.get(SESSION) or (run.session_id if run else None)
        session = await self._session_of(caller, id) if id else None
        return ToolScope(services=self, caller=caller, session=session, run=run)

    async def _session_of(self, caller: Caller, id: str) -> Session:
        caller.require(Scope.SESSIONS_READ)
        session = await self.sessions.get(caller.workspace.id, id)
        if not caller.can_see(session.tags):
            raise NotFound(f"no session {id}")
        return session

    async def _run_of(self, caller: Caller, id: str | None) -> Run | None:
        if not id:
            return None
        caller.require(Scope.RUNS_READ)
        run = await self.runs.get(caller.workspace.id, id)
        if not caller.can_see(run.tagging.tags):
            raise NotFound(f"no run {id}")
        return run

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
    """A caller, and the session and run that its tools are bound to, if any."""

    services: McpServices
    caller: Caller
    session: Session | None = None
    run: Run | None = None

    @property
    def workspace(self) -> int:
        return self.caller.workspace.id

    def need_session(self) -> Session:
        """Return the session. Raises: InvalidInput."""
        if self.session is None:
            raise InvalidInput([Problem(SESSION, "is required: set it to the id of the session")])
        return self.session

    async def find_run(self, id: str | None) -> Run:
        """Return a run that is visible; by default the client's own, or the session's newest.

        A running agent finds the runs of its session, the runs of its trigger, and those that its
        run started. A hidden run gets the same error as one that does not exist. Raises: NotFound.
        """
        runs = self.services.runs
        if id is None and self.run is not None:
            return self.run
        if id is not None:
            run = await runs.get(self.workspace, id)
            if not self._reaches(run):
                raise NotFound(f"no run {id}")
            return run
        mine = RunFilter(session_id=self.need_session().id, within=self.caller.tags)
        found, _ = await runs.list(self.workspace, mine, limit=1, before=None)
        if not found:
            raise NotFound("no run in this session")
        return found[0]

    def _reaches(self, run: Run) -> bool:
        if not self.caller.can_see(run.tagging.tags):
            return False
        if self.session is None and self.run is None:
            return True
        in_session = self.session is not None and run.session_id == self.session.id
        return in_session or (self.run is not None and _is_related(run, self.run))

    @property
    def reach(self) -> Query:
        """The runs that a search returns: for an agent in a run, those that it can read."""
        if self.session is None and self.run is None:
            return All()
        found = [FieldIs(Field.SESSION, self.session.id)] if self.session else []
        if self.run is not None:
            found.append(FieldIs(Field.PARENT, self.run.id))
            if self.run.origin.trigger_id is not None:
                found.append(FieldIs(Field.TRIGGER_ID, self.run.origin.trigger_id))
        return any_of(found)

    def find_terminal(self, terminal_id: str | None) -> TerminalSession:
        """Return the session's terminal with this id, or else its newest one. Raises: NotFound."""
        self.caller.require(Scope.TERMINAL)
        rooms = self._terminals()
        if terminal_id is not None:
            rooms = [room for room in rooms if room.id == terminal_id]
        if not rooms:
            what = f"no terminal {terminal_id}" if terminal_id else "no open terminal"
            raise NotFound(f"{what} in this session; pty_exec opens one")
        return rooms[-1]

    async def find_or_open_terminal(self, terminal_id: str | None) -> TerminalSession:
        """Return the terminal like `find_terminal`, but open one if necessary."""
        self.caller.require(Scope.TERMINAL)
        if terminal_id is None and not self._terminals():
            id = self.need_session().id
            return await self.services.terminals.open(self.workspace, id)
        return self.find_terminal(terminal_id)

    def _terminals(self) -> Sequence[TerminalSession]:
        return self.services.terminals.of_session(self.workspace, self.need_session().id)


def _is_related(run: Run, own: Run) -> bool:
    """Whether this is the own run, one that it started, or another run of its trigger."""
    trigger = own.origin.trigger_id
    of_trigger = trigger is not None and run.origin.trigger_id == trigger
    return run.id == own.id or run.parent_run_id == own.id or of_trigger
