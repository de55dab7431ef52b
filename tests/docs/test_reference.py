"""The reference covers everything public: routes, errors, events, settings, commands and names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import click
import pytest
from msgspec import structs
from pydantic import BaseModel
from tests.server.test_openapi import PROTOCOL

import runwhy
from runwhy import integrations
from runwhy.cli import main
from runwhy.core.accounts.workspaces import Scope
from runwhy.core.inbox.items import ItemKind
from runwhy.core.runs.run import RETRYABLE, ErrorClass, Status
from runwhy.errors import RunwhyError
from runwhy.executors import agent_executor
from runwhy.integrations import langgraph
from runwhy.server.app import openapi_document
from runwhy.server.error_responses import _OTHER, status_of
from runwhy.settings import Settings
from runwhy.wire import (
    account_bodies,
    fields,
    run_bodies,
    runs,
    session_bodies,
    sessions,
    trigger_bodies,
    triggers,
)
from runwhy.wire.answer import Answer

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
SOURCE = ROOT / "src" / "runwhy"
RESOURCE_ACTIONS = {"add": "added", "change": "changed", "remove": "removed"}
AUDIT_CALL = re.compile(r"(audit\.record|\b_record|\.note_change)$")
BASE = "/api/v1/workspaces/{slug}"
ELSEWHERE = ("client", "testing")  # errors that are never in a response


def page(name: str) -> str:
    return (REFERENCE / name).read_text()


def by_hand() -> str:
    """Return all handwritten pages of the reference."""
    generated = ("cli.md", "python-names.md", "routes.md", "schemas.md", "settings.md")
    return "\n".join(f.read_text() for f in REFERENCE.glob("*.md") if f.name not in generated)


def plain(text: str) -> str:
    """Remove the names of parameters: `{runId}` and `{run_id}` are the same."""
    return re.sub(r"\{\w+\}", "{}", text)


def routes() -> Iterator[tuple[str, str]]:
    for path, methods in openapi_document("0")["paths"].items():
        for method in methods:
            yield method.upper(), path.removeprefix(BASE)


@pytest.mark.parametrize(("method", "path"), sorted(set(routes())))
def test_every_route_is_in_the_reference(method: str, path: str) -> None:
    assert f"{method} {plain(path)}" in plain(by_hand())


@pytest.mark.parametrize(("method", "path"), PROTOCOL)
def test_every_route_of_the_protocol_is_on_its_page(method: str, path: str) -> None:
    assert f"`{method.upper()} {plain(path.removeprefix(BASE))}`" in plain(page("http-api.md"))


def codes() -> dict[str, int]:
    """Return every error code of a request with its HTTP status."""
    kinds = [RunwhyError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    of_requests = [kind for kind in kinds[1:] if kind.__module__.split(".")[1] not in ELSEWHERE]
    ours = {kind.code: status_of(kind.__new__(kind)) for kind in of_requests}
    return {**{code: status for status, code in _OTHER.items()}, **ours, "internal": 500}


def test_every_error_code_is_in_the_reference_with_its_status_and_no_other() -> None:
    found = re.findall(r"^\| `(\w+)` \| (\d{3}) \|", page("errors.md"), re.MULTILINE)

    assert {code: int(status) for code, status in found} == codes()


def failure_codes() -> set[str]:
    """Return every code of a failed run, from calls of `Failure` and from tables of classes."""
    found = set()
    for path in [*(SOURCE / "executors").rglob("*.py"), *(SOURCE / "services").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and name_of(node) == "Failure":
                found |= {k.value.value for k in node.keywords if is_code(k)}
            if isinstance(node, ast.Tuple | ast.Call):
                items = node.elts if isinstance(node, ast.Tuple) else node.args
                found |= set(behind_a_class(items))
    return found | {agent_executor.NO_SESSION}


def is_code(keyword: ast.keyword) -> bool:
    return keyword.arg == "code" and isinstance(keyword.value, ast.Constant)


def behind_a_class(items: list[ast.expr]) -> Iterator[str]:
    """Yield codes that follow an error class: `ErrorClass.AUTH, "quota_exceeded"`."""
    for one, other in pairwise(items):
        of_class = isinstance(one, ast.Attribute) and getattr(one.value, "id", "") == "ErrorClass"
        if of_class and isinstance(other, ast.Constant) and isinstance(other.value, str):
            yield other.value


def name_of(call: ast.Call) -> str:
    return getattr(call.func, "id", "")


def test_every_code_of_a_failed_run_is_in_the_reference_and_no_other() -> None:
    rows = page("errors.md").partition("| `code` |")[2]
    documented = set(re.findall(r"^\| `(\w+)` \|", rows, re.MULTILINE))

    classes = {kind.value for kind in ErrorClass} | {"error"}
    assert documented == failure_codes() - classes


def test_every_class_of_failure_is_in_the_reference() -> None:
    table = page("errors.md").partition("`errorClass`")[2]
    rows = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| (yes)? ?\|", table, re.MULTILINE))

    assert set(rows) == {kind.value for kind in ErrorClass}
    assert {name for name, again in rows.items() if again} == {kind.value for kind in RETRYABLE}


def test_every_status_and_every_scope_is_in_the_reference() -> None:
    api = page("http-api.md")

    for word in (*Status, *Scope):
        assert f"`{word.value}`" in api


def events() -> set[str]:
    """Return every type of event that the server writes."""
    found = {"assistant_delta", "thinking_delta"}
    for path in SOURCE.rglob("*.py"):
        if "testing" not in path.parts:
            found |= set(re.findall(r'NewEvent\(\s*type="(\w+)"', path.read_text()))
    return found


def test_every_event_is_in_the_reference_and_no_other() -> None:
    part = page("http-api.md").partition("## Events")[2].partition("\n## ")[0]
    names = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", part, re.MULTILINE)

    assert {name.strip("`") for row in names for name in row.split(", ")} == events()


def audit_actions() -> set[str]:
    """Return every action of the audit log."""
    files = [path for path in SOURCE.rglob("*.py") if "testing" not in path.parts]
    nodes = [node for path in files for node in ast.walk(ast.parse(path.read_text()))]
    calls = [
        node
        for node in nodes
        if isinstance(node, ast.Call) and AUDIT_CALL.search(ast.unparse(node.func))
    ]
    inside = [part for call in calls for given in call.args[:3] for part in ast.walk(given)]
    texts = {part.value for part in inside if isinstance(part, ast.Constant)}
    written = {text for text in texts if re.fullmatch(r"\w+\.\w+", str(text))}
    return written | set(resource_actions(nodes))


def resource_actions(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Yield the actions of `Resources`: of those methods that the store calls."""
    resources = {
        ast.unparse(node.targets[0]): ast.literal_eval(node.value.args[2])
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        if ast.unparse(node.value.func) in ("Resources", "_Rules")
    }
    for node in nodes:
        if isinstance(node, ast.Attribute) and (what := RESOURCE_ACTIONS.get(node.attr)):
            owner = ast.unparse(node.value).rpartition(".")[2]
            if owner in resources:
                yield f"{resources[owner]}.{what}"


