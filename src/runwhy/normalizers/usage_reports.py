"""Usage that coding agents report while they work, by the line of output."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from runwhy.core.runs.run import Tokens
from runwhy.normalizers import claude_history

# Returns the id and the tokens of a model call that a line reports; a later line may correct it.
ReportedUsage = Callable[[bytes | str], tuple[str, Tokens] | None]

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
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
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


USAGE_REPORTS: Mapping[str, ReportedUsage] = {"claude": claude_history.used, "codex": codex_used}
