"""The middleware of LangChain agents: each model call is told why the run exists."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, NotRequired

from langchain.agents.middleware import AgentMiddleware, AgentState, ModelRequest, ModelResponse
from langchain.agents.middleware.types import PrivateStateAttr
from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from runwhy.briefs import Brief, NoBrief, current_brief
from runwhy.integrations.langgraph.envelope_position import task_id, tell_before, with_rule


class Told(TypedDict):
    """A brief as the graph's checkpoints keep it: after a restart the bytes are the same."""

    run_id: str
    rule: str
    envelope: str
    quoted: list[str]
    task: str | None


class BriefedState(AgentState[Any]):
    """The state of an agent, with the brief of its current run beside the messages."""

    runwhy: NotRequired[Annotated[Told, PrivateStateAttr]]


MakeBrief = Callable[[Runtime[Any]], Brief]


class RunwhyMiddleware(AgentMiddleware[BriefedState, Any, Any]):
    """Puts one sealed envelope before the task, and its rule into the system prompt, in each model
    call; the messages in the state stay without both.

    The brief is the current one (`with briefed(...)`), or what `brief` makes of the runtime. Put it
    last in the list: then nothing that other middleware does comes after it.
    """

    state_schema = BriefedState

    def __init__(self, brief: MakeBrief | None = None) -> None:
        super().__init__()
        self._brief = brief

    def before_agent(self, state: BriefedState, runtime: Runtime[Any]) -> dict[str, Any]:
        """Once a run: keep what it is told, and which message is its task. Raises: NoBrief."""
        brief = self._brief(runtime) if self._brief else current_brief()
        return {
            "runwhy": Told(
                run_id=brief.run_id,
                rule=brief.rule,
                envelope=brief.envelope,
                quoted=list(brief.quoted),
                task=task_id(state["messages"]),
            )
        }

    async def abefore_agent(self, state: BriefedState, runtime: Runtime[Any]) -> dict[str, Any]:
        """As `before_agent`: nothing in it waits."""
        return self.before_agent(state, runtime)

    def wrap_model_call(
        self,
        request: ModelRequest[Any],
        handler: Callable[[ModelRequest[Any]], ModelResponse[Any]],
    ) -> ModelResponse[Any] | AIMessage:
        """Ask the model with the envelope in its place."""
        return handler(briefed_request(request))

    async def awrap_model_call(
        self,
        request: ModelRequest[Any],
        handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]],
    ) -> ModelResponse[Any] | AIMessage:
        """Ask the model with the envelope in its place."""
        return await handler(briefed_request(request))


def briefed_request(request: ModelRequest[Any]) -> ModelRequest[Any]:
    """The request, told. Raises: NoBrief."""
    kept: Told | None = request.state.get("runwhy")  # type: ignore[assignment]
    if kept is None:
        raise NoBrief
    brief = Brief(
        run_id=kept["run_id"],
        rule=kept["rule"],
        envelope=kept["envelope"],
        quoted=tuple(kept["quoted"]),
    )
    return request.override(
        system_message=with_rule(request.system_message, brief),
        messages=tell_before(request.messages, brief, task=kept["task"]),
    )
