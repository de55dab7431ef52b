"""Sample data of every kind, added to a server over HTTP, and the responses to reading it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx2
from standardwebhooks import Webhook

from runwhy.ports import Clock
from runwhy.wiring import wall_clock

BASE = "/api/v1/workspaces/default"
SPEC = {"systemPrompt": "Be brief.", "modelId": "echo"}
ACME = {"customer": "acme", "env": "prod"}
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="  # seals recorded secrets
HISTORY = Path(__file__).parents[1] / "imports" / "histories" / "claude" / "-home-ada-shop"
CLAUDE = "0b6f1c1e-7a52-4c0e-9f57-2f6a3a1f9d10"

Answers = dict[str, Any]

# Rows for tables that no quick request fills, by table.
ROWS: dict[str, dict[str, Any]] = {
    "channel_sessions": {"trigger_id": "{trigger}", "key": "42", "session_id": "{session}"},
    "replies": {
        "run_id": "{run}",
        "trigger_id": "{trigger}",
        "conversation": "42:0",
        "message_id": 7,
        "is_open": False,
    },
    "sign_ins": {
        "hash": "0" * 64,
        "key_id": "key_gone",
        "created_at": 1_790_000_000_000,
        "used_at": 1_790_000_000_000,
        "ends_at": 1_790_000_000_000,
    },
    "leases": {"name": "telegram:42", "holder": "gone", "until": 1_790_000_000_000},
    "ended_runs": {"run_id": "{run}", "workspace": 1},
    "unpacked": {"workspace": 1, "seq": 1},
    "outgoing": {
        "id": "dlv_1",
        "subscription_id": "{subscription}",
        "run_id": "{run}",
        "type": "run.ended",
        "payload": "{}",
        "status": "failed",
        "attempts": 9,
        "last_status": 500,
        "last_error": "HTTP 500",
        "created_at": 1_790_000_000_000,
    },
    "entries": {
        "run_id": "{run}",
        "id": "msg_1",
        "idx": 0,
        "grown": "",
        "ended": False,
        "data": '{"type":"user_message","id":"msg_1","index":0,"time":"2026-03-02T09:00:00.100Z",'
        '"provenance":"human","parent":null,"text":"Fix it.","attachments":[],"clientId":null,'
        '"agent":"claude","metadata":{"sessionId":"5f1c","model":null,"cwd":"/src"}}',
    },
    "agent_sessions": {
        "run_id": "{run}",
        "workspace": 1,
        "agent": "claude",
        "agent_session": "5f1c",
        "cwd": "/src",
    },
    "erasures": {
        "id": "era_1",
        "workspace": 1,
        "query": "customer:gone",
        "hide_query": False,
        "mode": "content",
        "actor_kind": "key",
        "total": 0,
        "phase": "done",
        "counts": "{}",
        "digest": "",
        "created_at": 1_790_000_000_000,
        "finished_at": 1_790_000_000_900,
    },
    "retention_rules": {
        "id": "ret_1",
        "workspace": 1,
        "name": "ten years",
        "query": "",
        "age_seconds": 315_360_000,
        "mode": "content",
        "created_by": "api",
        "created_at": 1_790_000_000_000,
    },
    "moves": {
        "id": "mov_1",
        "workspace": 1,
        "shift": 0,
        "done": 0,
        "started_at": 1_790_000_000_000,
        "finished_at": 1_790_000_000_900,
    },
    "approvals": {
        "run_id": "{run}",
        "id": "apr_1",
        "asked_at": 1_790_000_000_000,
        "decision": "deny",
        "asked": '{"id": "apr_1", "tool": "Bash", "input": {"command": "rm -r x"}}',
        "reason": "No.",
        "decided_by": "api",
        "decided_at": 1_790_000_060_000,
    },
    "inbox_dismissals": {
        "workspace": 1,
        "item_id": "paused_trigger:{trigger}",
        "dismissed_by": "api",
        "dismissed_at": 1_790_000_000_000,
    },
    "inbox_seen": {
        "workspace": 1,
        "item_id": "paused_trigger:{trigger}",
        "kind": "paused_trigger",
        "title": "nightly is paused",
        "why": "schedule nightly",
        "since": 1_790_000_000_000,
        "changed_at": 1_790_000_000_000,
        "trigger_id": "{trigger}",
        "tags": "{}",
    },
    "inbox_notices": {
        "id": "ntc_1",
        "workspace": 1,
        "target": "trg_gone",
        "item_id": "approval:{run}:apr_1",
        "opened_at": 1_790_000_000_000,
        "run_id": "{run}",
        "approval_id": "apr_1",
        "closed_at": 1_790_000_060_000,
        "nonce": "0" * 16,
        "expires_at": 1_790_000_600_000,
        "attempts": 1,
    },
    "memory_recalls": {"memory_id": "mem_gone", "run_id": "{run}"},
    "budgets": {
        "id": "bud_1",
        "workspace": 1,
        "name": "gone-daily",
        "query": "customer:gone",
        "measure": "cost",
        "period": "day",
        "timezone": "Europe/Berlin",
        "amount": 20_000_000_000_000,
        "actions": '[["stop", 100]]',
        "enabled": True,
        "created_by": "api",
        "created_at": 1_790_000_000_000,
        "updated_at": 1_790_000_000_000,
    },
    "budget_versions": {"workspace": 1, "version": 1},
    "budget_usage": {
        "budget_id": "bud_1",
        "scope": "1790000000000",
        "workspace": 1,
        "started_at": 1_790_000_000_000,
        "ends_at": 1_790_086_400_000,
        "amount": 20_000_000_000_000,
        "used": 1_000_000,
        "reserved": 0,
        "refused": 1,
    },
    "budget_notices": {
        "id": "bnt_1",
        "workspace": 1,
        "budget_id": "bud_1",
        "scope": "1790000000000",
        "action": "warn",
        "percent": 80,
        "used": 16_000_000_000_000,
        "needed": 0,
        "amount": 20_000_000_000_000,
        "run_id": "{run}",
        "at": 1_790_000_000_000,
    },
    "alerts": {
        "id": "alr_1",
        "workspace": 1,
        "name": "gone-failures",
        "query": "customer:gone",
        "measure": "failure_rate",
        "comparison": "none",
        "direction": "above",
        "seconds": 3600,
        "threshold": "0.2",
        "resolve_threshold": "0.1",
        "minimum": 10,
        "recipients": '[["inbox", null]]',
        "enabled": True,
        "watched_from": 1_790_000_000_000,
        "created_by": "api",
        "created_at": 1_790_000_000_000,
        "updated_at": 1_790_000_000_000,
    },
    "alert_versions": {"workspace": 1, "version": 1},
    "alert_states": {
        "alert_id": "alr_1",
        "workspace": 1,
        "status": "firing",
        "since": 1_790_000_000_000,
        "value": "0.25",
        "measured_at": 1_790_000_000_000,
        "is_announced": True,
        "version": 1,
    },
    "alert_events": {
        "id": "ale_1",
        "workspace": 1,
        "alert_id": "alr_1",
        "status": "firing",
        "at": 1_790_000_000_000,
        "recorded_at": 1_790_000_001_000,
        "value": "0.25",
        "threshold": "0.2",
        "is_announced": True,
    },
    "run_starts": {"key": "executor:claude", "at": 1_790_000_000_000},
}


class Filler:
    """A client that adds sample data to a server and reads it."""

    def __init__(self, url: str, clock: Clock = wall_clock) -> None:
        self.url = url
        self.clock = clock
        self.http = httpx2.Client(base_url=url + BASE, trust_env=False, timeout=30, verify=False)
        self.named: dict[str, str] = {}  # ids to put into `ROWS`

    def fill(self) -> Answers:
        """Add everything that finishes quickly, and return the responses to reading it."""
        runs = self._runs()
        sessions = self._sessions()
        triggers = self._triggers()
        self._accounts()
        imported = self._other_things(sessions[0])
        self.named |= {"run": self._run("Not read again"), "session": sessions[0]}
        answers = dict(self._read([*runs, imported], sessions, triggers))
        answers["secret"] = self.named.pop("secret")
        return answers

    def ended(self, run: str) -> Any:
        """Wait until a run has ended, and return it."""
        self.until(run, "result", "error", "cancelled")
        return self.http.get(f"/agent-runs/{run}").json()

    def leave_unfinished(self) -> None:
        """Leave a run that is executing and one that waits for it to the next server."""
        session = self._post("/agent-sessions", {**SPEC, "metadata": ACME})["sessionId"]
        for prompt in ("Wait [[sleep 3600]]", "Behind it"):
            run = self._post(f"/agent-sessions/{session}/messages", {"prompt": prompt})["runId"]
            if "sleep" in prompt:
                self.until(run, "started")

    def deliver(self, hook: Any, id: str) -> str:
        """Send a signed request to a webhook and return the id of the run it starts."""
        body, now = json.dumps({"number": 7}), self.clock()
        signed = {
            "content-type": "application/json",
            "webhook-id": id,
            "webhook-timestamp": str(int(now.timestamp())),
            "webhook-signature": Webhook(SECRET).sign(id, now, body),
        }
        answer = self.http.post(self.url + hook["hookPath"], content=body, headers=signed)
        assert answer.status_code == 202, answer.text
        return str(answer.json()["runId"])

    def _post(self, path: str, body: object = None, **headers: str) -> Any:
        answer = self.http.post(path, json=body, headers=headers)
        assert answer.status_code < 300, f"{path}: {answer.text}"
        return answer.json()

    def _run(self, prompt: str, **more: Any) -> str:
        headers = more.pop("headers", {})
        run = self._post("/agent-runs", {**SPEC, "prompt": prompt, **more}, **headers)["runId"]
        self.ended(run)
        return str(run)

    def until(self, run: str, *events: str) -> None:
        """Wait for one of these events."""
        with self.http.stream("GET", f"/agent-runs/{run}/stream") as frames:
            for line in frames.iter_lines():
                if line.removeprefix("event: ") in events:
                    return

    def _runs(self) -> Sequence[str]:
        first = self._run("Refund ünder way", metadata=ACME, headers={"Idempotency-Key": "once"})
        globex = {"customer": "globex", "note": "two words, ünd mehr"}
        return [
            first,
            self._run("Fail [[fail overloaded]]", metadata=globex, context={"ticket": 7}),
            self._run("A part of it", parentRunId=first),
            self._run("Fourth", metadata=ACME),
        ]

    def _sessions(self) -> Sequence[str]:
        made = []
        for name in ("Open", "Ended"):
            body = {**SPEC, "name": name, "metadata": ACME}
            session = self._post("/agent-sessions", body)["sessionId"]
            self._post(f"/agent-sessions/{session}/blocks", {"cmd": "make", "exitCode": 2})
            for prompt in ("Hello", "And again"):
                run = self._post(f"/agent-sessions/{session}/messages", {"prompt": prompt})
                self.until(run["runId"], "result")
            made.append(session)
        self.http.put(f"/agent-sessions/{made[0]}/pending-context", json={"attach": False})
        self.http.delete(f"/agent-sessions/{made[1]}")
        return made

    def _triggers(self) -> Sequence[str]:
        cron = {"kind": "cron", "name": "nightly", "schedule": "0 3 * * *", "timezone": "UTC"}
        given = {"prompt": "Report", "spec": SPEC, "metadata": ACME}
        night = self._post("/triggers", {**cron, **given})
        fired = self._post(f"/triggers/{night['id']}/fire")
        self.until(fired["runId"], "result")
        hook = {"kind": "webhook", "name": "push", "verify": "standard", "secret": SECRET}
        push = self._post("/triggers", {**hook, "promptTemplate": "Look", "spec": SPEC})
        self.ended(self.deliver(push, "msg_1"))
        self.named["trigger"] = push["id"]
        return [night["id"], push["id"]]

    def _accounts(self) -> None:
        agent = self._post("/agents", {**SPEC, "name": "Helper"})
        key = self._post("/keys", {"name": "laptop", "scopes": ["admin"]})
        self._post("/views", {"name": "Failed", "page": "runs", "params": "q=status%3Afailed"})
        self.named |= {"agent": agent["id"], "secret": key["secret"]}

    def _other_things(self, session: str) -> str:
        hook = {"name": "ci", "url": "https://example.org/hook", "query": "status:cancelled"}
        subscription = self._post("/subscriptions", hook)
        self.named["subscription"] = subscription["id"]
        self._post(f"/agent-sessions/{session}/blocks", {"cmd": "ls", "cwd": "/src"})
        self._post(f"/agent-sessions/{session}/timers", {"type": "check_in", "delaySeconds": 86400})
        self._post("/memories", {"text": "Ann likes plums.", "user": "ann"})
        lines = (HISTORY / f"{CLAUDE}.jsonl").read_text().splitlines()[:6]
        place = {"agent": "claude", "sessionId": CLAUDE, "file": f"{CLAUDE}.jsonl"}
        body = {**place, "start": 0, "end": 9, "lines": lines, "last": True}
        return str(self._post("/imports", body)["runId"])

    def _read(
        self, runs: Sequence[str], sessions: Sequence[str], triggers: Sequence[str]
    ) -> Iterator[tuple[str, Any]]:
        for path in paths(runs, sessions, triggers):
            answer = self.http.get(path)
            assert answer.status_code == 200, f"{path}: {answer.text}"
            yield path, brief(path, answer.json())


def brief(path: str, answer: Any) -> Any:
    """Reduce a list of runs to their ids; each run is read on its own, too."""
    if path.split("?")[0] == "/agent-runs":
        return [run["id"] for run in answer["runs"]]
    return answer


def paths(runs: Sequence[str], sessions: Sequence[str], triggers: Sequence[str]) -> Iterator[str]:
    """Yield the paths whose responses are recorded and compared."""
    yield from ("/agent-runs", "/agent-runs?q=customer:acme", "/agent-runs?q=refund")
    yield from ("/agent-runs?metadata=customer:globex", "/agent-runs?q=status:failed")
    yield from ("/agent-sessions", "/agents", "/keys", "/views", "/triggers", "/subscriptions")
    yield from ("/memories?user=ann", "/memories/search?q=plums&user=ann", "/audit")
    for run in runs:
        yield from (f"/agent-runs/{run}{part}" for part in ("", "/log", "/messages", "/entries"))
    for session in sessions:
        parts = ("", "/events?full=1", "/history", "/timers", "/pending-context")
        yield from (f"/agent-sessions/{session}{part}" for part in parts)
    for trigger in triggers:
        yield from (f"/triggers/{trigger}{part}" for part in ("", "/occurrences"))
    yield from (f"/triggers/{trigger}/deliveries" for trigger in triggers[1:])
