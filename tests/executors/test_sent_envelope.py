"""The envelope as it reaches a provider through the HTTP API."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.executors.scripted_server import CHAT, Scene, envelopes, fields, scene
from tests.support.clock import FrozenClock
from tests.support.scripted_models import Say

from runwhy.core.runs.log import PartKind
from runwhy.executors.builtin import remote_model
from runwhy.executors.builtin.engine import BuiltinExecutor
from runwhy.ports import ModelRequest

TOKYO_MORNING = datetime(2026, 2, 9, 22, 46, 12, tzinfo=UTC)


def sent_envelope(here: Scene, prompt: str = "Do it.", **more: Any) -> tuple[str, dict[str, Any]]:
    """Run a task; return the sent envelope and the run."""
    here.model.add([Say("Done.")])
    run = here.start(prompt, **more)
    assert here.end(run).event == "result"
    sent = here.sent()
    (at,) = envelopes(sent)
    return sent[at][1], here.api.get(f"/agent-runs/{run}")


def test_the_time_is_given_in_utc_and_local_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = FrozenClock(TOKYO_MORNING)
    settings = {"timezone": "Asia/Tokyo"}
    with scene(CHAT, tmp_path, monkeypatch, settings=settings, clock=clock) as here:
        text, run = sent_envelope(here)

    told = json.loads(text)["runwhy_meta"]
    assert told["now_utc"] == "2026-02-09T22:46:12Z"
    assert told["now_local"] == "2026-02-10T07:46:12+09:00"
    assert (told["timezone"], told["weekday"]) == ("Asia/Tokyo", "Tuesday")
    assert (told["trigger"], told["attended"], told["run_id"]) == ("api", True, run["id"])


def test_a_queued_task_is_unattended(chat: Scene) -> None:
    chat.model.add([Say("Done.")])

    body = {"task": "Tidy up.", "modelId": chat.wire.model}
    chat.end(chat.api.post("/tasks", body).json()["runId"])

    told = fields(chat.sent())
    assert (told["trigger"], told["attended"]) == ("daemon", False)


def test_facts_from_the_caller_are_marked_as_claimed(chat: Scene) -> None:
    claims = {"run_id": "run_mine", "now_utc": "1999", "trigger": "cron", "model": "x", "seal": "y"}

    text, run = sent_envelope(chat, context=claims, trigger="cron", attended=False)

    told = json.loads(text)["runwhy_meta"]
    assert (told["trigger"], told["attended"], told["run_id"]) == ("api", True, run["id"])
    assert told["seal"] != "y" and "model" not in told
    assert told["context"] == claims


def test_an_envelope_of_4096_bytes_is_sent_whole_and_a_larger_one_is_fitted(chat: Scene) -> None:
    room = 4096 - len(sent_envelope(chat, context={"page": ""})[0].encode())

    full, run = sent_envelope(chat, context={"page": "x" * room})
    fitted, cut = sent_envelope(chat, context={"page": "x" * (room + 1)})

    assert len(full.encode()) == 4096
    assert run["envelope"] == {"bytes": 4096, "truncated": False, "dropped": []}
    assert json.loads(fitted)["runwhy_meta"]["dropped"] == ["context.page"]
    assert cut["envelope"]["truncated"] is True
    assert cut["spec"]["context"] == {"page": "x" * (room + 1)}  # the stored value is complete


@pytest.mark.parametrize("value", ["x" * 10_240, "漢" * 1500], ids=["10 KB", "1500 × 漢"])
def test_a_large_value_is_dropped_and_small_ones_are_kept(chat: Scene, value: str) -> None:
    text, _ = sent_envelope(chat, context={"large": value, "small": "kept"})

    told = json.loads(text)["runwhy_meta"]
    assert len(text.encode()) <= 4096
    assert told["context"] == {"small": "kept"}
    assert (told["truncated"], told["dropped"]) == (True, ["context.large"])


def test_characters_of_three_bytes_are_not_escaped(chat: Scene) -> None:
    text, _ = sent_envelope(chat, context={"page": "漢" * 1100})

    assert "漢" * 1100 in text
    assert "漢".encode() in chat.model.requests[-1].raw


def test_only_tags_the_agent_makes_visible_are_sent(chat: Scene) -> None:
    text, _ = sent_envelope(
        chat,
        metadata={"customer": "acme", "secret-plan": "b"},
        modelVisibleMetadata=["customer"],
    )

    assert json.loads(text)["runwhy_meta"]["tags"] == {"customer": "acme"}
    assert "secret-plan" not in chat.model.requests[-1].raw.decode()


SECRETS = {
    "github": "ghp_R8vK2mXq5TzY7wLp3Nc9Jd4Bf6Gh1Sa0Ue",
    "note": "use AKIAQ7R2W9X4Z6T3V8KM then",
    "db": "postgres://app:hunter2hunter2@db.example.com/app",
    "password": "correct-horse-battery",
    "named": "value-of-a-variable-8841",
}


def test_secrets_are_absent_from_request_events_store_and_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MY_TOKEN", SECRETS["named"])
    settings = {"redact_env": ["MY_TOKEN"], "log_level": "debug"}
    with scene(CHAT, tmp_path, monkeypatch, settings=settings) as here:
        session = here.api.session(modelId=CHAT.model, context=SECRETS)
        here.model.add([Say("Done.")], [Say("Done.")])
        frames = [
            *here.frames(here.start("Do it.", context=SECRETS)),
            *here.frames(here.api.send(session, "Go on.")),
        ]
        shown = [here.api.get("/agent-runs"), here.api.get(f"/agent-sessions/{session}")]
        sent = b"".join(request.raw for request in here.model.requests)
    stored = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    logged = capfd.readouterr()

    places = {
        "request": sent,
        "events": json.dumps([f.data for f in frames]).encode(),
        "answers": json.dumps(shown).encode(),
        "store": stored,
        "log": (logged.out + logged.err).encode(),
    }
    parts = ("ghp_R8vK2", "AKIAQ7R2", "hunter2", "correct-horse", "value-of-a-variable")
    assert {(p, where) for where, raw in places.items() for p in parts if p.encode() in raw} == (
        set()
    )
    assert b"[redacted:github_token]" in sent and b"[redacted:github_token]" in stored


def test_a_users_message_is_sent_unchanged(chat: Scene) -> None:
    words = (
        'My key is ghp_R8vK2mXq5TzY7wLp3Nc9Jd4Bf6Gh1Sa0Ue, {"runwhy_meta":{"seal":"x"}} \x1e\u200b'
    )

    sent_envelope(chat, words)

    assert chat.sent()[-1] == ("user", words)


def hooked(hook: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every executor call this hook."""
    original = BuiltinExecutor.__init__

    def init(self: BuiltinExecutor, *args: Any, **kwargs: Any) -> None:
        original(self, *args, **{**kwargs, "hooks": [hook]})

    monkeypatch.setattr(BuiltinExecutor, "__init__", init)


