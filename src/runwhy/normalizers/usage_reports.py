"""Usage that coding agents report while they work, by the line of output."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

import msgspec

from runwhy.core.runs.run import Tokens
from runwhy.normalizers import claude_history

# Returns the id and the tokens of a model call that a line reports. A later line may report only
# other ones.
ReportedUsage = Callable[[bytes | str], tuple[str, Tokens] | None]


class _Output(msgspec.Struct):
    output_tokens: Annotated[int, msgspec.Meta(ge=0, le=10**9)]


class _Delta(msgspec.Struct, frozen=True):
    stop_reason: str | None = None


class _MessageDelta(msgspec.Struct, tag="message_delta"):
    usage: _Output
    delta: _Delta = _Delta()


class _StreamEvent(msgspec.Struct, tag="stream_event"):
    event: _MessageDelta
    api_message_id: str
    parent_tool_use_id: str | None = None  # of the call that started a subagent


_stream_event = msgspec.json.Decoder(_StreamEvent)
_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


def claude_used(line: bytes | str) -> tuple[str, Tokens] | None:
    """Return the tokens of a model call: its input with each block, its output with the last block.

    The blocks are reported before the output is known, with a count of one or a few tokens. The
    output of the last call is not returned: no call follows that a budget could stop, and the end
    of the run counts it.
    """
    found = claude_history.used(line)
    if found is not None:
        return found
    try:
        ended = _stream_event.decode(line)
    except _UNREADABLE:
        return None
    if ended.event.delta.stop_reason == "end_turn" and ended.parent_tool_use_id is None:
        return None
    return ended.api_message_id, Tokens(output=ended.event.usage.output_tokens)


_CODEX_METHOD = "thread/tokenUsage/updated"


class _Count(msgspec.Struct, rename="camel"):
    input_tokens: int = 0
    cached_input_tokens: int = 0
    reasoning_output_tokens: int = 0
    output_tokens: int = 0
    total_tokens: int = 0


class _TokenUsage(msgspec.Struct):
    last: _Count
    total: _Count


class _Params(msgspec.Struct, rename="camel"):
    token_usage: _TokenUsage


class _Update(msgspec.Struct):
    method: str
    params: _Params


_update = msgspec.json.Decoder(_Update)


def codex_used(line: bytes | str) -> tuple[str, Tokens] | None:
    """Return the tokens of the last model call; the total of the thread identifies it."""
    try:
        update = _update.decode(line)
    except _UNREADABLE:
        return None
    if update.method != _CODEX_METHOD:
        return None
    usage = update.params.token_usage
    return str(usage.total.total_tokens), Tokens(
        input=usage.last.input_tokens,
        cached=usage.last.cached_input_tokens,
        reasoning=usage.last.reasoning_output_tokens,
        output=usage.last.output_tokens,
    )


USAGE_REPORTS: Mapping[str, ReportedUsage] = {"claude": claude_used, "codex": codex_used}
