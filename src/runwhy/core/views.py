"""Views: pure functions of the log, one per reader."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from runwhy.core.context.compaction import history_summarized, rounds_summarized
from runwhy.core.runs.events import Event
from runwhy.core.runs.log import Part, PartKind, Turn
from runwhy.core.runs.provenance import Provenance

SUMMARY_LENGTH = 120
TASK_LENGTH = 200
_SAID = (PartKind.MESSAGE, PartKind.REPLY)


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryMessage:
    """A part as shown to a person; `reply_to` is set if no person's words led to it."""

    part: Part
    turn: Turn
    reply_to: Part | None = None

    @property
    def unprompted(self) -> Part | None:
        """The task behind this message, if it was not a person's own words."""
        spoken = self.part.role == "user" and not self.part.by_a_person
        return self.part if spoken and _is_task(self.part) else self.reply_to


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEvent:
    """An event with its number within the session; `turn` is set if it opens a run."""

    number: int
    event: Event
    turn: Turn | None = None


def user_view(turns: Iterable[Turn]) -> Iterator[HistoryMessage]:
    """Yield people's messages and the replies, without synthetic, injected or empty parts."""
    for turn in turns:
        prompted = unprompted_part(turn)
        for part in turn.parts:
            if part.synthetic is True or (part.damaged and not _is_safe_to_show(part)):
                continue
            if _is_task(part):
                yield HistoryMessage(part=part, turn=turn)
            elif part.role == "assistant" and part.text.strip() and part.kind in _SAID:
                yield HistoryMessage(part=part, turn=turn, reply_to=prompted)


def unprompted_part(turn: Turn) -> Part | None:
    """Return the task of a turn if no person wrote it (a timer, schedule, webhook or agent)."""
    task = next((p for p in reversed(turn.parts) if _is_task(p)), None)
    return None if task is None or task.by_a_person else task


def operator_view(turns: Iterable[Turn]) -> Iterator[HistoryMessage]:
    """Yield every part in order."""
    return (HistoryMessage(part=part, turn=turn) for turn in turns for part in turn.parts)


def model_view(earlier: Sequence[Turn], parts: Sequence[Part]) -> list[Part]:
    """Return the request to the model: system, history, envelope and context, task, later parts.

    Earlier turns contribute messages and tool calls, but not their envelopes: each run has exactly
    one, so the history is the same prefix in every later call. Turns that were rolled back are
    omitted. A summary takes the place of the parts it covers. Damaged parts contribute only their
    text.
    """
    parts = [part for part in sendable(parts) if part.kind is not PartKind.FAILED_CALL]
    system = [part for part in parts if _is_instruction(part)]
    turns = [turn for turn in earlier if not turn.rolled_back]
    following = [*(turn.parts for turn in turns), parts][1:]
    history: list[Part] = []
    for turn, then in zip(turns, following, strict=True):
        # Most turns are a question and an answer, and a long session has hundreds of them.
        history += turn.parts if turn.is_plain else whole_exchanges(turn, sent_results(then))
    own = _envelope_before_task(p for p in rounds_summarized(parts) if not _is_instruction(p))
    return [*system, *_with_their_calls(history_summarized(turns, parts, history + own))]


def whole_exchanges(turn: Turn, later: Container[str | None] = ()) -> list[Part]:
    """Return the parts for later turns: all messages, and every call that has a result.

    Models reject a history with an unanswered call, so those calls are skipped; finished calls next
    to them stay, or the work would be repeated. Context of a message (commands, a webhook's body)
    stays before it once a model has replied; until then, commands wait for the next message.
    `later` are the calls whose results the client sent with the next turn.
    """
    parts = sendable(turn.parts)
    answers = any(part.kind is PartKind.REPLY for part in parts)
    kept: list[Part] = []
    answered: set[str | None] = set()  # from the end, so that a result meets its own call
    last = True
    for part in filter(_is_history, reversed(rounds_summarized(parts))):
        if part.kind is PartKind.CONTEXT and not answers:
            continue
        if part.role == "tool":
            answered.add(part.tool_use_id)
        elif part.kind is PartKind.REPLY or part.tool_calls:
            if last:
                answered.update(call.id for call in part.tool_calls if call.id in later)
            part, answered, last = _without_open_calls(part, answered), set(), False
            if not part.text and not part.tool_calls:
                continue
        kept.append(part)
    return _envelope_before_task(kept[::-1])


def sent_results(parts: Sequence[Part]) -> frozenset[str | None]:
    """Return the calls of the turn before whose results are messages of this one."""
    return frozenset(part.tool_use_id for part in parts if _is_sent_result(part))


def _with_their_calls(parts: Sequence[Part]) -> Sequence[Part]:
    """Omit results that a client sent if their call is missing; models reject them."""
    if not any(map(_is_sent_result, parts)):
        return parts
    kept: list[Part] = []
    calls: set[str | None] = set()
    for part in parts:
        calls.update(call.id for call in part.tool_calls)
        if not _is_sent_result(part) or part.tool_use_id in calls:
            kept.append(part)
    return kept


