"""Completions: runs that clients of model providers start over the wires that they know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from runwhy.core.accounts.workspaces import Agent
from runwhy.core.agent_spec import AgentSpec
from runwhy.core.requests.completion import (
    AGENT_PREFIX,
    DEFAULT_PROMPT,
    Completion,
    call_id,
    continued_run,
    exchange_problems,
    history_of,
    with_model_ids,
)
from runwhy.core.requests.plan import InputMessage, RunRequest
from runwhy.core.runs.log import Part, PartKind, ToolCall, Turn, unanswered_calls
from runwhy.core.runs.origin import CONTINUES, Origin
from runwhy.core.runs.run import Run, is_terminal
from runwhy.errors import Conflict, InvalidInput, InvalidModel, Problem
from runwhy.ports import ErasureStore, IdempotencyKey, RunFilter
from runwhy.services.agents import Agents
from runwhy.services.runs import Runs
from runwhy.services.sessions import Sessions

PREVIOUS = "/previous_response_id"
BACKGROUND = "background"  # fact: the client does not wait for the run


@dataclass(frozen=True, slots=True, kw_only=True)
class _Conversation:
    """The run that a completion continues, in its session or as a copy."""

    previous: Run | None = None
    session_id: str | None = None
    history: Sequence[InputMessage] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Completions:
    """Starts runs for completions: resolves the model or agent, and links runs to each other.

    `cancel_on_disconnect` is whether a run ends when its client disconnects.
    """

    runs: Runs
    agents: Agents
    sessions: Sessions
    erasures: ErasureStore
    cancel_on_disconnect: bool = True

    async def start(
        self,
        workspace: int,
        completion: Completion,
        origin: Origin,
        *,
        once: IdempotencyKey | None = None,
    ) -> Run:
        """Start a run. Raises: InvalidInput, InvalidModel, NotFound, Conflict."""
        agent = await self._agent(workspace, completion)
        continues, completion = await self._continue(workspace, completion)
        spec = _spec(completion, agent, in_session=continues.session_id is not None)
        self.runs.check(spec)
        facts = dict(origin.facts)
        if continues.previous is not None:
            facts[CONTINUES] = continues.previous.id
        if completion.background:
            facts[BACKGROUND] = True
        session_id = continues.session_id
        if session_id is None and continues.history and continues.previous is not None:
            session_id = await self._open_session(continues.previous, spec, agent, once)
        return await self.runs.start(
            RunRequest(
                workspace=workspace,
                origin=replace(origin, facts=facts, claimed=completion.claims),
                messages=[*continues.history, *completion.messages],
                spec=spec,
                agent_id=agent.id if agent else None,
                tags=completion.tags,
                session_id=session_id,
            ),
            once=once,
        )

    async def forget(self, run: Run) -> None:
        """Erase the content of an ended run that is not to be kept, now that it was read."""
        if run.spec.keeps_content is False:
            await self.erasures.erase_content(run, at=self.runs.clock())

    async def find(self, workspace: int, id: str) -> Run | None:
        """Return a run that was started as a completion, unless its content is erased."""
        run = await self.runs.store.get_run(workspace, id)
        is_completion = run is not None and run.spec.returns_calls is True
        return run if is_completion and run and run.erased_at is None else None

    async def replies(self, workspace: int, ids: Sequence[str]) -> dict[str, Sequence[Part]]:
        """Return the replies of completions, by run, without unknown runs."""
        found: dict[str, Sequence[Part]] = {}
        for id in dict.fromkeys(ids):
            if await self.find(workspace, id) is not None:
                parts = await self.runs.store.list_parts(id)
                found[id] = [part for part in parts if part.kind is PartKind.REPLY]
        return found

    async def _agent(self, workspace: int, completion: Completion) -> Agent | None:
        """Return the agent that the model names. Raises: InvalidModel."""
        wanted = completion.agent
        if wanted is None:
            return None
        agents = await self.agents.list(workspace)
        found = [agent for agent in agents if wanted in (agent.name, agent.id)]
        if len(found) == 1:
            return found[0]
        if found:
            ids = [f"{AGENT_PREFIX}{agent.id}" for agent in found]
            reason = f"{len(found)} agents have the name {wanted!r}; use one of {', '.join(ids)}"
            raise InvalidModel(completion.model, ids, reason=reason)
        raise InvalidModel(completion.model, reason=f"no agent {wanted!r}")

    async def _continue(
        self, workspace: int, completion: Completion
    ) -> tuple[_Conversation, Completion]:
        """Return the continued conversation, and the completion with the ids of its calls.

        Raises: InvalidInput, Conflict.
        """
        if completion.session_id is not None:
            previous = await self._newest(workspace, completion.session_id)
            if previous is None:
                _check_exchanges(completion)
                return _Conversation(session_id=completion.session_id), completion
        elif completion.previous is not None:
            previous = await self.find(workspace, completion.previous)
            if previous is None or previous.rolled_back:
                rule = "no such response, or it was not stored"
                raise InvalidInput([Problem(PREVIOUS, rule, code="previous_response_not_found")])
        else:
            named = continued_run(completion.messages)
            known = await self.runs.store.get_run(workspace, named) if named else None
            _check_exchanges(completion)
            return _Conversation(previous=known), completion
        return await self._after(previous, completion)

    async def _after(
        self, previous: Run, completion: Completion
    ) -> tuple[_Conversation, Completion]:
        if not is_terminal(previous.status):
            raise Conflict(f"the response before this one is {previous.status}; wait for its end")
        parts = await self.runs.store.list_parts(previous.id)
        returned = previous.spec.returns_calls is True
        made = next((p.tool_calls for p in reversed(parts) if p.kind is PartKind.REPLY), ())
        open_calls = unanswered_calls(parts) if returned else ()
        shown = [
            replace(call, id=call_id("call", previous.id, number))
            for number, call in enumerate(made)
            if call in open_calls
        ]
        _check_exchanges(completion, shown)
        messages = with_model_ids(completion.messages, previous.id, made)
        completion = replace(completion, messages=messages)
        continues = _Conversation(previous=previous)
        session_id = previous.session_id
        newest = await self._newest(previous.workspace, session_id) if session_id else None
        if newest is not None and newest.id == previous.id:
            return replace(continues, session_id=session_id), completion
        turns = await self._turns(previous, parts)
        history = history_of(turns, completion.messages)
        return replace(continues, history=history), completion

    async def _newest(self, workspace: int, session_id: str) -> Run | None:
        filter = RunFilter(session_id=session_id)
        found = await self.runs.store.list_runs(workspace, filter, limit=1)
        return found[0] if found else None

    async def _turns(self, run: Run, parts: Sequence[Part]) -> Sequence[Turn]:
        own = Turn(run_id=run.id, trigger=run.origin.trigger, parts=parts)
        if run.session_id is None:
            return [own]
        return [*await self.runs.store.list_turns(run.session_id, before=run.seq), own]

    async def _open_session(
        self, previous: Run, spec: AgentSpec, agent: Agent | None, once: IdempotencyKey | None
    ) -> str:
        """Create the session of a conversation that begins with a copy of an earlier one."""
        own = AgentSpec(agent_id=agent.id) if agent else AgentSpec(model_id=spec.model_id)
        prompt = None if agent else spec.system_prompt or DEFAULT_PROMPT
        session = await self.sessions.create(
            previous.workspace,
            replace(own, system_prompt=prompt),
            previous.tagging.tags,
            once=once and replace(once, route=f"{once.route} session"),
        )
        return session.id


def _check_exchanges(completion: Completion, open_calls: Sequence[ToolCall] = ()) -> None:
    problems = [*exchange_problems(completion.messages, completion.at, open_calls)]
    if problems:
        raise InvalidInput(problems)


def _spec(completion: Completion, agent: Agent | None, *, in_session: bool) -> AgentSpec:
    """Return the spec of the run. A session has its own instructions."""
    if agent is not None:
        return completion.spec
    prompt = None if completion.has_prompt or in_session else DEFAULT_PROMPT
    return replace(completion.spec, model_id=completion.model, system_prompt=prompt)
