"""The reference names every route and every error code; none of them only exists in the code."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.test_openapi import PROTOCOL

from whence.core.runs import RETRYABLE, ErrorClass, Status
from whence.core.workspaces import Scope
from whence.errors import WhenceError
from whence.server.problems import _OTHER
from whence.testing.servers import server_settings
from whence.wiring import make_server

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
BASE = "/api/v1/workspaces/{slug}"


def page(name: str) -> str:
    return (REFERENCE / name).read_text()


def plain(text: str) -> str:
    """Without the names of parameters: `{runId}` and `{run_id}` are the same."""
    return re.sub(r"\{\w+\}", "{}", text)


def routes() -> Iterator[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as directory:
        document = make_server(server_settings(Path(directory))).app.openapi()
    for path, methods in document["paths"].items():
        for method in methods:
            yield method.upper(), path.removeprefix(BASE)


@pytest.mark.parametrize(("method", "path"), sorted(set(routes())))
def test_every_route_is_in_the_reference(method: str, path: str) -> None:
    pages = "\n".join(file.read_text() for file in sorted(REFERENCE.glob("*.md")))

    assert f"{method} {plain(path)}" in plain(pages)


@pytest.mark.parametrize(("method", "path"), PROTOCOL)
def test_every_route_of_the_protocol_is_on_its_page(method: str, path: str) -> None:
    assert f"`{method.upper()} {plain(path.removeprefix(BASE))}`" in plain(page("http-api.md"))


def codes() -> set[str]:
    kinds = [WhenceError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    ours = {kind.code for kind in kinds[1:] if kind.__module__ == "whence.errors"}
    return ours | set(_OTHER.values()) | {"internal"}


def test_every_error_code_is_in_the_reference_and_no_other() -> None:
    found = set(re.findall(r"^\| `(\w+)` \| \d{3} \|", page("errors.md"), re.MULTILINE))

    assert found == codes()


def test_every_class_of_failure_is_in_the_reference() -> None:
    table = page("errors.md").partition("`errorClass`")[2]
    rows = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| (yes)? ?\|", table, re.MULTILINE))

    assert set(rows) == {kind.value for kind in ErrorClass}
    assert {name for name, again in rows.items() if again} == {kind.value for kind in RETRYABLE}


def test_every_status_and_every_scope_is_in_the_reference() -> None:
    api = page("http-api.md")

    for word in (*Status, *Scope):
        assert f"`{word.value}`" in api


EVENTS = [
    "queued",
    "started",
    "assistant_delta",
    "thinking_delta",
    "assistant_message",
    "tool_call",
    "tool_result",
    "local_tool_call",
    "local_tool_result_in",
    "loop_detected",
    "tool_budget_exceeded",
    "compaction",
    "memory",
    "entry",
    "result",
    "error",
    "cancelled",
]


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_is_in_the_reference(event: str) -> None:
    assert f"`{event}`" in page("http-api.md").partition("## Events")[2]
