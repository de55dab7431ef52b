"""Messages of the Agent Client Protocol, the state of their fold, and differences of agents.

A line is a JSON-RPC message of the agent, or `{"dir": "in" | "out", "at": …, "msg": {…}}`: `out` is
a message of the client. Only decisive fields are typed, so that a changed shape of another does not
hide a line.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import json

from runwhy.core.agents.actions import Value
from runwhy.core.agents.entries import Stamp
from runwhy.normalizers.fold_state import Fold
from runwhy.normalizers.json_rpc import Message

Time = datetime | None
Object = Mapping[str, object]


class WireLine(Message[object], gc=False):
    """A line of the stream: a message, or `msg` with its direction and time."""

    dir: str = "in"
    at: object = None
    msg: Message[object] | None = None


read_line = json.Decoder(WireLine).decode


class Quirks(Value, frozen=True, kw_only=True, gc=False):
    """How one agent differs from the protocol; `reported_as` is its name in `initialize`.

    - `first_title_is_tool`: a tool call starts with the name of the tool as its title.
    - `id_names_tool`: the id of a tool call starts with the name of the tool and `__`.
    - `own_words`: how messages begin that are the agent's own words, not the model's.
    - `unnumbered_is_own`: messages without a `messageId` are the agent's own words.
    - `last_call_only`: the usage of a prompt covers the last model call only.
    - `thought_prefix`: precedes thinking that has no heading.
    """

    reported_as: str = ""
    first_title_is_tool: bool = False
    id_names_tool: bool = False
    own_words: tuple[str, ...] = ()
    unnumbered_is_own: bool = False
    last_call_only: bool = False
    thought_prefix: str = ""


NO_QUIRKS = Quirks()
QUIRKS: Mapping[str, Quirks] = {
    "opencode": Quirks(reported_as="OpenCode", first_title_is_tool=True, last_call_only=True),
    "gemini": Quirks(reported_as="gemini-cli", id_names_tool=True, thought_prefix="****\n"),
    "qwen": Quirks(reported_as="qwen-code"),
    "copilot": Quirks(reported_as="Copilot", own_words=("Info: ", r"Error: \d{3}\b")),
    "codex-acp": Quirks(reported_as="@agentclientprotocol/codex-acp", unnumbered_is_own=True),
    "claude-agent-acp": Quirks(reported_as="@agentclientprotocol/claude-agent-acp"),
}
SYSTEM_ERROR = "the model request failed"
HEAD = 16  # characters of a block by which a title that was cut is recognized
PREFIX = "acp:"  # before the name of an agent, wherever the agent is named


class Permission(Value, frozen=True, kw_only=True, gc=False):
    """A request for permission: its tool call, and the options that allow it."""

    call: str
    allowing: tuple[str, ...] = ()


class State(Fold, frozen=True, kw_only=True, gc=False):
    """State of the fold.

    `requests` are ours without an answer, by id. `held` are tool calls whose input has not arrived.
    `text` is the open message so far; `closed` are the ids of recent messages. `sent` are the
    blocks of the prompt. While `loading`, the agent repeats an earlier conversation; the title of a
    `resumed` session may contain blocks of an earlier run. `denied` and `cancelled` are actions of
    the client in this turn. `own_words` is the last notice of the agent, by its id; `trouble` is an
    error that came as text.
    """

    stamp: Stamp = Stamp(agent="acp")
    requests: Mapping[str, str] = {}
    permissions: Mapping[str, Permission] = {}
    held: Mapping[str, Object] = {}
    text: str = ""
    closed: tuple[str, ...] = ()
    sent: tuple[str, ...] = ()
    loading: bool = False
    resumed: bool = False
    denied: bool = False
    cancelled: bool = False
    own_words: tuple[str, str] = ("", "")
    trouble: str = ""
    counted: Mapping[str, int] = {}
    context: Mapping[str, object] = {}


def quirks_of(state: State) -> Quirks:
    """Return how the agent of this stream differs from the protocol."""
    return QUIRKS.get(state.stamp.agent.removeprefix(PREFIX), NO_QUIRKS)


def without_sent(title: str, sent: tuple[str, ...]) -> str:
    """Remove the blocks before the prompt, exactly as they were sent, from a title.

    Agents join the blocks by nothing, a space or a newline, and cut them. If a title begins with a
    part of a block, nothing of it is kept.
    """
    context = sent[:-1]
    for separator in ("\n", " ", ""):
        front = separator.join((*context, ""))
        if front and title.startswith(front):
            return title[len(front) :]
    heads = [block[:HEAD] for block in context if block]
    words = title.rstrip("….")
    return "" if any(head.startswith(words) or title.startswith(head) for head in heads) else title