def test_every_action_of_the_audit_log_is_in_the_reference() -> None:
    part = page("http-api.md").partition("The audit log records these changes")[2]

    assert audit_actions() >= {"key.rotated", "trigger.changed", "retention.changed"}
    assert [action for action in sorted(audit_actions()) if f"`{action}`" not in part] == []


def test_every_tool_of_the_mcp_server_is_in_the_reference() -> None:
    source = ast.parse((SOURCE / "mcp" / "tools.py").read_text())
    tools = [n.name for n in ast.walk(source) if isinstance(n, ast.AsyncFunctionDef)]
    documented = re.findall(r"^\| `(\w+)` \| `[\w:]+` \|", page("terminal.md"), re.MULTILINE)

    assert set(documented) == {name for name in tools if name != "tool_scope"}


@pytest.mark.parametrize(
    ("body", "where"),
    [
        (run_bodies.RunBody, "http-api.md"),
        (run_bodies.TaskBody, "http-api.md"),
        (account_bodies.KeyBody, "http-api.md"),
        (session_bodies.AutonomyBody, "autonomy.md"),
        (run_bodies.MemoryBody, "memory.md"),
        (trigger_bodies.TriggerBody, "triggers.md"),
        (fields.ToolBody, "tools.md"),
        (runs.Run, "http-api.md"),
        (sessions.Timer, "autonomy.md"),
        (triggers.Occurrence, "triggers.md"),
        (triggers.OccurrenceRun, "triggers.md"),
        (triggers.TriggerHealth, "triggers.md"),
    ],
)
def test_every_field_of_requests_and_responses_is_in_the_reference(
    body: type[BaseModel] | type[Answer], where: str
) -> None:
    text = page(where)
    names = (
        [field.encode_name for field in structs.fields(body)]
        if issubclass(body, Answer)
        else [field.alias or name for name, field in body.model_fields.items()]
    )

    assert [name for name in names if not re.search(rf"\b{name}\b", text)] == []


def test_every_setting_is_in_the_reference() -> None:
    documented = re.findall(r"^\| `(\w+)` \| `RUNWHY_", page("settings.md"), re.MULTILINE)

    assert documented == list(Settings.model_fields)
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []


def commands(group: click.Group, path: str) -> Iterator[str]:
    for name, command in group.commands.items():
        yield f"{path} {name}"
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")


def test_every_command_is_in_the_reference() -> None:
    for name in main.list_commands(click.Context(main)):  # commands are loaded lazily
        command = main.get_command(click.Context(main), name)
        below = commands(command, f"runwhy {name}") if isinstance(command, click.Group) else ()
        for path in (f"runwhy {name}", *below):
            assert re.search(rf"^##+ {path}$", page("cli.md"), re.MULTILINE), path


@pytest.mark.parametrize("name", runwhy.__all__)
def test_every_public_name_is_in_the_reference_with_a_description(name: str) -> None:
    documented = page("python-names.md").partition(f"\n## {name}\n")[2].partition("\n## ")[0]

    assert documented.replace("```", "").strip()
    assert re.search(rf"\b{name}\b", page("python-client.md"))


def test_every_name_of_the_integrations_is_in_a_guide() -> None:
    guides = "".join(page(f"../howto/{name}.md") for name in ("agent-frameworks", "langgraph"))

    names = [*integrations.__all__, *langgraph.__all__, "RunwhyBrief", "briefed_config"]
    assert [name for name in names if not re.search(rf"\b{name}\b", guides)] == []


def test_every_route_declares_whether_it_needs_a_key() -> None:
    public = {"/api/v1/session", "/hooks/{trigger_id}", "/healthz", "/readyz", "/metrics"}
    for path, methods in openapi_document("0")["paths"].items():
        for method, operation in methods.items():
            assert ("security" in operation) == (path not in public), (method, path)


def test_the_kinds_of_inbox_items_are_listed_by_urgency() -> None:
    part = page("http-api.md").partition("| kind, most urgent first |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)`", part, re.MULTILINE) == list(ItemKind)
