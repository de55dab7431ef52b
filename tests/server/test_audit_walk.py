"""Every route that changes something is recorded in the audit log with actor and differences.

The routes come from the OpenAPI document, so that a new route fails until it is tried here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from uuid import uuid4

import pytest
from tests.server.api_client import SPEC, Api, ok

Connect = Callable[..., Api]

BASE = "/api/v1/workspaces/{slug}"
HEADER = "Bearer header-that-no-audit-log-may-tell"
HOOK_SECRET = "hook-secret-that-no-audit-log-may-tell"
TOOL = {"kind": "mcp", "name": "t", "url": "https://example.org/mcp", "headers": {"A": HEADER}}

# Routes that are not recorded, and the reason.
RUNS = "starts a run, whose origin records the caller"
SAYS = "is said in a run or session, whose log says by whom"
LOOK = "changes nothing"
NO_CHANGE = {
    "POST /agent-runs": RUNS,
    "POST /agent-runs/{run_id}/rerun": RUNS,
    "POST /tasks": RUNS,
    "POST /alerts/preview": LOOK,
    "POST /budgets/preview": LOOK,
    "POST /models/check": LOOK,
    "POST /imports": RUNS,
    "POST /agent-sessions": RUNS,
    "POST /agent-sessions/{session_id}/messages": RUNS,
    "POST /triggers/{trigger_id}/fire": RUNS,
    "POST /triggers/{trigger_id}/deliveries/{delivery_id}/replay": RUNS,
    "POST /hooks/{trigger_id}": RUNS,
    "POST /v1/chat/completions": RUNS,
    "POST /v1/responses": RUNS,
    "POST /v1/messages": RUNS,
    # As for other runs: tests/server/test_completions.py.
    "POST /v1/responses/{response_id}/cancel": "run.cancelled",
    "POST /agent-runs/{run_id}/tool-results": SAYS,
    "POST /agent-sessions/{session_id}/blocks": SAYS,
    "POST /agent-sessions/{session_id}/read": "tells what a person has seen",
    "POST /agent-runs/envelope": LOOK,
    "POST /agent-sessions/{session_id}/envelope": LOOK,
    "POST /triggers/preview": LOOK,
    "POST /erasures/preview": LOOK,
    # It needs a cookie: tests/server/test_sign_in.py.
    "DELETE /api/v1/session": "signin.closed",
    # An agent must request it first: tests/stores/test_entries.py.
    "POST /agent-runs/{run_id}/approvals/{approval_id}": "approval.decided",
    # It needs an ended run and a receiver: tests/server/test_subscriptions.py.
    "POST /subscriptions/{subscription_id}/deliveries/{delivery_id}/replay": "delivery.replayed",
}


@dataclass
class Walk:
    """A caller with a key that does one thing after another."""

    api: Api
    admin: Api
    key: str
    numbers: Iterator[int] = field(default_factory=count)
    secrets: list[str] = field(default_factory=lambda: [HEADER.split()[1], HOOK_SECRET])

    def made(self, path: str, body: object = None) -> Any:
        said = ok(self.api.post(path, body), 201)
        self.secrets += [said["secret"]] if said.get("secret") else []
        return said

    def name(self) -> str:
        return "n" + "abcdefghijklmnopqrstuvwxyz"[next(self.numbers)] * 5

    def agent(self) -> str:
        return str(self.made("/agents", {"name": f"a-{uuid4()}", **SPEC, "tools": [TOOL]})["id"])

    def trigger(self, **more: Any) -> str:
        body = {
            "kind": "cron",
            "name": self.name(),
            "schedule": "0 9 * * *",
            "prompt": "p",
            "spec": SPEC,
        }
        return str(self.made("/triggers", {**body, "timezone": "UTC", **more})["id"])

    def subscription(self) -> str:
        body = {"name": "s", "url": "https://example.org/hook"}
        return str(self.made("/subscriptions", body)["id"])

    def memory(self) -> str:
        return str(self.made("/memories", {"text": f"Ann likes {self.name()}."})["id"])

    def rule(self) -> str:
        body = {"name": self.name(), "olderThanSeconds": 3600, "mode": "all"}
        return str(self.made("/retention-rules", body)["id"])

    def budget(self) -> str:
        body = {"name": self.name(), "measure": "runs", "limit": 1000, "period": "day"}
        return str(self.made("/budgets", body)["id"])

    def alert(self) -> str:
        body = {"name": self.name(), "measure": "count", "windowSeconds": 60, "threshold": 1000}
        return str(self.made("/alerts", body)["id"])

    def timer(self) -> str:
        path = f"/agent-sessions/{self.api.session()}/timers"
        return path + "/" + self.made(path, {"type": "check_in", "delaySeconds": 3600})["id"]

    def pending(self) -> str:
        path = f"/agent-sessions/{self.api.session()}"
        block = {"cmd": "make", "cwd": "/", "exitCode": 0, "output": "hush"}
        made = ok(self.api.post(f"{path}/blocks", block), 201)
        return f"{path}/pending-context/{made['blockId']}"

    def send(self, method: str, path: str, body: object = None) -> None:
        said = self.api.http.request(method, path, json=body)
        assert said.status_code < 300, (path, said.text)
        secret = said.json().get("secret") if said.content else None
        self.secrets += [secret] if secret else []

    def changes(self) -> list[Any]:
        found: list[Any] = self.admin.get("/audit", limit=200)["changes"]
        return found


def hook(walk: Walk) -> str:
    more = {"kind": "webhook", "verify": "token", "secret": HOOK_SECRET, "spec": SPEC}
    body = {"name": walk.name(), "prompt": "p", **more}
    return str(walk.made("/triggers", body)["id"])


def dismiss(walk: Walk) -> None:
    id = walk.trigger(enabled=False)
    walk.send("POST", f"/inbox/paused_trigger:{id}/dismiss")


Do = Callable[[Walk], object]
TRIED: dict[str, tuple[str, Do]] = {
    "POST /agent-runs/{run_id}/cancel": (
        "run.cancelled",
        lambda w: w.send("POST", f"/agent-runs/{w.api.run('[[sleep 600]]')}/cancel"),
    ),
    "POST /inbox/{item_id}/dismiss": ("inbox.dismissed", dismiss),
    "PATCH /agent-sessions/{session_id}": (
        "session.changed",
        lambda w: w.send("PATCH", f"/agent-sessions/{w.api.session()}", {"name": "n"}),
    ),
    "DELETE /agent-sessions/{session_id}": (
        "session.ended",
        lambda w: w.send("DELETE", f"/agent-sessions/{w.api.session()}"),
    ),
    "POST /agent-sessions/{session_id}/timers": ("timer.added", Walk.timer),
    "DELETE /agent-sessions/{session_id}/timers/{timer_id}": (
        "timer.cancelled",
        lambda w: w.send("DELETE", w.timer()),
    ),
    "POST /agents": ("agent.added", Walk.agent),
    "PATCH /agents/{agent_id}": (
        "agent.changed",
        lambda w: w.send("PATCH", f"/agents/{w.agent()}", {"tools": [{**TOOL, "name": "u"}]}),
    ),
    "DELETE /agents/{agent_id}": (
        "agent.removed",
        lambda w: w.send("DELETE", f"/agents/{w.agent()}"),
    ),
    "POST /keys": ("key.added", lambda w: w.made("/keys", {"name": "k", "scopes": ["admin"]})),
    "POST /keys/{key_id}/rotate": (
        "key.rotated",
        lambda w: w.send("POST", f"/keys/{w.key}/rotate", {}),
    ),
    "PATCH /keys/{key_id}": (
        "key.changed",
        lambda w: w.send(
            "PATCH",
            "/keys/" + w.made("/keys", {"name": "k", "scopes": ["admin"]})["id"],
            {"name": "renamed"},
        ),
    ),
    "DELETE /keys/{key_id}": (
        "key.removed",
        lambda w: w.send(
            "DELETE", "/keys/" + w.made("/keys", {"name": "k", "scopes": ["admin"]})["id"]
        ),
    ),
    "POST /agent-sessions/{session_id}/terminals": (
        "terminal.opened",
        lambda w: w.made(f"/agent-sessions/{w.api.session()}/terminals", {"shell": "bash"}),
    ),
    "DELETE /terminals/{terminal_id}": (
        "terminal.closed",
        lambda w: w.send(
            "DELETE",
            "/terminals/"
            + w.made(f"/agent-sessions/{w.api.session()}/terminals", {"shell": "bash"})[
                "terminalId"
            ],
        ),
    ),
    "PUT /agent-sessions/{session_id}/pending-context": (
        "session.changed",
        lambda w: w.send(
            "PUT", f"/agent-sessions/{w.api.session()}/pending-context", {"attach": False}
        ),
    ),
    "DELETE /agent-sessions/{session_id}/pending-context/{block_id}": (
        "command.kept_back",
        lambda w: w.send("DELETE", w.pending()),
    ),
    "POST /views": ("view.added", lambda w: w.made("/views", {"name": "v", "params": "q=x"})),
    "PATCH /views/{view_id}": (
        "view.changed",
        lambda w: w.send(
            "PATCH",
            "/views/" + w.made("/views", {"name": "v", "params": "q=x"})["id"],
            {"name": "w"},
        ),
    ),
    "DELETE /views/{view_id}": (
        "view.removed",
        lambda w: w.send(
            "DELETE", "/views/" + w.made("/views", {"name": "v", "params": "q=x"})["id"]
        ),
    ),
    "POST /memories": ("memory.added", Walk.memory),
    "PATCH /memories/{memory_id}": (
        "memory.changed",
        lambda w: w.send("PATCH", f"/memories/{w.memory()}", {"text": f"Ann likes {w.name()}."}),
    ),
    "DELETE /memories/{memory_id}": (
        "memory.removed",
        lambda w: w.send("DELETE", f"/memories/{w.memory()}"),
    ),
    "DELETE /memories": (
        "memory.removed",
        lambda w: forget_all(w),
    ),
    "POST /triggers": ("trigger.added", hook),
    "PATCH /triggers/{trigger_id}": (
        "trigger.changed",
        lambda w: w.send("PATCH", f"/triggers/{hook(w)}", {"secret": HOOK_SECRET + "2"}),
    ),
    "DELETE /triggers/{trigger_id}": (
        "trigger.removed",
        lambda w: w.send("DELETE", f"/triggers/{hook(w)}"),
    ),
    "POST /triggers/{trigger_id}/pause": (
        "trigger.changed",
        lambda w: w.send("POST", f"/triggers/{w.trigger()}/pause", {"note": "x"}),
    ),
    "POST /triggers/{trigger_id}/resume": (
        "trigger.changed",
        lambda w: w.send("POST", f"/triggers/{w.trigger(enabled=False)}/resume"),
    ),
    "POST /subscriptions": ("subscription.added", Walk.subscription),
    "PATCH /subscriptions/{subscription_id}": (
        "subscription.changed",
        lambda w: w.send("PATCH", f"/subscriptions/{w.subscription()}", {"name": "t"}),
    ),
    "DELETE /subscriptions/{subscription_id}": (
        "subscription.removed",
        lambda w: w.send("DELETE", f"/subscriptions/{w.subscription()}"),
    ),
    "POST /subscriptions/{subscription_id}/rotate": (
        "subscription.changed",
        lambda w: w.send("POST", f"/subscriptions/{w.subscription()}/rotate"),
    ),
    "POST /erasures": (
        "erasure.started",
        lambda w: w.send("POST", "/erasures", {"query": "customer:nobody"}),
    ),
    "POST /alerts": ("alert.added", Walk.alert),
    "PATCH /alerts/{alert_id}": (
        "alert.changed",
        lambda w: w.send("PATCH", f"/alerts/{w.alert()}", {"threshold": 2000}),
    ),
    "DELETE /alerts/{alert_id}": (
        "alert.removed",
        lambda w: w.send("DELETE", f"/alerts/{w.alert()}"),
    ),
    "POST /budgets": ("budget.added", Walk.budget),
    "PATCH /budgets/{budget_id}": (
        "budget.changed",
        lambda w: w.send("PATCH", f"/budgets/{w.budget()}", {"limit": 2000}),
    ),
    "DELETE /budgets/{budget_id}": (
        "budget.removed",
        lambda w: w.send("DELETE", f"/budgets/{w.budget()}"),
    ),
    "POST /retention-rules": ("retention.added", Walk.rule),
    "POST /retention-rules/{rule_id}/apply": (
        "retention.applied",
        lambda w: w.send("POST", f"/retention-rules/{w.rule()}/apply"),
    ),
    "PATCH /retention-rules/{rule_id}": (
        "retention.changed",
        lambda w: w.send("PATCH", f"/retention-rules/{w.rule()}", {"mode": "content"}),
    ),
    "DELETE /retention-rules/{rule_id}": (
        "retention.removed",
        lambda w: w.send("DELETE", f"/retention-rules/{w.rule()}"),
    ),
    "POST /api/v1/session": ("signin.opened", lambda w: sign_in(w)),
    "POST /api/v1/workspaces": ("workspace.added", lambda w: None),  # the one of the fixture
    "POST /demo": ("demo.filled", lambda w: w.made("/demo", {"runs": 1, "days": 1})),
    "DELETE /demo": ("demo.removed", lambda w: w.send("DELETE", "/demo")),
}


def forget_all(walk: Walk) -> None:
    walk.made("/memories", {"text": f"Ann likes {walk.name()}.", "user": "ann"})
    walk.send("DELETE", "/memories?user=ann")


def sign_in(walk: Walk) -> None:
    secret = str(walk.api.http.headers["authorization"]).removeprefix("Bearer ")
    ours = {"X-Runwhy-Dashboard": "1"}
    ok(walk.api.http.post(f"{walk.api.url}/api/v1/session", json={"key": secret}, headers=ours))


@pytest.fixture
def walk(both: Api, connect: Connect) -> Walk:
    made = ok(both.post("/keys", {"name": "walker", "scopes": ["admin"]}), 201)
    api = connect(both.url, both.base.rsplit("/", 1)[1], key=made["secret"])
    return Walk(api=api, admin=both, key=made["id"])


def test_every_changing_route_is_tried_here(both: Api) -> None:
    document = ok(both.http.get(f"{both.url}/openapi.json"))
    found = {
        f"{method.upper()} {path.removeprefix(BASE)}"
        for path, methods in document["paths"].items()
        for method in methods.keys() & {"post", "put", "patch", "delete"}
    }

    assert found - TRIED.keys() - NO_CHANGE.keys() == set()
    assert TRIED.keys() - found == {"POST /demo", "DELETE /demo"}  # not in the OpenAPI document
    assert NO_CHANGE.keys() - found == set()


def test_every_changing_route_is_logged_with_its_actor_and_without_secrets(walk: Walk) -> None:
    for route, (action, do) in TRIED.items():
        known = {change["seq"] for change in walk.changes()}
        do(walk)
        told = [change for change in walk.changes() if change["seq"] not in known]
        if route == "POST /api/v1/workspaces":
            assert any(change["action"] == action for change in walk.changes())
            continue
        found = [change for change in told if change["action"] == action]
        assert found, (route, told)
        actor = {"kind": "key", "id": walk.key, "name": "walker"}
        assert all(change["actor"] == actor for change in told), route
        check_states(route, found[0])
    everything = str(walk.changes())
    for secret in walk.secrets:
        assert secret not in everything
    assert "Ann likes" not in everything and "hush" not in everything


def check_states(route: str, change: Any) -> None:
    """Check that created things have no `before`, and removed ones no `after`."""
    before, after = change["before"], change["after"]
    match change["action"].split("."):
        case ["memory", _] | ["signin" | "demo" | "terminal" | "command" | "erasure" | "inbox", _]:
            assert before is None  # the text of a memory is not kept; the others had no state
        case [_, "added"]:
            assert before is None and after, route
        case [_, "removed"]:
            assert before and (after is None or re.search("revoked", str(after))), route
        case _:
            assert before is not None and after, route
            assert before != after or "[redacted]" in after.values(), route
