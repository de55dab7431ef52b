"""Compaction: replaces the oldest parts of a full model window with summaries."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain
from typing import Literal

from runwhy.core.budgets.notices import CROSSED, STARTED_AT
from runwhy.core.json import compact_json
from runwhy.core.runs.log import Part, PartKind, Turn
from runwhy.core.runs.tags import Tags, carries

Scope = Literal["history", "rounds"]  # before the task of a run, or the steps of the run since
Place = tuple[str, int]  # a run id and an index in its log

BYTES_A_TOKEN = 3  # conservative: English averages four
PART_TOKENS = 8
FILE_TOKENS = 1500
LONGEST_SUMMARY = 4000
NOT_SHOWN = "[summary hidden: it also covers runs you cannot see]"
BUDGET_NOT_SHOWN = "[budget hidden: it may count runs you cannot see]"
MEMORIES_NOT_SHOWN = "[memories hidden: they may come from runs you cannot see]"

_ROUND = frozenset({PartKind.REPLY, PartKind.TOOL_RESULT, PartKind.NOTE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A model's context window in tokens, and how much of it to use."""

    tokens: int

    @property
    def limit(self) -> int:
        """The size above which the view is compacted."""
        return self.tokens * 4 // 5

    @property
    def target(self) -> int:
        """The size to compact to, so that the next message does not fill the window again."""
        return self.tokens // 2

    @property
    def at_once(self) -> int:
        """How much to summarize in one call, in addition to the previous summary."""
        return self.tokens * 3 // 5

    @property
    def summary(self) -> int:
        """The longest summary."""
        return min(self.tokens // 10, LONGEST_SUMMARY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Eviction:
    """Parts that leave the window together, oldest first, possibly with an earlier summary."""

    scope: Scope
    parts: tuple[Part, ...]
    through: Place


def plan_compaction(view: Sequence[Part], window: Window, *, beside: int = 0) -> Eviction | None:
    """Return the parts that must leave this model view, or None if it fits.

    `beside` is the size of everything else that is sent. Whole turns of the history leave first,
    then the run's own rounds except the last. The system prompt, the envelope, the collected
    context and the task always stay.
    """
    size = beside + sum(map(size_of, view))
    if size <= window.limit:
        return None
    history, rounds = _regions(view)
    # At most half a window, so that one call can summarize it.
    enough = min(size - window.target + window.summary, window.target)
    regions: Sequence[tuple[Scope, Sequence[Part]]] = (("history", history), ("rounds", rounds))
    for scope, parts in regions:
        left = _first_of(parts, enough, scope)
        if _worth_it(left, window):
            return Eviction(scope=scope, parts=left, through=_end_of(left))
    return None


def size_of(part: Part) -> int:
    """Estimate how many tokens a part takes."""
    data = part.data
    if not part.tool_calls and "native" not in data and "attachments" not in data:
        return PART_TOKENS + text_size(part.text)
    native = data.get("native")
    text = compact_json(native) if native is not None else part.text
    calls = "".join(call.name + compact_json(call.args) for call in part.tool_calls)
    files = data.get("attachments")
    count = len(files) if isinstance(files, Sequence) else 0
    return PART_TOKENS + text_size(text) + text_size(calls) + FILE_TOKENS * count


def text_size(text: str) -> int:
    """Estimate how many tokens a text takes."""
    return len(text.encode()) // BYTES_A_TOKEN


def summary_data(leaving: Eviction) -> dict[str, object]:
    """Return what the log stores with a summary, so that later views know what it replaces."""
    return {"scope": leaving.scope, "through": list(leaving.through)}


def rounds_summarized(parts: Sequence[Part]) -> Sequence[Part]:
    """Replace the rounds of one run that its newest summary covers with that summary."""
    if not any(part.kind is PartKind.SUMMARY for part in parts):
        return parts
    summary = _newest(parts, "rounds")
    through = _place(summary)[1] if summary else -1
    kept = [p for p in parts if p.kind is not PartKind.SUMMARY and not _is_told_of(p, through)]
    if summary is None:
        return kept
    at = next((at for at, part in enumerate(kept) if part.kind in _ROUND), len(kept))
    return [*kept[:at], summary, *kept[at:]]


def history_summarized(
    earlier: Sequence[Turn], own: Sequence[Part], view: Sequence[Part]
) -> Sequence[Part]:
    """Replace the beginning of the history in `view` with its newest summary."""
    logs = [own, *(turn.parts for turn in reversed(earlier) if not turn.is_plain)]
    newest_first = (part for parts in logs for part in reversed(parts))
    found = (part for part in newest_first if part.kind is PartKind.SUMMARY)
    summary = next((part for part in found if part.data.get("scope") == "history"), None)
    if summary is None:
        return view
    runs = [*(turn.run_id for turn in earlier), *(part.run_id for part in own[:1])]
    order = {run_id: number for number, run_id in enumerate(runs)}
    # It may end in a turn missing from this list, after all earlier turns and before this run.
    through = _in_order(summary, order) or (len(earlier), -1)
    return [summary, *(part for part in view if (_in_order(part, order) or through) > through)]


def shown_within(parts: Sequence[Part], within: Tags) -> Sequence[Part]:
    """Hide history summaries and recalled memories from a reader who is limited to tags.

    They come from other runs too, whose tags are unknown here.
    """
    return [_hidden(part) for part in parts] if within else parts


def turns_within(turns: Sequence[Turn], within: Tags) -> Sequence[Turn]:
    """Return the turns that a reader limited to tags may see, each as in `shown_within`."""
    return [
        replace(turn, parts=shown_within(turn.parts, within))
        for turn in turns
        if carries(turn.tags, within)
    ]


def _hidden(part: Part) -> Part:
    if _tells_of_history(part):
        return replace(part, text=NOT_SHOWN)
    if part.kind is PartKind.CONTEXT and "memories" in part.data:
        return replace(part, text=MEMORIES_NOT_SHOWN, data={"memories": []})
    if part.kind is PartKind.NOTE and CROSSED in part.data:
        return replace(part, text=BUDGET_NOT_SHOWN, data={})
    if part.kind is PartKind.ENVELOPE and part.data.get(STARTED_AT):
        return replace(part, text=_without_budgets(part.text), data={**part.data, STARTED_AT: {}})
    return part


def _without_budgets(envelope: str) -> str:
    """Return an envelope without the names of budgets."""
    try:
        outer = json.loads(envelope)
    except ValueError:
        return envelope
    if not isinstance(outer, dict):
        return envelope
    shown = {
        key: {name: value for name, value in inner.items() if name != STARTED_AT}
        if isinstance(inner, dict)
        else inner
        for key, inner in outer.items()
    }
    return compact_json(shown)


def transcript_of(parts: Sequence[Part]) -> Iterator[str]:
    """Yield one line of JSON per part to summarize.

    Synthetic parts are skipped, except earlier summaries.
    """
    for part in parts:
        if part.kind is PartKind.SUMMARY:
            yield compact_json({"earlier summary": part.text})
        elif part.synthetic or part.kind in (PartKind.ENVELOPE, PartKind.NOTE):
            continue
        elif part.kind is PartKind.CONTEXT:
            yield compact_json({"context of the next message": part.text})
        elif part.role == "tool":
            yield compact_json({"tool": part.tool_name, "result": part.text, "ok": part.ok})
        else:
            calls = [{"tool": call.name, "args": call.args} for call in part.tool_calls]
            line = {"from": part.role, "text": part.text}
            yield compact_json({**line, "calls": calls} if calls else line)


def pieces_of(lines: Sequence[str], *, tokens: int) -> list[str]:
    """Join the lines into pieces of at most `tokens`; only a longer line is cut."""
    pieces: list[str] = []
    for line in chain.from_iterable(_cut(line, tokens) for line in lines):
        if pieces and text_size(f"{pieces[-1]}\n{line}") <= tokens:
            pieces[-1] = f"{pieces[-1]}\n{line}"
        else:
            pieces.append(line)
    return pieces


def _cut(line: str, tokens: int) -> list[str]:
    if text_size(line) <= tokens:
        return [line]
    room = max(tokens * BYTES_A_TOKEN // 4, 1)  # in characters, which take at most four bytes
    return [line[at : at + room] for at in range(0, len(line), room)]


def _regions(view: Sequence[Part]) -> tuple[Sequence[Part], Sequence[Part]]:
    """Return the parts between system prompt and envelope, and the parts after the task."""
    envelopes = [at for at, part in enumerate(view) if part.kind is PartKind.ENVELOPE]
    if not envelopes:
        return (), ()
    first = next((at for at, part in enumerate(view) if part.role != "system"), 0)
    tasks = [at for at, p in enumerate(view) if p.kind is PartKind.MESSAGE and at > envelopes[0]]
    return view[first : envelopes[0]], view[tasks[-1] + 1 :] if tasks else ()


def _first_of(parts: Sequence[Part], enough: int, scope: Scope) -> tuple[Part, ...]:
    """Return the fewest leading parts that are enough, else as many as may leave."""
    begins = _begins_turn if scope == "history" else _begins_round
    cuts = [at for at in range(1, len(parts)) if begins(parts[at - 1], parts[at])]
    cuts += [len(parts)] if scope == "history" and parts else []
    sizes = list(accumulate(map(size_of, parts)))
    cut = next((at for at in cuts if sizes[at - 1] >= enough), cuts[-1] if cuts else 0)
    return tuple(parts[:cut])


def _worth_it(parts: Sequence[Part], window: Window) -> bool:
    """Whether compaction would free space, and not just rewrite an existing summary."""
    new = [part for part in parts if part.kind is not PartKind.SUMMARY]
    return sum(map(size_of, new)) > window.summary


def _begins_turn(before: Part, part: Part) -> bool:
    """Whether a turn begins here. Context collected for a message precedes it and belongs to it."""
    if part.kind is PartKind.MESSAGE and part.role != "user":
        return False
    is_asked = part.kind in (PartKind.MESSAGE, PartKind.CONTEXT)
    return is_asked and before.kind is not PartKind.CONTEXT


def _begins_round(_: Part, part: Part) -> bool:
    return part.kind is PartKind.REPLY


def _end_of(parts: Sequence[Part]) -> Place:
    run_id, _ = _place(parts[-1])
    return run_id, max(index for run, index in map(_place, parts) if run == run_id)


def _newest(parts: Sequence[Part], scope: Scope) -> Part | None:
    found = (p for p in reversed(parts) if p.kind is PartKind.SUMMARY)
    return next((part for part in found if part.data.get("scope") == scope), None)


def end_of_history(part: Part) -> str | None:
    """Return the run in which a summary of the history ends; None for any other part."""
    if part.kind is not PartKind.SUMMARY or part.data.get("scope") != "history":
        return None
    return _place(part)[0]


def _tells_of_history(part: Part) -> bool:
    about_history = part.data.get("scope") == "history" or part.damaged  # else unknown
    return part.kind is PartKind.SUMMARY and about_history


def _is_told_of(part: Part, through: int) -> bool:
    return part.kind in _ROUND and part.index <= through


def _place(part: Part) -> Place:
    """Return a part's position in the conversation; for a summary, the position where it ends."""
    through = part.data.get("through")
    if part.kind is PartKind.SUMMARY and isinstance(through, Sequence):
        return str(through[0]), int(through[1])
    return part.run_id, part.index


def _in_order(part: Part, order: Mapping[str, int]) -> tuple[int, int] | None:
    run_id, index = _place(part)
    return (order[run_id], index) if run_id in order else None