def sendable(parts: Sequence[Part]) -> Sequence[Part]:
    """Omit the tool results whose call is lost with a damaged part; models reject them."""
    if not any(part.damaged for part in parts):
        return parts
    kept: list[Part] = []
    calls: set[str | None] = set()
    for part in parts:
        if part.kind is PartKind.REPLY:
            calls = {call.id for call in part.tool_calls}
        if part.kind is not PartKind.TOOL_RESULT or part.tool_use_id in calls:
            kept.append(part)
    return kept


def task_of(parts: Sequence[Part]) -> str:
    """Return the task of a coding agent: the last message; earlier ones become context."""
    messages = _conversation(parts)
    return messages[-1].text if messages else ""


def instructions_of(parts: Sequence[Part]) -> list[str]:
    """Return the system messages."""
    return [part.text for part in parts if _is_instruction(part) and part.text]


def context_of(parts: Sequence[Part]) -> tuple[str, ...]:
    """Return the material around the task: earlier messages, commands, a webhook's body."""
    earlier = [f"{part.role}: {part.text}" for part in _conversation(parts)[:-1]]
    quoted = [part.text for part in parts if part.kind is PartKind.CONTEXT]
    history = ["Conversation before this task:\n\n" + "\n\n".join(earlier)] if earlier else []
    return (*history, *quoted)


def earlier_session(turns: Sequence[Turn], agent: str) -> str | None:
    """Return the agent's own session behind its newest turn."""
    for turn in reversed(turns):
        for part in reversed(turn.parts):
            session = part.data.get("agentSession")
            if not turn.rolled_back and part.data.get("agent") == agent and session:
                return str(session)
    return None


def summary_line(parts: Iterable[Part]) -> str:
    """Return a label for a session: a person's first message in these parts, on one line."""
    words = (part.text for part in parts if part.by_a_person and part.text.strip())
    return next(map(shorten, words), "")


def task_line(parts: Iterable[Part]) -> str:
    """Return the beginning of a run's prompt: its newest user message, on one line.

    A prompt that Runwhy wrote is not shown to people, so a follow-up has no task.
    """
    messages = (part for part in parts if part.kind is PartKind.MESSAGE and not part.synthetic)
    asked = [part.text for part in messages if part.role == "user"]
    return shorten(asked[-1][: 10 * TASK_LENGTH], TASK_LENGTH) if asked else ""


def shorten(text: str, length: int = SUMMARY_LENGTH) -> str:
    """Return one line of at most `length` characters."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"


def _envelope_before_task(parts: Iterable[Part]) -> list[Part]:
    """Move the envelope before the task; it is written after it, when the run starts."""
    parts = list(parts)
    context = [part for part in parts if _is_context(part)]
    rest = [part for part in parts if not _is_context(part)]
    tasks = [at for at, part in enumerate(rest) if _is_task(part)]
    at = tasks[-1] if tasks else sum(part.kind is PartKind.MESSAGE for part in rest)
    return rest[:at] + context + rest[at:]


def _without_open_calls(part: Part, answered: Container[str | None]) -> Part:
    calls = tuple(call for call in part.tool_calls if call.id in answered)
    if calls == part.tool_calls:
        return part
    # The provider's own form of the reply contains the open calls.
    data = {name: value for name, value in part.data.items() if name != "native"}
    return replace(part, tool_calls=calls, data=data)


def _conversation(parts: Sequence[Part]) -> list[Part]:
    return [part for part in parts if part.kind is PartKind.MESSAGE and part.role != "system"]


def _is_context(part: Part) -> bool:
    return part.kind in (PartKind.ENVELOPE, PartKind.CONTEXT)


def _is_instruction(part: Part) -> bool:
    return part.kind is PartKind.MESSAGE and part.role == "system"


def _is_task(part: Part) -> bool:
    return part.kind is PartKind.MESSAGE and part.role == "user"


def _is_sent_result(part: Part) -> bool:
    """Whether a part is a tool's result that the client sent as a message."""
    return part.kind is PartKind.MESSAGE and part.role == "tool"


def _is_safe_to_show(part: Part) -> bool:
    """Whether a damaged part belongs to the history even if its mark `synthetic` is lost."""
    return part.provenance is Provenance.HUMAN or part.kind is PartKind.REPLY


def _is_history(part: Part) -> bool:
    if part.kind is PartKind.CONTEXT:  # material recalled for one turn belongs to that turn only
        return part.provenance is not Provenance.SYSTEM
    kinds = (PartKind.MESSAGE, PartKind.REPLY, PartKind.TOOL_RESULT, PartKind.SUMMARY)
    return part.kind in kinds and part.role != "system"
