"""Steps of an agent, decided only from its log, so that a restarted run can resume."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from runwhy.core.agents.specs import CLIENT_KINDS, Spec
from runwhy.core.json import compact_json
from runwhy.core.runs.log import Part, PartKind, ToolCall, unanswered_calls

NUDGE = (
    "You have made the same tool calls {count} times in a row with the same arguments. "
    "The result will not change. Use the results you have, or try a different approach."
)
MISFIT = (
    "Your answer does not match the requested schema: {problem}. Answer again with only the JSON."
)
MISFITS_ALLOWED = 1
_BESIDE = (PartKind.SUMMARY, PartKind.FAILED_CALL)  # written while the step is under way
BROKEN_ARGS = "INVALID_JSON"  # the only argument of a call whose arguments were not valid JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class CallModel:
    """Call the model. `tools` is off for a last turn; `say` warns about a loop once."""

    tools: bool = True
    repeated: int = 0
    say: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunTools:
    """Run these tool calls; calls over budget get an error instead of a result."""

    calls: tuple[ToolCall, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """End the run; `problem` is set if the answer does not match the output schema.

    With `returns_calls` in the spec, the client executes `calls`.
    """

    text: str
    problem: str | None = None
    calls: tuple[ToolCall, ...] = ()


Step = CallModel | RunTools | Finish


def next_step(spec: Spec, parts: Sequence[Part]) -> Step:
    """Decide the next step from the log; there is no other state."""
    replies = [part for part in parts if part.kind is PartKind.REPLY]
    if not replies:
        return CallModel(tools=spec.max_tool_turns > 0)
    if not replies[-1].tool_calls or replies[-1].data.get("last"):
        return _after_the_answer(replies)
    if calls := unanswered_calls(parts):
        if spec.returns_calls and all(is_for_client(spec, parts, call) for call in calls):
            return Finish(text=replies[-1].text, calls=calls)
        return RunTools(calls=calls)
    if sum(bool(reply.tool_calls) for reply in replies) >= spec.max_tool_turns:
        return CallModel(tools=False)
    return _after_tools(spec, parts, replies)


def _after_the_answer(replies: Sequence[Part]) -> CallModel | Finish:
    problem = replies[-1].data.get("problem")
    if problem is None:
        return Finish(text=replies[-1].text)
    if sum("problem" in reply.data for reply in replies) <= MISFITS_ALLOWED:
        return CallModel(tools=not replies[-1].data.get("last"))
    return Finish(text=replies[-1].text, problem=str(problem))


def _after_tools(spec: Spec, parts: Sequence[Part], replies: Sequence[Part]) -> CallModel:
    count = repeats(replies)
    loop = spec.loop_detection
    if loop is None or count < loop.consecutive_threshold:
        return CallModel()
    last = next(part for part in reversed(parts) if part.kind not in _BESIDE)
    noted = last.kind is PartKind.NOTE  # already written by an interrupted attempt
    cut_off = count >= loop.hard_cutoff_threshold
    say = not noted and (cut_off or count == loop.consecutive_threshold)
    return CallModel(tools=not cut_off, repeated=count, say=say)


def repeats(replies: Sequence[Part]) -> int:
    """Return how often the newest batch of tool calls was made in a row, counting the first."""
    newest = _batch(replies[-1])
    count = 0
    for reply in reversed(replies):
        if _batch(reply) != newest:
            break
        count += 1
    return count


def is_for_client(spec: Spec, parts: Sequence[Part], call: ToolCall) -> bool:
    """Whether a call is valid and the client runs its tool."""
    tool = next((tool for tool in spec.tools if tool.name == call.name), None)
    return (
        tool is not None
        and tool.kind in CLIENT_KINDS
        and set(call.args) != {BROKEN_ARGS}
        and over_budget(spec, parts, call) is None
    )


def streamed_tools(spec: Spec) -> frozenset[str]:
    """Return the tools whose calls can be shown while the model writes them.

    Their calls are always returned, whatever else is in the reply, if their arguments are valid.
    """
    if not (spec.returns_calls and spec.streams_calls):
        return frozenset()
    names = (tool.name for tool in spec.tools if tool.kind in CLIENT_KINDS)
    return frozenset(name for name in names if name not in spec.tool_budgets)


def over_budget(spec: Spec, parts: Sequence[Part], call: ToolCall) -> int | None:
    """Return the call's number for its tool if that exceeds the budget, else None."""
    allowed = spec.tool_budgets.get(call.name)
    if allowed is None:
        return None
    calls = [c for part in parts for c in part.tool_calls if c.name == call.name]
    number = max(i for i, made in enumerate(calls, start=1) if made.id == call.id)
    return number if number > allowed else None


def _batch(reply: Part) -> tuple[tuple[str, str], ...]:
    return tuple((call.name, compact_json(call.args, sort=True)) for call in reply.tool_calls)
