"""A repeated request returns the same answer and creates nothing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest
from tests.server.api_client import SPEC, Api, ok, refused

RUN = {**SPEC, "prompt": "Hello", "metadata": {"zebra": "1", "b": "2", "env": "prod"}}
ONCE = {"Idempotency-Key": "k1"}


def test_the_same_key_and_body_return_the_same_bytes_and_one_run(both: Api) -> None:
    first = both.post("/agent-runs", RUN, **ONCE)
    both.ended(first.json()["runId"])

    again = both.post("/agent-runs", RUN, **ONCE)

    assert first.status_code == again.status_code == 202
    assert first.content == again.content
    assert len(both.everything()[0]) == 1


def test_the_order_of_keys_does_not_make_another_body(both: Api) -> None:
    first = ok(both.post("/agent-runs", RUN, **ONCE), 202)

    again = ok(both.post("/agent-runs", dict(reversed(RUN.items())), **ONCE), 202)

    assert first == again


def test_another_body_is_rejected_and_creates_nothing(both: Api) -> None:
    ok(both.post("/agent-runs", RUN, **ONCE), 202)
    before = both.everything()

    for other in ({**RUN, "prompt": "Hullo"}, {**RUN, "metadata": {}}, {**RUN, "name": "x"}):
        said = refused(both.post("/agent-runs", other, **ONCE), 422, "idempotency_mismatch")
        assert said["problems"][0]["field"] == "Idempotency-Key"

    assert both.everything() == before


def test_another_key_or_no_key_creates_another_run(both: Api) -> None:
    answers = [
        both.post("/agent-runs", RUN, **ONCE),
        both.post("/agent-runs", RUN, **{"Idempotency-Key": "k2"}),
        both.post("/agent-runs", RUN),
        both.post("/agent-runs", RUN),
    ]

    assert len({ok(answer, 202)["runId"] for answer in answers}) == 4


def test_a_rejected_request_does_not_use_its_key(both: Api) -> None:
    refused(both.post("/agent-runs", {**RUN, "modelId": "none"}, **ONCE), 400, "invalid_model")

    ok(both.post("/agent-runs", RUN, **ONCE), 202)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/agent-runs", RUN),
        ("/agent-sessions", {**SPEC, "metadata": RUN["metadata"]}),
        ("/agents", {**SPEC, "name": "helper"}),
        ("/tasks", {"task": "Do it."}),
    ],
)
def test_every_creating_route_creates_once(both: Api, path: str, body: Any) -> None:
    first = both.post(path, body, **ONCE)
    again = both.post(path, body, **ONCE)

    assert first.status_code in (201, 202)
    assert (first.status_code, first.content) == (again.status_code, again.content)
    refused(both.post(path, {**body, "name": "other"}, **ONCE), 422, "idempotency_mismatch")


def test_each_route_has_its_own_keys(both: Api) -> None:
    one, two = both.session(), both.session()

    runs = {
        ok(both.post(f"/agent-sessions/{session}/messages", {"prompt": "x"}, **ONCE), 202)["runId"]
        for session in (one, two)
    }

    assert len(runs) == 2


def test_a_repeated_message_gets_its_first_answer_after_later_changes(both: Api) -> None:
    session = both.session(metadata={"a": "b"})
    path = f"/agent-sessions/{session}/messages"
    body = {"prompt": "[[sleep 600]]", "multitask": "reject"}
    first = both.post(path, body, **ONCE)

    busy = both.post(path, body, **ONCE)
    both.http.patch(f"/agent-sessions/{session}", json={"metadata": {"a": "c"}})
    both.http.delete(f"/agent-sessions/{session}")
    ended = both.post(path, body, **ONCE)

    assert first.content == busy.content == ended.content
    assert len(both.everything()[0]) == 1


def test_a_repeated_session_request_gets_its_first_answer(both: Api) -> None:
    body = {**SPEC, "metadata": {"a": "b"}}
    first = both.post("/agent-sessions", body, **ONCE)
    session = first.json()["sessionId"]
    both.http.patch(f"/agent-sessions/{session}", json={"metadata": {"a": "c"}})

    assert both.post("/agent-sessions", body, **ONCE).content == first.content


def test_a_hundred_concurrent_requests_with_one_key_create_one_run(both: Api) -> None:
    def create(_: int) -> httpx2.Response:
        return both.post("/agent-runs", RUN, **ONCE)

    with ThreadPoolExecutor(20) as threads:
        answers = list(threads.map(create, range(100)))

    assert {answer.status_code for answer in answers} == {202}
    assert len({answer.content for answer in answers}) == 1
    runs, _ = both.everything()
    assert runs == [answers[0].json()["runId"]]
    assert both.ended(runs[0])["attempt"] == 1
