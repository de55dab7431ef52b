"""Keys of the wire format are read in `wire` only; elsewhere, values have attributes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import runwhy

SOURCE = Path(runwhy.__file__).parent
CAMEL = re.compile(r"[a-z]+(?:[A-Z][a-z0-9]*)+")
# Clients of the API read its answers, and foreign programs have their own keys.
ELSEWHERE = (
    "wire/",
    "client/",
    "cli/",
    "normalizers/",
    "executors/acp",
    "executors/claude.py",
    "executors/codex.py",
    "queue/restate.py",
)
# The data of parts and events is stored as the JSON that clients receive.
LOG_DATA = {
    ("core/agents/coding_agents.py", "timeoutSeconds"),  # in an approval
    ("core/agents/approval_text.py", "forRun"),  # in an approval, as its agent requested it
    ("core/runs/usage.py", "durationMs"),
    ("core/runs/usage.py", "firstTokenMs"),
    ("core/runs/usage.py", "startedAt"),
    ("core/runs/usage.py", "unpricedCalls"),
    ("core/views.py", "agentSession"),
    ("demo/world.py", "approvalId"),
    ("demo/world.py", "toolUseId"),
    ("executors/agent_executor.py", "agentSession"),
    ("executors/builtin/messages.py", "mimeType"),
    ("executors/langgraph/messages.py", "finishReason"),
}


def read_keys(source: str) -> Iterator[str]:
    """Yield the camelCase keys that code looks up in a mapping."""
    for node in ast.walk(ast.parse(source)):
        for key in _looked_up(node):
            if isinstance(key, ast.Constant) and CAMEL.fullmatch(str(key.value)):
                yield str(key.value)


def _looked_up(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.Subscript(slice=key, ctx=ast.Load()):
            return [key]
        case ast.Call(func=ast.Attribute(attr="get" | "pop"), args=[key, *_]):
            return [key]
        case ast.Compare(left=key, ops=[ast.In() | ast.NotIn()]):
            return [key]
        case ast.MatchMapping(keys=keys):
            return keys
    return []


def test_wire_keys_are_read_in_wire_only() -> None:
    files = {path.relative_to(SOURCE).as_posix(): path for path in SOURCE.rglob("*.py")}
    inside = {name: path for name, path in files.items() if not name.startswith(ELSEWHERE)}

    found = {(name, key) for name, path in inside.items() for key in read_keys(path.read_text())}

    assert found == LOG_DATA


@pytest.mark.parametrize(
    "source",
    [
        'spec["modelId"]',
        'spec.get("modelId", 1)',
        '"modelId" in spec',
        'match x:\n    case {"modelId": y}: pass',
    ],
)
def test_every_way_to_read_a_key_is_found(source: str) -> None:
    assert [*read_keys(source)] == ["modelId"]
    assert [*read_keys(source.replace("modelId", "model_id"))] == []
