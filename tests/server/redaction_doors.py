"""Every way for text to get into a server, for the test of redaction."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.executors.scripted_server import CHAT, Scene
from tests.server.api_client import ok
from tests.server.test_imports import batch
from tests.support import callers
from tests.support.http_server import HttpRequest, HttpResponse, http_server
from tests.support.scripted_models import Call, Fail, Say
from tests.support.secret_kinds import Secret, lines_within
from tests.support.telegram_server import TOKEN, FakeTelegram

DATABASE, MODEL, LOG, TRACES = "database", "model requests", "log", "traces"
BACKUP = "backup"
STORED = frozenset({DATABASE, BACKUP})
SPEC = {"systemPrompt": "Be brief.", "modelId": CHAT.model}
TOOL = {"kind": "local", "name": "look", "parameters": {"type": "object"}}
SPAWN = {"kind": "builtin", "name": "spawn_run"}
HOOK_TOKEN = "long-enough-token"


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A server with everything around it."""

    scene: Scene
    telegram: FakeTelegram
    directory: Path
    transcript: Path  # output of the coding agent

    def run(self, **body: Any) -> Any:
        """Start a run with the scripted model and wait for its end."""
        return self.scene.api.ended(self.scene.start(**body))

    def trigger(self, **body: Any) -> dict[str, Any]:
        """Create a trigger."""
        return dict(ok(self.scene.api.post("/triggers", body), 201))

    def deliver(self, trigger: dict[str, Any], **sent: Any) -> None:
        """Deliver to a webhook, and wait for the end of the run."""
        headers = {"Authorization": f"Bearer {HOOK_TOKEN}", **sent.pop("headers", {})}
        url = self.scene.server.url + trigger["hookPath"]
        self.scene.api.ended(ok(callers.post(url, headers=headers, **sent), 202)["runId"])


