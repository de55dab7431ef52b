"""Reruns over HTTP, on both stores."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.server.api_client import SPEC, Api, ok, refused
from tests.support import callers

TOKEN = "long-enough-token"


def rerun(api: Api, run: str, **body: Any) -> Any:
    """Repeat a run and return the new one once it has ended."""
    accepted = ok(api.post(f"/agent-runs/{run}/rerun", body), 202)
    assert accepted["streamUrl"].endswith(f"/agent-runs/{accepted['runId']}/stream")
    return api.ended(accepted["runId"])


def envelope_of(api: Api, run: str) -> Any:
    return json.loads(api.get(f"/agent-runs/{run}/envelope")["text"])["runwhy_meta"]


def test_a_rerun_repeats_the_message_the_spec_and_the_tags(both: Api) -> None:
    first = both.ended(both.run("Hello", modelId="echo", name="greeting", metadata={"env": "prod"}))

    again = rerun(both, first["id"])

    assert again["id"] != first["id"]
    assert (again["task"], again["spec"]) == ("Hello", first["spec"])
    assert (again["metadata"], again["metadataSources"]) == ({"env": "prod"}, {"env": "run"})
    origin = again["origin"]
    assert (origin["trigger"], origin["attended"], origin["rerunOf"]) == ("api", True, first["id"])
    assert origin["original"] == {
        "trigger": "api",
        "triggerId": None,
        "triggerName": None,
        "requestedAt": first["origin"]["requestedAt"],
        "scheduledFor": None,
        "facts": {},
    }
    told = envelope_of(both, again["id"])
    assert told["rerun_of"] == first["id"]
    assert told["original"]["trigger"] == "api"


def test_prompt_tags_and_spec_can_be_changed(both: Api) -> None:
    first = both.run("Hello", metadata={"env": "prod", "a": "b"})

    again = rerun(
        both, first, prompt="Bonjour", metadata={"a": None, "n": "2"}, systemPrompt="Be long."
    )

    assert again["task"] == "Bonjour"
    assert again["metadata"] == {"env": "prod", "n": "2"}
    assert again["spec"] == {"systemPrompt": "Be long."}


def test_reruns_are_found_by_a_query_and_a_rerun_of_a_rerun_keeps_the_first_origin(
    both: Api,
) -> None:
    trigger = {"kind": "cron", "name": "nightly", "schedule": "0 2 * * *", "prompt": "Report."}
    made = ok(both.post("/triggers", {**trigger, "spec": {"modelId": "echo"}}), 201)
    first = ok(both.post(f"/triggers/{made['id']}/fire"), 202)["runId"]
    both.ended(first)

    second = rerun(both, first)
    third = rerun(both, second["id"])

    assert (second["origin"]["rerunOf"], third["origin"]["rerunOf"]) == (first, second["id"])
    for run in (second, third):
        assert (run["origin"]["trigger"], run["origin"]["facts"]) == ("api", {})
        assert run["origin"]["original"]["triggerName"] == "nightly"
        assert run["origin"]["original"]["facts"]["cron_job_id"] == made["id"]
    found = [run["id"] for run in both.get("/agent-runs", q=f"rerun_of:{first}")["runs"]]
    assert found == [second["id"]]
    named = [run["id"] for run in both.get("/agent-runs", q="trigger:nightly")["runs"]]
    assert named == [first]
    assert "cron_job_id" not in envelope_of(both, third["id"])


def test_a_run_of_a_session_is_repeated_in_its_session(both: Api) -> None:
    session = both.session(metadata={"customer": "acme"})
    first = both.send(session, "Hello")
    both.ended(first)
    ok(both.http.patch(f"/agent-sessions/{session}", json={"metadata": {"customer": "globex"}}))

    again = rerun(both, first)

    assert again["sessionId"] == session
    assert (again["metadata"], again["metadataSources"]) == (
        {"customer": "acme"},
        {"customer": "session"},
    )
    ok(both.http.delete(f"/agent-sessions/{session}"))
    refused(both.post(f"/agent-runs/{first}/rerun", {}), 409, "session_ended")


def test_the_body_of_a_webhook_is_quoted_again_and_not_as_a_persons_words(both: Api) -> None:
    hook = {"kind": "webhook", "name": "push", "verify": "token", "secret": TOKEN}
    hook |= {"promptTemplate": "Review {{title}}", "spec": {"modelId": "echo"}}
    made = ok(both.post("/triggers", hook), 201)
    headers = {"Authorization": f"Bearer {TOKEN}"}
    sent = callers.post(both.url + made["hookPath"], json={"title": "me"}, headers=headers)
    first = sent.json()["runId"]
    both.ended(first)

    again = rerun(both, first)

    old, new = (both.get(f"/agent-runs/{run}/log")["parts"][:2] for run in (first, again["id"]))
    shown = ("kind", "role", "content", "provenance", "visible")
    assert [[part[name] for name in shown] for part in new] == [
        [part[name] for name in shown] for part in old
    ]
    assert new[0]["provenance"] == "webhook"
    original = again["origin"]["original"]
    assert (original["triggerId"], original["triggerName"]) == (made["id"], "push")
    assert original["facts"]["webhook_trigger_id"] == made["id"]


def test_a_repeated_request_starts_one_rerun(both: Api) -> None:
    first = both.run()
    path, once = f"/agent-runs/{first}/rerun", {"Idempotency-Key": "again"}

    one, two = (ok(both.post(path, {"prompt": "Hi"}, **once), 202) for _ in "ab")

    assert one == two
    refused(both.post(path, {"prompt": "Ho"}, **once), 422, "idempotency_mismatch")


def test_erased_and_unknown_runs_cannot_be_repeated(both: Api) -> None:
    first = both.run("Hello", metadata={"customer": "acme"})
    both.ended(first)
    again = rerun(both, first, metadata={"customer": None})
    erasure = ok(both.post("/erasures", {"query": "customer:acme", "mode": "content"}), 202)
    while both.get(f"/erasures/{erasure['id']}")["status"] != "done":
        pass

    said = refused(both.post(f"/agent-runs/{first}/rerun", {}), 409, "conflict")
    assert said["message"] == f"the run {first} was erased, so there is nothing to rerun"
    refused(both.post("/agent-runs/run_unknown/rerun", {}), 404, "not_found")
    assert rerun(both, again["id"])["task"] == "Hello"


def test_invalid_changes_start_nothing(both: Api) -> None:
    first = both.run()
    both.ended(first)
    before = both.everything()
    both_given = {"prompt": "x", "messages": [{"role": "user", "content": "y"}]}

    for body, field in (
        (both_given, "/prompt"),
        ({"parentRunId": first}, "/parentRunId"),
        ({"metadata": {"a": 1}}, "/metadata/a"),
        ({"metadata": {"runwhy.x": "1"}}, "/metadata/runwhy.x"),
        ({"metadata": {"synthetic": "true"}}, "/metadata/synthetic"),
        ({"prompt": " "}, "/prompt"),
    ):
        said = refused(both.post(f"/agent-runs/{first}/rerun", body), 400, "invalid_request")
        assert [problem["field"] for problem in said["problems"]] == [field]
    refused(both.post(f"/agent-runs/{first}/rerun", {"modelId": "none"}), 400, "invalid_model")
    assert both.everything() == before


@pytest.mark.parametrize("route", ["run", "message", "rerun"])
def test_callers_cannot_set_a_trigger_name_or_a_lineage(both: Api, route: str) -> None:
    claims = {
        "triggerName": "nightly",
        "rerunOf": "run_1",
        "original": {"trigger": "cron", "facts": {"cron_job_id": "trg_1"}},
    }
    first = both.run()
    paths = {
        "run": "/agent-runs",
        "message": f"/agent-sessions/{both.session()}/messages",
        "rerun": f"/agent-runs/{first}/rerun",
    }

    accepted = ok(both.post(paths[route], {**SPEC, "prompt": "Hello", **claims}), 202)

    run = both.ended(accepted["runId"])
    origin, told = run["origin"], envelope_of(both, run["id"])
    assert (origin["triggerName"], origin["claimed"]) == (None, claims)
    assert origin["rerunOf"] == (first if route == "rerun" else None)
    assert "trigger_name" not in told and "cron_job_id" not in str(told)
    assert not {"triggerName", "rerunOf", "original"} & set(run["spec"])
    assert both.get("/agent-runs", q="trigger:nightly")["runs"] == []


def test_a_key_bound_to_tags_cannot_rerun_and_sees_reruns_by_their_tags(
    both: Api, connect: Callable[..., Api]
) -> None:
    acme, globex = (both.run(metadata={"customer": name}) for name in ("acme", "globex"))
    again = rerun(both, acme)["id"]
    body = {"name": "a", "scopes": ["runs:read"], "tags": {"customer": "acme"}}
    secret = ok(both.post("/keys", body), 201)["secret"]
    bound = connect(both.url, both.base.rsplit("/", 1)[1], key=secret)

    for run in (acme, globex):
        refused(bound.post(f"/agent-runs/{run}/rerun", {}), 403, "insufficient_scope")
    assert {run["id"] for run in bound.get("/agent-runs")["runs"]} == {acme, again}


def test_a_rerun_recalls_the_memories_of_the_person_whose_words_it_repeats(
    both: Api, connect: Callable[..., Api]
) -> None:
    made = ok(both.post("/keys", {"name": "ada", "scopes": ["runs:write"]}), 201)
    ada = connect(both.url, both.base.rsplit("/", 1)[1], key=made["secret"])
    for user, text in ((made["id"], "Likes plums."), ("local", "Likes pears.")):
        ok(both.post("/memories", {"text": text, "user": user}), 201)
    recalls = {**SPEC, "memory": {"enabled": True, "threshold": 0}}
    first = ok(ada.post("/agent-runs", {**recalls, "prompt": "Plums or pears?"}), 202)["runId"]

    runs = (
        both.ended(first),
        rerun(both, first),
        rerun(both, first, prompt="Pears or plums?"),
    )

    recalled = [[hit["text"] for hit in run["memory"]["hits"]] for run in runs]
    assert recalled == [["Likes plums."], ["Likes plums."], ["Likes pears."]]


def test_the_queue_names_the_key_that_submitted_a_task(
    both: Api, connect: Callable[..., Api]
) -> None:
    body = {"name": "ci-bot", "scopes": ["runs:write"]}
    secret = ok(both.post("/keys", body), 201)["secret"]
    keyed = connect(both.url, both.base.rsplit("/", 1)[1], key=secret)

    named, unnamed = (
        both.ended(ok(api.post("/tasks", {"task": "Count."}), 202)["runId"])["origin"]
        for api in (keyed, both)
    )

    assert (named["trigger"], named["triggerName"]) == ("daemon", "ci-bot")
    assert named["facts"] == {"trigger_name": "ci-bot"}
    assert (unnamed["triggerName"], unnamed["facts"]) == (None, {})
