"""LangChain middleware that puts the envelope into every model call."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, NotRequired

from langchain.agents.middleware import AgentMiddleware, AgentState, ModelRequest, ModelResponse
from langchain.agents.middleware.types import PrivateStateAttr
from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from runwhy.briefs import Brief, NoBrief, current_brief
from runwhy.integrations.langgraph.envelope_position import insert_before_task, task_id, with_rule


class StoredBrief(TypedDict):
    """A brief as stored in checkpoints, so that it is identical after a restart."""

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

    def before_agent(self, state: BriefedState, runtime: Runtime[Any]) -> dict[str, Any]:
        """Store the brief and the task's message id, once per run. Raises: NoBrief."""
        brief = self._brief(runtime) if self._brief else current_brief()
        return {
            "runwhy": StoredBrief(
                run_id=brief.run_id,
                rule=brief.rule,
                envelope=brief.envelope,
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
        return handler(briefed_request(request))

    async def awrap_model_call(
        self,
        request: ModelRequest[Any],
        handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]],
    ) -> ModelResponse[Any] | AIMessage:
        """Call the model with the envelope."""
        return await handler(briefed_request(request))


def briefed_request(request: ModelRequest[Any]) -> ModelRequest[Any]:
    """Return the request with the envelope. Raises: NoBrief."""
    stored: StoredBrief | None = request.state.get("runwhy")  # type: ignore[assignment]
    if stored is None:
        raise NoBrief
    brief = Brief(
        run_id=stored["run_id"],
        rule=stored["rule"],
        envelope=stored["envelope"],
        quoted=tuple(stored["quoted"]),
    )
    return request.override(
        system_message=with_rule(request.system_message, brief),
        messages=insert_before_task(request.messages, brief, task=stored["task"]),
    )