Send = Callable[[House, Sequence[Secret]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """One way in. Text is redacted everywhere except in the places of `kept`, which are documented.

    `kept` belongs to the column "not redacted" of docs/reference/redaction.md.
    """

    name: str
    send: Send
    kept: frozenset[str] = frozenset()


def _run_context(house: House, secrets: Sequence[Secret]) -> None:
    for text in lines_within(secrets, 1500):
        house.run(context={"log": text, "more": [{"lines": text.split("\n")}]})


def _agent_context(house: House, secrets: Sequence[Secret]) -> None:
    for number, text in enumerate(lines_within(secrets, 1500)):
        body = {**SPEC, "name": f"agent {number}", "context": {"log": text}}
        agent = ok(house.scene.api.post("/agents", body), 201)["id"]
        run = ok(house.scene.api.post("/agent-runs", {"prompt": "Go", "agentId": agent}), 202)
        house.scene.api.ended(run["runId"])


def _session_context(house: House, secrets: Sequence[Secret]) -> None:
    for text in lines_within(secrets, 1500):
        session = house.scene.api.session(**SPEC, context={"log": text})
        house.scene.api.ended(house.scene.api.send(session))


def _trigger_context(house: House, secrets: Sequence[Secret]) -> None:
    cron = {"kind": "cron", "schedule": "0 0 1 1 *", "prompt": "Go", "name": "context"}
    made = house.trigger(**cron, spec=SPEC)["id"]
    for text in lines_within(secrets, 1500):
        changed = {"spec": {**SPEC, "context": {"log": text}}}
        ok(house.scene.api.http.patch(f"/triggers/{made}", json=changed))
        run = ok(house.scene.api.post(f"/triggers/{made}/fire"), 202)["runId"]
        house.scene.api.ended(run)


def _claims(house: House, secrets: Sequence[Secret]) -> None:
    for text in lines_within(secrets, 1500):
        house.run(trigger={"type": "button", "reason": text})


def _hook(house: House, name: str, **more: Any) -> dict[str, Any]:
    body = {"kind": "webhook", "name": name, "verify": "token", "secret": HOOK_TOKEN, "spec": SPEC}
    return house.trigger(**body, **more)


def _webhook_json(house: House, secrets: Sequence[Secret]) -> None:
    template, tags = "See {{ text }}", {"first": "lines[0]", "second": "lines[1]"}
    hook = _hook(house, "json", promptTemplate=template, tagsFrom=tags)
    for text in lines_within(secrets, 4000):
        body = {"type": text.split("\n")[0], "text": text, "lines": text.split("\n")}
        house.deliver(hook, json={**body, "inner": json.dumps({"log": text})})


def _webhook_text(house: House, secrets: Sequence[Secret]) -> None:
    hook = _hook(house, "text", prompt="Go")
    text = "\n".join(secret.text for secret in secrets)
    house.deliver(hook, content=text.encode(), headers={"content-type": "text/plain"})


def _webhook_headers(house: House, secrets: Sequence[Secret]) -> None:
    hook = _hook(house, "headers", prompt="Go")
    texts = [secret.text.replace("\n", "\\n") for secret in secrets]
    house.deliver(hook, json={"a": 1}, headers={f"x-log-{n}": t for n, t in enumerate(texts)})


def _webhook_ids(house: House, secrets: Sequence[Secret]) -> None:
    hook = _hook(house, "ids", prompt="Go")
    for secret in secrets:
        key = secret.text.replace("\n", "\\n")
        house.deliver(hook, json={"a": 1}, headers={"idempotency-key": key})


def _memories(house: House, secrets: Sequence[Secret]) -> None:
    for text in lines_within(secrets, 1000):
        ok(house.scene.api.post("/memories", {"text": text}), 201)


def _timers(house: House, secrets: Sequence[Secret]) -> None:
    policy = {"enabled": True, "minDelaySeconds": 0, "cooldownSeconds": 0, "maxFollowUps": 100}
    for text in lines_within(secrets, 500):
        session = house.scene.api.session(**SPEC, autonomy=policy)
        house.scene.api.ended(house.scene.api.send(session))
        timer = {"type": "check_in", "delaySeconds": 0, "reason": text}
        ok(house.scene.api.post(f"/agent-sessions/{session}/timers", timer), 201)
        house.scene.api.stream(f"/agent-sessions/{session}/stream", until=("timer",))


def _shell_hook(house: House, secrets: Sequence[Secret]) -> None:
    session = house.scene.api.session(**SPEC)
    for text in lines_within(secrets, 1000):
        block = {"cmd": f"echo '{text}'", "cwd": "/src", "exitCode": 0, "output": text}
        ok(house.scene.api.post(f"/agent-sessions/{session}/blocks", block), 201)
        house.scene.api.ended(house.scene.api.send(session))


def _terminal(house: House, secrets: Sequence[Secret]) -> None:
    session = house.scene.api.session(**SPEC)
    made = ok(house.scene.api.post(f"/agent-sessions/{session}/terminals", {"shell": "bash"}), 201)
    file = house.directory / "printed"
    file.write_text("\n".join(secret.text for secret in secrets) + "\n")
    server = house.scene.server
    terminal = server.runwhy.services.terminals.get(1, made["terminalId"])
    block = server.call(terminal.execute(f"cat {file}", timeout=30))
    assert block is not None and block.lines_total > len(secrets)
    ok(house.scene.api.http.delete(f"/terminals/{made['terminalId']}"))


def _coding_agent(house: House, secrets: Sequence[Secret]) -> None:
    text = "\n".join(secret.text for secret in secrets)
    done = {"success": {"command": text, "exitCode": 0, "stdout": text, "stderr": text}}
    call = {"shellToolCall": {"args": {"command": text}, "result": done}, "toolCallId": "t1"}
    said = {"role": "assistant", "content": [{"type": "text", "text": text}]}
    told: list[dict[str, Any]] = [
        {"type": "system", "subtype": "init", "model": "Composer"},
        {"type": "assistant", "message": said},
        {"type": "tool_call", "subtype": "completed", "call_id": "t1", "tool_call": call},
        {"type": "new_notice", "text": text},
        {"type": "result", "subtype": "success", "is_error": False, "result": text},
    ]
    stamped = [{**line, "session_id": "s1"} for line in told]
    house.transcript.write_text("\n".join(map(json.dumps, stamped)) + "\n")
    options = {"executor": "cursor", "executorOptions": {"cwd": str(house.directory)}}
    run = ok(house.scene.api.post("/agent-runs", {"prompt": "Go", **options}), 202)["runId"]
    assert house.scene.api.ended(run)["status"] == "succeeded"


def _import(house: House, secrets: Sequence[Secret]) -> None:
    text = "\n".join(secret.text for secret in secrets)
    line = {"sessionId": "s2", "version": "2.1.325", "timestamp": "2026-03-02T09:00:00.100Z"}
    asked = {"type": "user", "uuid": "u1", "message": {"role": "user", "content": text}}
    reply = {"id": "m1", "role": "assistant", "content": [{"type": "text", "text": text}]}
    answered = {"type": "assistant", "uuid": "u2", "message": {**reply, "model": "claude"}}
    given = [json.dumps({**line, **asked}), json.dumps({**line, **answered}), f"broken {text}"]
    ok(house.scene.api.post("/imports", batch("s2", 0, 9, given, last=True)))


def _provider_error(house: House, secrets: Sequence[Secret]) -> None:
    for text in lines_within(secrets, 1500):
        house.scene.model.add([Fail(400, text)])
        assert house.run()["status"] == "failed"


def _mcp_error(house: House, secrets: Sequence[Secret]) -> None:
    for text in lines_within(secrets, 1500):

        def answer(request: HttpRequest, text: str = text) -> HttpResponse:
            error = {"code": -32000, "message": text}
            body = {"jsonrpc": "2.0", "id": json.loads(request.body).get("id"), "error": error}
            headers = {"content-type": "application/json"}
            return HttpResponse(body=json.dumps(body).encode(), headers=headers)

        with http_server(answer) as url:
            run = house.run(tools=[{"kind": "mcp", "name": "broken", "url": f"{url}/mcp"}])
        assert run["status"] == "failed" and "[redacted:" in json.dumps(run["error"]), run


def _prompt(house: House, secrets: Sequence[Secret]) -> None:
    house.run(prompt="\n".join(secret.text for secret in secrets))


def _messages(house: House, secrets: Sequence[Secret]) -> None:
    text = "\n".join(secret.text for secret in secrets)
    said = [{"role": "assistant", "content": "Hi."}, {"role": "user", "content": text}]
    body = {**SPEC, "messages": said}
    house.scene.api.ended(ok(house.scene.api.post("/agent-runs", body), 202)["runId"])


def _system_prompt(house: House, secrets: Sequence[Secret]) -> None:
    house.run(systemPrompt="\n".join(secret.text for secret in secrets))


def _trigger_prompt(house: House, secrets: Sequence[Secret]) -> None:
    text = "\n".join(secret.text for secret in secrets)
    cron = {"kind": "cron", "schedule": "0 0 1 1 *", "prompt": text, "name": "prompt"}
    made = house.trigger(**cron, spec=SPEC)["id"]
    run = ok(house.scene.api.post(f"/triggers/{made}/fire"), 202)["runId"]
    house.scene.api.ended(run)


def _telegram(house: House, secrets: Sequence[Secret]) -> None:
    bot = {"kind": "telegram", "name": "bot", "token": TOKEN, "allowedChatIds": [7], "spec": SPEC}
    house.trigger(**bot, apiBase=house.telegram.url)
    for number, text in enumerate(lines_within(secrets, 4000), 1):
        house.scene.model.add([Say(f"reply {number}")])
        house.telegram.write(text)
        said = f"reply {number}"
        house.telegram.wait_until(lambda said=said: said in house.telegram.texts())


def _tools(house: House, secrets: Sequence[Secret]) -> None:
    text = "\n".join(secret.text for secret in secrets)
    house.scene.model.add([Call("look", {"at": text}, id="call_a")], [Say(text)])
    run = house.scene.start(tools=[TOOL])
    result = {"toolUseId": house.scene.api.waiting(run), "result": text}
    ok(house.scene.api.post(f"/agent-runs/{run}/tool-results", result))
    house.scene.api.ended(run)


def _child_run(house: House, secrets: Sequence[Secret]) -> None:
    text = "\n".join(secret.text for secret in secrets)
    args = {"task": text, "context": {"log": text}}
    house.scene.model.add([Call("spawn_run", args, id="call_a")])
    run = house.run(tools=[SPAWN])
    children = house.scene.api.get("/agent-runs", limit=200)["runs"]
    (child,) = [one for one in children if one["parentRunId"] == run["id"]]
    shown = json.dumps(house.scene.api.get(f"/agent-runs/{child['id']}")["spec"]["context"])
    assert [secret.kind for secret in secrets if secret.mark in shown] == []


def _tags(house: House, secrets: Sequence[Secret]) -> None:
    texts = [secret.text for secret in secrets]
    for at in range(0, len(texts), 12):
        tags = {f"tag{n}": text for n, text in enumerate(texts[at : at + 12])}
        house.run(metadata=tags, modelVisibleMetadata=list(tags))


_WORDS = STORED | {MODEL}  # words of people and of the builtin agent
DOORS = (
    Door(name="context of a run", send=_run_context),
    Door(name="context of an agent", send=_agent_context),
    Door(name="context of a session", send=_session_context),
    Door(name="context of a trigger", send=_trigger_context),
    Door(name="claims about the trigger", send=_claims),
    Door(name="JSON body of a webhook", send=_webhook_json),
    Door(name="text body of a webhook", send=_webhook_text),
    Door(name="headers of a webhook", send=_webhook_headers),
    Door(name="ids of webhook deliveries", send=_webhook_ids),
    Door(name="memories", send=_memories),
    Door(name="reason of a timer", send=_timers),
    Door(name="shell hook", send=_shell_hook),
    Door(name="terminal", send=_terminal),
    Door(name="coding agent", send=_coding_agent),
    Door(name="import", send=_import),
    Door(name="error of a provider", send=_provider_error),
    Door(name="error of an MCP server", send=_mcp_error),
    Door(name="prompt", send=_prompt, kept=_WORDS),
    Door(name="messages", send=_messages, kept=_WORDS),
    Door(name="system prompt", send=_system_prompt, kept=_WORDS),
    Door(name="prompt of a trigger", send=_trigger_prompt, kept=_WORDS),
    Door(name="Telegram", send=_telegram, kept=_WORDS),
    Door(name="tool calls and results", send=_tools, kept=_WORDS),
    Door(name="task of a child run", send=_child_run, kept=_WORDS),
    Door(name="tags", send=_tags, kept=STORED),
)
