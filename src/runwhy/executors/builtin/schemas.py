"""Output schemas: the schema sent to a provider, and checks of the answer in bounded time."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections.abc import Mapping, Sequence
from contextlib import suppress

from runwhy.core.agents.output_schemas import WRAPPED, Target
from runwhy.core.json import JsonObject, compact_json

MAX_PROBLEM = 400

_FENCES = ("```json\n", "```JSON\n", "```\n")
CHECK_WITHIN = 10.0  # seconds
# Keywords that can make a check unbounded, or quadratic (`uniqueItems`). Without them, each
# item is checked once against each rule.
_ENDLESS = frozenset(
    {"pattern", "patternProperties", "$ref", "$dynamicRef", "$recursiveRef", "uniqueItems"}
)
MAX_INLINE = 2_000_000  # answer characters times schema characters; takes milliseconds
_CODE = "from runwhy.executors.builtin.schemas import main; main()"


def answer_text(text: str, target: Target) -> str:
    """Return the answer without a code fence or wrapper; unchanged if it is not JSON."""
    bare = _without_fence(text)
    if not target.wrapped:
        return bare
    try:
        value = json.loads(bare)
    except (ValueError, RecursionError):
        return bare
    inner = value.get(WRAPPED) if isinstance(value, Mapping) and set(value) == {WRAPPED} else value
    return compact_json(inner)


def _without_fence(text: str) -> str:
    bare = text.strip()
    for fence in _FENCES:
        if bare.startswith(fence) and bare.endswith("```"):
            return bare.removeprefix(fence).removesuffix("```").strip()
    return text


def problem_with(text: str, schema: JsonObject) -> str | None:
    """Return in one line why an answer does not match the schema, or None if it does."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        return f"it is not JSON ({error})"
    return _mismatch(value, schema)


def _mismatch(value: object, schema: JsonObject) -> str | None:
    import jsonschema  # type: ignore[import-untyped]
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    try:
        checker = jsonschema.validators.validator_for(schema, jsonschema.Draft202012Validator)
        checker.check_schema(dict(schema))
        # With an empty registry, remote references are rejected instead of fetched.
        error = jsonschema.exceptions.best_match(
            checker(dict(schema), registry=Registry()).iter_errors(value)
        )
    except (Unresolvable, jsonschema.exceptions.SchemaError, RecursionError) as broken:
        return f"the schema is not usable ({broken})"[:MAX_PROBLEM]
    if error is None:
        return None
    where = "/" + "/".join(str(step) for step in error.absolute_path)
    return f"at {where}: {error.message}"[:MAX_PROBLEM]


async def check_answer(
    text: str, schema: JsonObject, *, within: float = CHECK_WITHIN
) -> str | None:
    """Return why an answer does not match the schema, or None if it does.

    Patterns can take unbounded time and threads cannot be stopped, so such schemas are checked in a
    subprocess.
    """
    if not may_be_endless(schema) and len(text) * len(json.dumps(schema)) <= MAX_INLINE:
        return problem_with(text, schema)
    question = json.dumps({"text": text, "schema": schema, "within": within})
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _CODE, stdin=PIPE, stdout=PIPE
    )
    try:
        async with asyncio.timeout(within):
            output, _ = await process.communicate(question.encode())
    except TimeoutError:
        return f"checking it against the schema took longer than {within:g} seconds"
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    problem: str | None = json.loads(output) if output else "the schema is not usable"
    return problem


def may_be_endless(schema: object) -> bool:
    """Return whether a check can take more than linear time."""
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
    """Check one answer from stdin in a subprocess with a CPU limit."""
    import resource

    question = json.load(sys.stdin)
    seconds = int(question["within"]) + 5
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    json.dump(problem_with(question["text"], question["schema"]), sys.stdout)
