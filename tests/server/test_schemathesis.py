"""Generated requests from the OpenAPI document: no crash, and every answer matches its schema."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from tests.server.api_client import Api, ok
from tests.support.servers import RunningServer, running_server, server_settings

from runwhy.server.app import openapi_document

EXAMPLES = 10
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]
STREAMS = [
    "stream_run",
    "stream_session",
    "stream_inbox",
]  # endless streams, which have their own tests


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    settings = server_settings(tmp_path_factory.mktemp("fuzzed"), queue_limit=1000)
    with running_server(settings) as running:
        yield running


@pytest.fixture(scope="module")
def real(server: RunningServer) -> dict[str, str]:
    """Return ids of existing things, so that some requests get past a 404."""
    api = Api(server.url)
    session = api.session(metadata={"a": "b"})
    api.ended(api.send(session))
    agent = ok(api.post("/agents", {"name": "a", "systemPrompt": "s"}), 201)["id"]
    ids = {"slug": "default", "run_id": api.run(), "session_id": session, "agent_id": agent}
    response = api.http.post(f"{server.url}/v1/responses", json={"model": "echo", "input": "Hi"})
    ids |= {"response_id": ok(response)["id"], "model_id": "echo"}
    api.http.close()
    return ids


def operations() -> list[Any]:
    """Return the operations of the document, without starting a server."""
    document = openapi_document("0")
    described = schemathesis.openapi.from_dict(document).exclude(operation_id=STREAMS)
    return [found.ok() for found in described.get_all_operations()]


def with_real_ids(case: Any, real: dict[str, str]) -> None:
    """Replace every second id with an existing one. The workspace always exists."""
    for name, value in list((case.path_parameters or {}).items()):
        if name in real and (name == "slug" or zlib.crc32(str(value).encode()) % 2):
            case.path_parameters[name] = real[name]


def with_what_exists(body: Any) -> None:
    """Use an existing model, because random names would make nearly every run fail."""
    if not isinstance(body, dict):
        return
    for name, value in (("modelId", "echo"), ("model", "echo"), ("executor", "builtin")):
        if isinstance(body.get(name), str):
            body[name] = value
    for name in ("agentId", "parentRunId", "conversation", "previous_response_id"):
        body.pop(name, None)
    if body.get("prompt") is not None:
        body.pop("messages", None)


def can_be_wrong(operation: Any) -> bool:
    """Return whether a request can be invalid: any text is a valid id."""
    return bool(operation.body or operation.query)


CASES = [
    pytest.param(operation, mode, id=f"{operation.label} {mode.value}")
    for operation in operations()
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE or can_be_wrong(operation)
]


@pytest.mark.parametrize(("operation", "mode"), CASES)
def test_every_answer_matches_the_document_and_none_is_a_crash(
    server: RunningServer, real: dict[str, str], operation: Any, mode: GenerationMode
) -> None:
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), database=None)
    def ask(case: Any) -> None:
        with_real_ids(case, real)
        if mode is GenerationMode.POSITIVE:
            with_what_exists(case.body)
        case.call_and_validate(base_url=server.url, checks=CHECKS)

    ask()
