"""LangChain middleware that puts the envelope into every model call."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Annotated, Any, NotRequired

from langchain.agents.middleware import AgentMiddleware, AgentState, ModelRequest, ModelResponse
from langchain.agents.middleware.types import PrivateStateAttr
from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from runwhy.briefs import Brief, NoBrief, current_brief
from runwhy.core.context.seal import NO_SEAL, seal_envelope, seal_for, seal_rule
from runwhy.integrations.briefing import PROCESS_SECRET
from runwhy.integrations.langgraph.envelope_position import (
    insert_before_task,
    mask_message,
    task_id,
    with_rule,
)

REMEMBERED = 1000


class StoredBrief(TypedDict):
    """A brief as stored in checkpoints: identical after a restart, and without the seal."""

    run_id: str
    rule: str
    envelope: str
    quoted: list[str]
    task: str | None


class BriefedState(AgentState[Any]):
    """An agent's state with the brief of its current run."""

    runwhy: NotRequired[Annotated[StoredBrief, PrivateStateAttr]]


MakeBrief = Callable[[Runtime[Any]], Brief]


class RunwhyMiddleware(AgentMiddleware[BriefedState, Any, Any]):
    """Adds the envelope before the task and its rule to the system prompt, in every model call.

    Stored messages contain neither. The brief is the current one (`with briefed(...)`), or the
    result of `brief(runtime)`. Put this middleware last, so that no other middleware changes the
    request afterwards.
    """

    state_schema = BriefedState

    def __init__(self, brief: MakeBrief | None = None) -> None:
        super().__init__()
        self._brief = brief
        self._seals: dict[str, str] = {}  # of the newest runs, by run

    def before_agent(self, state: BriefedState, runtime: Runtime[Any]) -> dict[str, Any]:
        """Store the brief and the task's message id, once per run. Raises: NoBrief."""
        brief = self._brief(runtime) if self._brief else current_brief()
        self._remember(brief)
        return {
            "runwhy": StoredBrief(
                run_id=brief.run_id,
                rule=_without_seal(brief.rule, brief.seal),
                envelope=_without_seal(brief.envelope, brief.seal),
                quoted=list(brief.quoted),
                task=task_id(state["messages"]),
            )
        }

    async def abefore_agent(self, state: BriefedState, runtime: Runtime[Any]) -> dict[str, Any]:
        """Async variant of `before_agent`."""
        return self.before_agent(state, runtime)

    def wrap_model_call(
        self,
        request: ModelRequest[Any],
        handler: Callable[[ModelRequest[Any]], ModelResponse[Any]],
    ) -> ModelResponse[Any] | AIMessage:
        """Call the model with the envelope."""
        brief, task = self._stored(request)
        return _masked(handler(briefed_request(request, brief, task)), brief.seal)

    async def awrap_model_call(
        self,
        request: ModelRequest[Any],
        handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]],
    ) -> ModelResponse[Any] | AIMessage:
        """Call the model with the envelope."""
        brief, task = self._stored(request)
        return _masked(await handler(briefed_request(request, brief, task)), brief.seal)

    def _stored(self, request: ModelRequest[Any]) -> tuple[Brief, str | None]:
        """Return the stored brief with its seal, and the task's message id. Raises: NoBrief."""
        stored: StoredBrief | None = request.state.get("runwhy")  # type: ignore[assignment]
        if stored is None:
            raise NoBrief
        seal = self._seal(stored["run_id"], request.runtime)
        brief = Brief(
            run_id=stored["run_id"],
            rule=seal_rule(stored["rule"], seal),
            envelope=seal_envelope(stored["envelope"], seal),
            quoted=tuple(stored["quoted"]),
            seal=seal,
        )
        return brief, stored["task"]

    def _seal(self, run_id: str, runtime: Runtime[Any]) -> str:
        """Return the seal of a run. One without a brief in this process gets a new seal."""
        if run_id not in self._seals:
            try:
                brief = self._brief(runtime) if self._brief else current_brief()
            except NoBrief:
                return seal_for(PROCESS_SECRET, run_id)
            self._remember(brief, run_id)
        return self._seals[run_id]

    def _remember(self, brief: Brief, run_id: str | None = None) -> None:
        self._seals[run_id or brief.run_id] = brief.seal
        while len(self._seals) > REMEMBERED:
            self._seals.pop(next(iter(self._seals)))


def briefed_request(
    request: ModelRequest[Any], brief: Brief, task: str | None
) -> ModelRequest[Any]:
    """Return the request with the envelope."""
    return request.override(
        system_message=with_rule(request.system_message, brief),
        messages=insert_before_task(request.messages, brief, task=task),
    )


def _without_seal(text: str, seal: str) -> str:
    return text.replace(seal, NO_SEAL) if seal else text


def _masked(response: ModelResponse[Any] | AIMessage, seal: str) -> ModelResponse[Any] | AIMessage:
    """Return the response without the seal, which a model may repeat."""
    if isinstance(response, AIMessage):
        return mask_message(response, seal)
    return replace(response, result=[mask_message(message, seal) for message in response.result])
