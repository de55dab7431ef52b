"""Completion in bash, which splits words at `=` and `:` (`customer=acme`, `openai:gpt`)."""

from __future__ import annotations

import os
import re
from itertools import pairwise

from click.shell_completion import (
    BashComplete,
    CompletionItem,
    add_completion_class,
    split_arg_string,
)

_BREAKS = ("=", ":")
_PREFIX = re.compile(r".*[=:]", re.DOTALL)


@add_completion_class
class JoinedBashComplete(BashComplete):
    """Joins the words that bash has split, and returns the part that bash replaces."""

    name = "bash"
    _prefix = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the cursor, and the incomplete one."""
        words = split_arg_string(os.environ["COMP_WORDS"])
        position = int(os.environ["COMP_CWORD"])
        current = words[position] if position < len(words) else ""
        joined = join_words([*words[:position], current])
        prefix = _PREFIX.match(joined[-1])
        self._prefix = prefix[0] if prefix else ""
        return joined[1:-1], joined[-1]

    def format_completion(self, item: CompletionItem) -> str:
        """Return the item without the part that bash keeps."""
        return f"{item.type},{str(item.value).removeprefix(self._prefix)}"


def join_words(words: list[str]) -> list[str]:
    """Return the words with those joined that belong to one `key=value` or `name:model`."""
    joined = words[:1]
    for before, word in pairwise(words):
        if len(joined) > 1 and (word in _BREAKS or before in _BREAKS):
            joined[-1] += word
        else:
            joined.append(word)
    return joined