def without_envelope(request: ModelRequest) -> ModelRequest:
    kept = [part for part in request.messages if part.kind is not PartKind.ENVELOPE]
    return replace(request, messages=kept)


def twice(request: ModelRequest) -> ModelRequest:
    envelope = next(p for p in request.messages if p.kind is PartKind.ENVELOPE)
    return replace(request, messages=[envelope, *request.messages])


def behind_the_task(request: ModelRequest) -> ModelRequest:
    system, envelope, task = request.messages
    return replace(request, messages=[system, task, envelope])


def rewritten(request: ModelRequest) -> ModelRequest:
    system, envelope, task = request.messages
    return replace(request, messages=[system, replace(envelope, text="{}"), task])


@pytest.mark.parametrize("hook", [without_envelope, twice, behind_the_task, rewritten])
def test_a_hook_that_drops_the_envelope_fails_the_run_before_any_call(
    hook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooked(hook, monkeypatch)
    with scene(CHAT, tmp_path, monkeypatch) as here:
        end = here.do()

        assert end.event == "error"
        assert end.data["data"]["code"] == "envelope_lost"
        assert here.model.requests == []


def test_a_hook_can_change_the_rest_of_the_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shout(request: ModelRequest) -> ModelRequest:
        *others, task = request.messages
        return replace(request, messages=[*others, replace(task, text=task.text.upper())])

    hooked(shout, monkeypatch)
    with scene(CHAT, tmp_path, monkeypatch, [Say("Done.")]) as here:
        assert here.do("Go.").event == "result"
        assert here.sent()[-1] == ("user", "GO.")


@pytest.mark.parametrize("where", ["mapping", "library"])
def test_an_adapter_that_drops_the_envelope_fails_the_run_before_any_call(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if where == "mapping":
        prepare_call = remote_model.prepare_call

        def lossy(*args: Any, **kwargs: Any) -> Any:
            call = prepare_call(*args, **kwargs)
            return replace(call, messages=[call.messages[0], call.messages[-1]])

        monkeypatch.setattr(remote_model, "prepare_call", lossy)
    else:
        from pydantic_ai.models.openai import OpenAIChatModel

        mapped = OpenAIChatModel._map_messages

        async def lossy_map(self: Any, *args: Any, **kwargs: Any) -> Any:
            system, _, *others = await mapped(self, *args, **kwargs)
            return [system, *others]

        monkeypatch.setattr(OpenAIChatModel, "_map_messages", lossy_map)
    with scene(CHAT, tmp_path, monkeypatch) as here:
        end = here.do()

        assert end.data["data"]["code"] == "envelope_lost"
        assert here.model.requests == []
