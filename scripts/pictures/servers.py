"""The servers of the screenshots: one with demo data, one empty, and one that needs a key."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any

import httpx2
from tests.e2e.dashboard.test_agent import PLAYER, STREAMS
from tests.support.servers import RunningServer, running_server, server_settings

from runwhy.server.logs import log_to_stderr

Json = dict[str, Any]

WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
HEBREW = "שלום, ההזמנה שלך בדרך ותגיע מחר בבוקר. מספר המשלוח הוא 4711."
ARABIC = "مرحبا بالعالم"
LOCAL = {"kind": "local", "name": "read_log", "description": "Reads a log."}
ECHO: Json = {"systemPrompt": "You keep a shop.", "modelId": "echo"}
PATIENCE = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Servers:
    """The URL of each server, and the ids of examples in the full one."""

    full: str
    empty: str
    guarded: str
    ids: dict[str, str]


@contextmanager
def start_servers(*, runs: int, edge_cases: bool = True) -> Iterator[Servers]:
    """Run all servers until the end of the block, with data that is hard to display."""
    log_to_stderr("error", "text", everything=False)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        full, empty, guarded = (
            stack.enter_context(
                running_server(server_settings(folder / name, **_own(folder, name)))
            )
            for name in ("full", "empty", "guarded")
        )
        services = full.runwhy.services
        default = full.call(services.access.find_workspace("default"))
        full.call(services.demo.fill(default, runs=runs), within=30 * PATIENCE)  # slow if many
        with httpx2.Client(base_url=full.base, trust_env=False, timeout=PATIENCE) as api:
            ids = defaultdict(
                str, find_examples(api) | (add_edge_cases(api, full) if edge_cases else {})
            )
        yield Servers(full=full.url, empty=empty.url, guarded=guarded.url, ids=ids)


def _own(folder: Path, name: str) -> Json:
    """Return the settings of one server."""
    (folder / name).mkdir()
    if name == "guarded":
        return {"host": "0.0.0.0"}
    player = folder / name / "claude"
    player.write_text(PLAYER.format(python=sys.executable, streams=STREAMS))
    player.chmod(0o755)
    return {"claude_command": str(player)}


def find_examples(api: httpx2.Client) -> dict[str, str]:
    """Return ids of demo runs, sessions and triggers that are worth showing."""
    runs = api.get("/agent-runs", params={"limit": 200}).json()["runs"]
    sessions = api.get("/agent-sessions", params={"limit": 100}).json()["sessions"]
    talks = {s["sessionId"]: api.get(f"/agent-sessions/{s['sessionId']}") for s in sessions}
    triggers = {t["kind"]: t["id"] for t in api.get("/triggers").json()["triggers"]}
    succeeded = [run for run in runs if run["status"] == "succeeded"]
    done = [run for run in succeeded if run["turns"] > 1]
    return {
        "run": done[0]["id"],
        "other": done[1]["id"],
        "cron_run": next(r for r in succeeded if r["origin"]["trigger"] == "cron")["id"],
        "code": next(r for r in succeeded if r["executor"] != "builtin")["id"],
        "failed": next(r for r in runs if r["status"] == "failed")["id"],
        "session": max(talks, key=lambda one: len(talks[one].json()["messages"])),
        "subscription": api.get("/subscriptions").json()["subscriptions"][0]["id"],
        **triggers,
    }


def add_edge_cases(api: httpx2.Client, server: RunningServer) -> dict[str, str]:
    """Add items that the demo data lacks: unfinished runs, approvals, and difficult text."""
    administer(api, server.url)
    claude = {
        "executor": "claude",
        "executorOptions": {"cwd": str(server.runwhy.settings.data_dir)},
    }
    asking = start(api, prompt="edit the greeting", name="fix-greeting", **claude)
    wait(api, f"/agent-runs/{asking}/approvals", lambda said: bool(said["approvals"]))
    return {
        "asking": asking,
        "waiting": waiting(api, "tail deploy.log"),
        "live": start(api, prompt="[[sleep 900]] Write the report about last week", name="weekly"),
        "odd": odd(api),
        "long": long(api),
        "talk": talk(api),
        "shell": shell(api),
        "fresh": api.post("/agent-sessions", json=ECHO).json()["sessionId"],
    }


def administer(api: httpx2.Client, url: str) -> None:
    """Create keys, triggers, views, retention rules and erasures, as an admin would."""

    def sent(method: str, path: str, body: object) -> Json:
        answer: Json = api.request(method, path, json=body).raise_for_status().json()
        return answer

    scopes = ["runs:read", "sessions:read"]
    key = sent("POST", "/keys", {"name": "ci", "scopes": scopes, "tags": {"customer": "acme"}})
    sent("POST", f"/keys/{key['id']}/rotate", {})
    sent("POST", f"{url}/api/v1/workspaces", {"slug": "empty"})
    cron = {"kind": "cron", "name": "weekly review", "schedule": "0 4 * * 1", "enabled": False}
    prompt = "Look at the runs of last week.\nList the failures and their causes.\nBe brief."
    trigger = sent("POST", "/triggers", {**cron, "prompt": prompt, "spec": {"modelId": "echo"}})
    change = {"prompt": prompt.replace("Be brief", "Name the three worst"), "timezone": "UTC"}
    sent("PATCH", f"/triggers/{trigger['id']}", change)
    view = {"name": "Failures of acme", "page": "runs", "params": "q=customer:acme+status:failed"}
    sent("POST", "/views", view)
    rule = {"name": "prompts", "olderThanSeconds": 30 * 86_400, "mode": "content"}
    sent("POST", "/retention-rules", rule)
    rule = {"name": "sandbox", "query": "env:sandbox", "olderThanSeconds": 604_800, "mode": "all"}
    sent("POST", "/retention-rules", rule)
    sent("PATCH", "/retention-rules/sandbox", {"olderThanSeconds": 14 * 86_400})
    asked = {"query": "email:ann@example.org", "mode": "content", "hideQuery": True}
    sent("POST", "/erasures", asked)
    last = sent("POST", "/erasures", {"query": "customer:initech", "mode": "all"})["id"]
    wait(api, f"/erasures/{last}", lambda said: said["status"] == "done")


def start(api: httpx2.Client, **spec: Any) -> str:
    """Start a run and return its id."""
    made = api.post("/agent-runs", json={**ECHO, **spec})
    made.raise_for_status()
    return str(made.json()["runId"])


def wait(api: httpx2.Client, path: str, done: Any) -> None:
    """Poll a path until the condition holds."""
    for _ in range(300):
        if done(api.get(path).json()):
            return
        Event().wait(0.1)  # there is no event to wait for
    raise TimeoutError(path)


def waiting(api: httpx2.Client, file: str, **spec: Any) -> str:
    """Start a run that waits for a tool result, and return its id."""
    prompt = f'[[tool read_log {{"file": "{file}"}}]] What went wrong?'
    run = start(api, prompt=prompt, tools=[LOCAL], name="look-at-log", **spec)
    wait(api, f"/agent-runs/{run}", lambda said: said["status"] == "waiting")
    return run


def odd(api: httpx2.Client) -> str:
    """Start a run with the most and longest tags allowed, and very long words."""
    tags = {f"a-rather-long-key-{i:02}": f"{i} {WORD} {HEBREW}"[: 20 + 20 * i] for i in range(12)}
    tags |= {"empty": "", "rtl": ARABIC, "word": (WORD * 4)[:256], "emoji": "👩🏽‍🚀 launch 🚀"}
    return start(api, prompt=f"{HEBREW}\n\n{WORD * 6}\n\n{ARABIC}", metadata=tags, name=WORD)


def long(api: httpx2.Client) -> str:
    """Start a run whose tool returns 200 lines."""
    run = waiting(api, "server.log")
    lines = "\n".join(
        f"12:00:{i % 60:02} worker {i} took job {i * 7919} of {WORD}" for i in range(200)
    )
    said = api.get(f"/agent-runs/{run}/log").json()["parts"]
    call = next(call for part in said for call in part["toolCalls"])
    answer = {"toolUseId": call["id"], "result": lines}
    api.post(f"/agent-runs/{run}/tool-results", json=answer).raise_for_status()
    wait(api, f"/agent-runs/{run}", lambda now: now["status"] == "succeeded")
    return run


def talk(api: httpx2.Client) -> str:
    """Create a session with messages that are hard to display."""
    spec = {**ECHO, "name": f"Orders {WORD}", "metadata": {"customer": "acme", "rtl": ARABIC}}
    session = str(api.post("/agent-sessions", json=spec).json()["sessionId"])
    table = "| order | state |\n|---|---|\n| 4711 | sent |\n| 4712 | lost |"
    code = "```python\nprint('a line that is rather long ' * 20)\n```"
    for prompt in (
        HEBREW,
        WORD * 3,
        f"Show a list:\n\n- one\n- two\n\n{table}\n\n{code}",
        "[[fail overloaded]]",
    ):
        run = api.post(f"/agent-sessions/{session}/messages", json={"prompt": prompt}).json()[
            "runId"
        ]
        api.get(f"/agent-runs/{run}/stream")
    timer = {"type": "task_incomplete", "delaySeconds": 3600, "reason": "the list is long"}
    api.post(f"/agent-sessions/{session}/timers", json=timer).raise_for_status()
    return session


def shell(api: httpx2.Client) -> str:
    """Create a session with a terminal."""
    session = str(api.post("/agent-sessions", json=ECHO).json()["sessionId"])
    api.post(f"/agent-sessions/{session}/terminals", json={"shell": "bash", "cwd": "/tmp"})
    return session
