"""Views: what each reader is shown of the log, as pure functions of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from whence.core.log import Part, PartKind, Turn

SUMMARY_LENGTH = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A part as a person is shown it; `reply_to` is set when nobody's words asked for it."""

    part: Part
    turn: Turn
    reply_to: Part | None = None


def user_view(turns: Iterable[Turn]) -> Iterator[Shown]:
    """What people said and what was answered: nothing synthetic, injected or empty."""
    for turn in turns:
        asked = next((p for p in reversed(turn.parts) if _is_task(p)), None)
        prompted = asked if asked is not None and asked.synthetic else None
        for part in turn.parts:
            if _is_task(part) and not part.synthetic:
                yield Shown(part=part, turn=turn)
            elif part.role == "assistant" and part.text and _is_said(part):
                yield Shown(part=part, turn=turn, reply_to=prompted)


def operator_view(turns: Iterable[Turn]) -> Iterator[Shown]:
    """Everything, in order; each part says for itself what it is."""
    return (Shown(part=part, turn=turn) for turn in turns for part in turn.parts)


def model_view(earlier: Iterable[Turn], parts: Sequence[Part]) -> list[Part]:
    """What the model is sent: system, history, envelope and context, task, and what followed.

    Earlier turns bring what was said and done in them but not their envelopes: each run has
    exactly one, so that history is the same prefix in every later call. A turn that was rolled
    back is as if it had not been.
    """
    system = [part for part in parts if part.role == "system"]
    history = [p for turn in earlier if not turn.rolled_back for p in turn.parts if _is_history(p)]
    own = [part for part in parts if part.role != "system"]
    return system + whole_exchanges(history) + own


def whole_exchanges(parts: Iterable[Part]) -> list[Part]:
    """Drop tool calls that were never answered: a model refuses a history that holds them."""
    parts = list(parts)
    answered = {part.tool_use_id for part in parts if part.kind is PartKind.TOOL_RESULT}
    broken = {
        call.id
        for part in parts
        if any(call.id not in answered for call in part.tool_calls)
        for call in part.tool_calls
    }
    return [
        part
        for part in parts
        if part.tool_use_id not in broken and not any(c.id in broken for c in part.tool_calls)
    ]


def newest_human_text(turns: Sequence[Turn]) -> str | None:
    """What a person said last, wherever it stands: by provenance, not by position."""
    people = (p for turn in reversed(turns) for p in reversed(turn.parts) if p.by_a_person)
    return next((part.text for part in people if part.text.strip()), None)


def summary_line(turns: Iterable[Turn]) -> str:
    """A label for a session: the first thing that a person said in it, on one line."""
    first = next((p for turn in turns for p in turn.parts if p.by_a_person), None)
    return shorten(first.text) if first else ""


def shorten(text: str, length: int = SUMMARY_LENGTH) -> str:
    """One line of at most `length` characters."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"


def _is_task(part: Part) -> bool:
    return part.kind is PartKind.MESSAGE and part.role == "user"


def _is_said(part: Part) -> bool:
    return part.kind in (PartKind.MESSAGE, PartKind.REPLY)


def _is_history(part: Part) -> bool:
    kinds = (PartKind.MESSAGE, PartKind.REPLY, PartKind.TOOL_RESULT)
    return part.kind in kinds and part.role != "system"
