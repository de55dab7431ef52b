"""The OpenAPI document: every route, with its parameters, answers and errors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.support import callers
from tests.support.servers import RunningServer

from runwhy.wire.account_bodies import KeyBody
from runwhy.wire.alerts import AlertNotice
from runwhy.wire.answer import Answer, Copied, JsonAnswer
from runwhy.wire.fields import Body
from runwhy.wire.history import Extras, OperatorItem
from runwhy.wire.openai.answers import WireAnswer
from runwhy.wire.run_bodies import MessageBody, RunBody, TaskBody, ToolResultBody
from runwhy.wire.session_bodies import SessionBody
from runwhy.wire.triggers import AnyTrigger

BASE = "/api/v1/workspaces/{slug}"
RUN, SESSION = "/agent-runs/{run_id}", "/agent-sessions/{session_id}"

PROTOCOL = [
    *(
        (method, BASE + path)
        for method, path in (
            ("post", "/agent-runs"),
            ("get", "/agent-runs"),
            ("get", RUN),
            ("get", f"{RUN}/stream"),
            ("get", f"{RUN}/messages"),
            ("post", f"{RUN}/tool-results"),
            ("post", f"{RUN}/cancel"),
            ("post", "/agent-sessions"),
            ("get", "/agent-sessions"),
            ("get", SESSION),
            ("patch", SESSION),
            ("delete", SESSION),
            ("post", f"{SESSION}/messages"),
            ("get", f"{SESSION}/events"),
            ("get", f"{SESSION}/history"),
            ("get", f"{SESSION}/stream"),
            ("get", "/models"),
            ("post", "/agents"),
            ("get", "/agents"),
            ("get", "/agents/{agent_id}"),
            ("patch", "/agents/{agent_id}"),
            ("delete", "/agents/{agent_id}"),
            ("post", "/keys"),
            ("get", "/keys"),
            ("delete", "/keys/{key_id}"),
            ("post", "/tasks"),
        )
    ),
    ("get", "/api/v1/workspaces"),
    ("post", "/api/v1/workspaces"),
    ("get", "/healthz"),
    ("get", "/readyz"),
    ("get", "/metrics"),
]


@pytest.fixture(scope="module")
def document(local: RunningServer) -> Any:
    return callers.get(f"{local.url}/openapi.json").json()


def operations(document: Any) -> Iterator[tuple[str, Any]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method} {path}", operation


@pytest.mark.parametrize(("method", "path"), PROTOCOL)
def test_every_route_of_the_protocol_exists(document: Any, method: str, path: str) -> None:
    assert method in document["paths"][path]


def test_every_operation_has_a_unique_name_and_a_description(document: Any) -> None:
    found = dict(operations(document))

    names = [operation["operationId"] for operation in found.values()]
    assert len(set(names)) == len(names)
    assert all(name.isidentifier() for name in names)
    for name, operation in found.items():
        assert operation.get("description"), name


def test_every_operation_has_an_answer_schema(document: Any) -> None:
    for name, operation in operations(document):
        (good,) = [answer for code, answer in operation["responses"].items() if code[0] == "2"]
        for kind, content in good["content"].items():
            if kind == "application/json":
                schemas = content["schema"].get("anyOf", [content["schema"]])
                assert all("$ref" in schema for schema in schemas), name


def test_every_operation_lists_its_errors(document: Any) -> None:
    for name, operation in operations(document):
        wire = {"openai": "OpenAiError", "anthropic": "AnthropicError"}.get(operation["tags"][0])
        shape = {"$ref": f"#/components/schemas/{wire or 'Error'}"}
        assert {"400", "default"} <= set(operation["responses"]), name
        for code, answer in operation["responses"].items():
            if code[0] != "2":
                assert answer["content"]["application/json"]["schema"] == shape, (name, code)


def test_creating_operations_accept_an_idempotency_key(document: Any) -> None:
    for name, operation in operations(document):
        headers = [
            p["name"].lower() for p in operation.get("parameters", ()) if p["in"] == "header"
        ]
        assert ("idempotency-key" in headers) == ("422" in operation["responses"]), name


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "$ref":
                yield item
            else:
                yield from references(item)
    elif isinstance(value, list):
        for item in value:
            yield from references(item)


def test_every_reference_resolves(document: Any) -> None:
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}

    assert set(references(document)) <= known


def test_limits_are_part_of_the_document(document: Any) -> None:
    run = document["components"]["schemas"]["RunBody"]["properties"]

    def without_null(name: str) -> Any:
        return next(one for one in run[name]["anyOf"] if one.get("type") != "null")

    assert without_null("metadata")["maxProperties"] == 16
    assert without_null("metadata")["additionalProperties"]["maxLength"] == 256
    assert without_null("correlationId")["maxLength"] == 128
    assert without_null("name")["maxLength"] == 200
    assert without_null("tools")["maxItems"] == 128
    assert "oneOf" not in run["reasoningLevel"]


@pytest.mark.parametrize(
    "body", [RunBody, MessageBody, SessionBody, ToolResultBody, KeyBody, TaskBody]
)
def test_common_bodies_have_valid_examples(document: Any, body: type[Body]) -> None:
    for example in document["components"]["schemas"][body.__name__]["examples"]:
        body.read(example)


@pytest.mark.parametrize("name", ["NewTriggerBody", "Trigger", "NewTrigger"])
def test_trigger_fields_are_described_by_kind(document: Any, name: str) -> None:
    schemas = document["components"]["schemas"]
    kinds = schemas[name]["discriminator"]["mapping"]

    needed = {
        kind: set(schemas[where.rpartition("/")[2]]["required"]) for kind, where in kinds.items()
    }
    assert needed["cron"] > {"name", "schedule"}
    assert needed["webhook"] > {"name", "verify"}
    assert needed["telegram"] > {"name", "allowedChatIds"}


def all_below(answer: type[Answer]) -> set[type[Answer]]:
    return {one for below in answer.__subclasses__() for one in {below, *all_below(below)}}


def test_every_answer_schema_is_used(document: Any) -> None:
    bases = {Copied, JsonAnswer, Extras, OperatorItem, AnyTrigger, WireAnswer}
    sent = {AlertNotice}  # in deliveries to outgoing webhooks, not by a route
    ours = {
        one for one in all_below(Answer) - bases - sent if one.__module__.startswith("runwhy.wire")
    }

    assert len(ours) > 80
    assert {one.__name__ for one in ours} <= set(document["components"]["schemas"])
