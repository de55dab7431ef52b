"""Checking an answer against its schema, in bounded time whatever the schema is."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections.abc import Mapping, Sequence
from contextlib import suppress

from runwhy.core.json import JsonObject
from runwhy.executors.builtin.schemas import problem_with

CHECK_WITHIN = 10.0  # seconds
# With these a small schema can ask for endless work, or (`uniqueItems`) for the square of what an
# answer has; without them there is no more to do than every item once with every rule.
_ENDLESS = frozenset(
    {"pattern", "patternProperties", "$ref", "$dynamicRef", "$recursiveRef", "uniqueItems"}
)
MOST_AT_ONCE = 2_000_000  # characters of the answer times those of the schema; a blink
_CODE = "from runwhy.executors.builtin.schema_check import main; main()"


async def check_answer(
    text: str, schema: JsonObject, *, within: float = CHECK_WITHIN
) -> str | None:
    """Why an answer is not what the schema asks for; None when it is.

    A pattern of the caller's may take for ever, and no thread can be stopped in the middle of
    one: such a schema is tried in a process of its own, which can.
    """
    if not may_be_endless(schema) and len(text) * len(json.dumps(schema)) <= MOST_AT_ONCE:
        return problem_with(text, schema)
    asked = json.dumps({"text": text, "schema": schema, "within": within})
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _CODE, stdin=PIPE, stdout=PIPE
    )
    try:
        async with asyncio.timeout(within):
            said, _ = await process.communicate(asked.encode())
    except TimeoutError:
        return f"it could not be checked against the schema within {within:g} seconds"
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    problem: str | None = json.loads(said) if said else "the schema itself cannot be used"
    return problem


def may_be_endless(schema: object) -> bool:
    """Whether checking may take longer than the schema and the answer are long."""
    waiting = [schema]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Mapping):
            if not _ENDLESS.isdisjoint(item):
                return True
            waiting += item.values()
        elif isinstance(item, Sequence) and not isinstance(item, str):
            waiting += item
    return False


def main() -> None:
    """The process: one question on stdin, one answer on stdout; it never outlives its time."""
    import resource

    asked = json.load(sys.stdin)
    seconds = int(asked["within"]) + 5
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    json.dump(problem_with(asked["text"], asked["schema"]), sys.stdout)
