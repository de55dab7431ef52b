"""Messages and thinking of an agent of the Agent Client Protocol, which arrive in pieces."""

from __future__ import annotations

import re

from msgspec.structs import replace

from runwhy.core.agents.entries import AssistantMessage, Thinking, Topic
from runwhy.normalizers.acp_messages import Object, State, Time, quirks_of
from runwhy.normalizers.fold_state import Changes, TextKind, complete, grow, notice, own_id
from runwhy.normalizers.json_values import as_int, as_object, as_text

RECENT_TEXTS = 8  # ids of ended messages; a later part of one gets another id
_ERROR = re.compile(r"Error: \d{3}\b")  # with the status of the model's answer


def add_chunk(kind: TextKind, state: State, update: Object, time: Time) -> tuple[State, Changes]:
    """Append a piece of a message; another message, kind or tool ends it."""
    state = _count(state, as_object(as_object(update.get("_meta")).get("usage")))
    text = as_text(as_object(update.get("content")).get("text"))
    message = as_text(update.get("messageId"))
    if kind is AssistantMessage and text and _is_own(state, text, message):
        return _own_words(state, text, time)
    if kind is Thinking and not _open_text(state, kind):
        text = text.removeprefix(quirks_of(state).thought_prefix).lstrip("\n")
    id = _text_id(state, kind, message)
    changes: Changes = []
    if id not in state.open:
        state, changes = end_text(state)
        id = _text_id(state, kind, message)
    if not text:
        return end_text(state) if kind is Thinking and id in state.open else (state, changes)
    state, more = grow(state, kind, id, text, time=time)
    return replace(state, text=state.text + text, trouble=""), changes + more


def end_text(state: State) -> tuple[State, Changes]:
    """Complete the open message."""
    for kind in (AssistantMessage, Thinking):
        id = _open_text(state, kind)
        if id is not None:
            closed = (*state.closed, id)[-RECENT_TEXTS:]
            state, changes = complete(state, kind, state.text, id=id)
            return replace(state, text="", closed=closed), changes
    return state, []


def _open_text(state: State, kind: TextKind) -> str | None:
    return next((id for id, entry in state.open.items() if isinstance(entry, kind)), None)


def _text_id(state: State, kind: TextKind, message: str) -> str:
    """Return the id of a message: the agent's own, the open one, or one by position."""
    if not message:
        return _open_text(state, kind) or own_id(state, None)
    id = f"{message}:thinking" if kind is Thinking else message
    if id not in state.closed:
        return id
    later = [open for open in state.open if open.startswith(f"{id}:")]
    return later[0] if later else f"{id}:{state.next_index}"


def _is_own(state: State, text: str, message: str) -> bool:
    quirks = quirks_of(state)
    if quirks.unnumbered_is_own:
        return not message
    if _open_text(state, AssistantMessage) is not None:
        return False
    return any(pattern.match(text) for pattern in map(re.compile, quirks.own_words))


def _own_words(state: State, text: str, time: Time) -> tuple[State, Changes]:
    """Add words of the agent itself; an error fails the turn unless the model continues."""
    state, changes = end_text(state)
    words = text.strip()
    if _ERROR.match(words):
        return replace(state, trouble=words.removeprefix("Error: ")), changes
    topic: Topic = "warning" if quirks_of(state).unnumbered_is_own else "notice"
    state = replace(state, own_words=(own_id(state, None), words))
    state, more = notice(state, topic, words.removeprefix("Info: "), time=time)
    return state, changes + more


def _count(state: State, usage: Object) -> State:
    """Add the tokens of a model call that are reported with a chunk."""
    numbers = {name: n for name, value in usage.items() if (n := as_int(value)) is not None}
    if not numbers:
        return state
    counted = {name: state.counted.get(name, 0) + n for name, n in numbers.items()}
    return replace(state, counted={**state.counted, **counted})
