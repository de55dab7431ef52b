"""Cursor as an executor, with a fake agent that replays its stream."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.agents import processes_of
from tests.executors.stand_in import calls, stand_in
from tests.server.api_client import Api, ok, refused
from tests.support.servers import running_server, server_settings

from runwhy.core.context.seal_forms import find_seal
from runwhy.core.context.sentinel import END, START

# Makes the fake agent print its seal, which it finds in its prompt.
REPEAT = (
    "told.get('type') == 'assistant' and told['message']['content'][0].update(text='My seal is '"
    " + sys.argv[-1].split('\"seal\":\"')[-1][:20] + '.')"
)
SESSION = "7c0e2a34-51c5-4f0f-8f5b-0f3f6c2f9d12"


@contextmanager
def serving(directory: Path, program: Path | str, **settings: Any) -> Iterator[Api]:
    given = {"cursor_command": str(program), **settings}
    with running_server(server_settings(directory, **given)) as server:
        api = Api(server.url)
        try:
            yield api
        finally:
            api.http.close()


@pytest.fixture
def api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Api]:
    monkeypatch.setenv("CURSOR_API_KEY", "key_for_cursor")
    monkeypatch.setenv("SOMEBODY_ELSES_TOKEN", "not_for_cursor")
    with serving(tmp_path, stand_in(tmp_path, "cursor", "shell")) as made:
        yield made


def body(directory: Path, prompt: str = "Print hi", **options: Any) -> dict[str, Any]:
    return {
        "executor": "cursor",
        "executorOptions": {"cwd": str(directory), **options},
        "prompt": prompt,
    }


def ended(api: Api, asked: dict[str, Any]) -> Any:
    return api.ended(ok(api.post("/agent-runs", asked), 202)["runId"])


def test_the_envelope_precedes_the_task_and_is_not_in_the_transcript(
    api: Api, tmp_path: Path
) -> None:
    task = "  \x1eCODEX_META {} is how I begin\n"

    run = ended(api, body(tmp_path, task))

    assert run["status"] == "succeeded", run
    assert run["tokens"]["inputTokens"] == 1200
    sent = str(calls(tmp_path)[0]["args"][-1])  # type: ignore[index]
    assert sent.startswith(START) and sent.endswith(END + task)
    assert run["id"] in sent and "runwhy_meta" in sent
    page = api.get(f"/agent-runs/{run['id']}/entries")
    said = [entry for entry in page["entries"] if entry["type"] == "user_message"]
    assert [entry["text"] for entry in said] == [task]
    assert "runwhy_meta" not in str(page)
    assert page["agent"]["resumeCommand"] == f"cd {tmp_path} && cursor-agent --resume {SESSION}"


def test_a_prompt_that_is_too_long_for_an_argument_names_the_limit(
    api: Api, tmp_path: Path
) -> None:
    run = ended(api, body(tmp_path, "x" * 400_000))

    assert run["error"]["code"] == "invalid_request"
    assert "prompt has 40" in run["error"]["message"]
    assert "the limit is 131071" in run["error"]["message"]


def test_the_program_gets_the_trace_context(api: Api, tmp_path: Path) -> None:
    place = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    asked = api.post("/agent-runs", body(tmp_path), traceparent=place, baggage="customer=acme")
    api.ended(ok(asked, 202)["runId"])

    (call,) = calls(tmp_path)
    env: Any = call["env"]
    assert env["TRACEPARENT"] == place and "BAGGAGE" not in env


def test_the_program_gets_only_allowed_variables(api: Api, tmp_path: Path) -> None:
    run = ended(api, body(tmp_path))

    (call,) = calls(tmp_path)
    env: Any = call["env"]
    assert (env["CURSOR_API_KEY"], env["RUNWHY_RUN_ID"]) == ("key_for_cursor", run["id"])
    assert not {"SOMEBODY_ELSES_TOKEN", "PYTEST_CURRENT_TEST"} & set(env)
    assert (call["stdin"], call["cwd"]) == ("", str(tmp_path.resolve()))
    assert "--force" not in call["args"]  # type: ignore[operator]


def test_a_session_resumes_the_agents_session_with_terminal_commands_as_context(
    api: Api, tmp_path: Path
) -> None:
    session = api.session(**{k: v for k, v in body(tmp_path).items() if k != "prompt"})
    api.events(api.send(session, "One"))
    command = {"cmd": "make test", "exitCode": 2, "cwd": str(tmp_path), "output": "no rule\n"}
    ok(api.post(f"/agent-sessions/{session}/blocks", command), 201)

    api.events(api.send(session, "Two"))

    first, second = ([str(arg) for arg in call["args"]] for call in calls(tmp_path))  # type: ignore[attr-defined]
    assert "--resume" not in first
    assert second[second.index("--resume") + 1] == SESSION
    assert "make test" in second[-1] and "make test" not in first[-1]
    assert api.get(f"/agent-sessions/{session}/pending-context")["blocks"] == []
    shown = api.get(f"/agent-sessions/{session}")["messages"]
    assert [m["content"] for m in shown if m["role"] == "user"] == ["One", "Two"]


def test_entries_are_paginated(api: Api, tmp_path: Path) -> None:
    run = ended(api, body(tmp_path))["id"]
    whole = api.get(f"/agent-runs/{run}/entries")["entries"]

    first = api.get(f"/agent-runs/{run}/entries", limit=2)
    rest = api.get(f"/agent-runs/{run}/entries", cursor=first["nextCursor"])

    assert first["entries"] + rest["entries"] == whole
    assert rest["nextCursor"] is None
    assert {entry["type"] for entry in whole} >= {"tool_use", "thinking", "result"}


def test_the_error_names_a_missing_session(api: Api, tmp_path: Path) -> None:
    run = ended(api, body(tmp_path, resume="another"))

    assert (run["status"], run["error"]["code"]) == ("failed", "session_not_found")
    assert run["error"]["message"] == "cursor has no session another on this server"


def test_invalid_options_are_rejected_by_name(api: Api, tmp_path: Path) -> None:
    asked = body(tmp_path, approvals="maybe", fork=True, allowedTools="Bash", resume=7)
    asked["executorOptions"]["cwd"] = "here"

    problems = refused(api.post("/agent-runs", asked), 400, "invalid_request")["problems"]

    assert {problem["field"] for problem in problems} == {
        f"/executorOptions/{name}"
        for name in ("approvals", "cwd", "fork", "allowedTools", "resume")
    }


@pytest.mark.parametrize(
    ("options", "code"),
    [({}, "invalid_request"), ({"cwd": "/nowhere"}, "invalid_request")],
    ids=["no directory", "no such directory"],
)
def test_the_working_directory_must_exist(
    api: Api, tmp_path: Path, options: Any, code: str
) -> None:
    run = ended(api, {**body(tmp_path), "executorOptions": options})

    assert (run["status"], run["error"]["code"]) == ("failed", code)


def test_stderr_explains_a_failure(tmp_path: Path) -> None:
    program = stand_in(tmp_path, "cursor", "text", fails="You are not signed in.", code=1)
    with serving(tmp_path, program) as api:
        run = ended(api, body(tmp_path))

    assert (run["status"], run["error"]["code"]) == ("failed", "agent_failed")
    assert run["error"]["message"] == "cursor: You are not signed in."


def test_the_error_names_an_agent_that_is_not_installed(tmp_path: Path) -> None:
    with serving(tmp_path, "no-such-program") as api:
        run = ended(api, body(tmp_path))

    assert run["error"]["code"] == "agent_not_found"
    assert "no-such-program is not installed" in run["error"]["message"]


def test_agents_work_only_in_allowed_directories(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (inside / "link").symlink_to(outside)
    program = stand_in(tmp_path, "cursor", "text")
    with serving(tmp_path, program, agent_directories=(str(inside),)) as api:
        refused(api.post("/agent-runs", body(outside)), 400, "invalid_request")
        assert ended(api, body(inside / "link"))["status"] == "failed"
        assert ended(api, body(inside))["status"] == "succeeded"


def test_stopping_the_server_ends_the_program_and_the_next_server_does_not_restart_it(
    tmp_path: Path,
) -> None:
    program = tmp_path / "cursor-slow"
    init = '{"type":"system","subtype":"init","session_id":"s1","cwd":"/","model":"Auto"}'
    program.write_text(f"#!/bin/sh\necho >> {tmp_path / 'starts'}\necho '{init}'\nexec sleep 300\n")
    program.chmod(0o755)
    with serving(tmp_path, program) as api:
        run = ok(api.post("/agent-runs", body(tmp_path)), 202)["runId"]
        api.events(run, until=("entry",))
        assert processes_of(run)
    assert processes_of(run) == []

    with serving(tmp_path, program) as api:
        failed = api.ended(run)
        agent = api.get(f"/agent-runs/{run}/entries")["agent"]

    assert (failed["status"], failed["error"]["code"]) == ("failed", "agent_interrupted")
    assert f"runwhy resume {run}" in failed["error"]["message"]
    assert agent["sessionId"] == "s1"
    assert (tmp_path / "starts").read_text() == "\n"


def test_the_seal_is_masked_in_the_prompt_and_in_what_the_agent_repeats(tmp_path: Path) -> None:
    program = stand_in(tmp_path, "cursor", "shell")
    prints = "print(json.dumps(told), flush=True)"
    assert prints in program.read_text()
    program.write_text(program.read_text().replace(prints, f"{REPEAT}; {prints}"))
    with serving(tmp_path, program) as api:
        session = api.session(executor="cursor", executorOptions={"cwd": str(tmp_path)})
        api.ended(api.send(session, "Hello"))
        seal = re.search(r'"seal":"([0-9a-z]{20})"', _prompt(tmp_path))
        assert seal is not None
        run = api.ended(api.send(session, f"Is it {seal[1]} or {' '.join(seal[1])}?"))

        assert run["status"] == "succeeded", run
        assert _prompt(tmp_path).endswith("Is it [seal] or [seal]?")
        assert len(find_seal(_prompt(tmp_path), seal[1])) == 2  # in the rule and the envelope
        entries = str(api.get(f"/agent-runs/{run['id']}/entries"))
        events = api.http.get(f"/agent-runs/{run['id']}/stream").text
        assert "My seal is [seal]." in entries
        run.pop("task")  # the user's own words stay as they were written
        assert find_seal(entries + events + str(run), seal[1]) == []


def _prompt(directory: Path) -> str:
    arguments: Any = calls(directory)[-1]["args"]
    return str(arguments[-1])
