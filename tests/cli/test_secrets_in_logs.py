"""Debug logs of a server contain no secrets and no prompts."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import httpx2
from tests.cli.processes import PATIENCE, environment, served
from tests.support import callers

SAID = "the plums are ripe"
MODEL_KEY = "sk-proj-Zq81kLmVt02WbXnE5yRu7TsA"


def test_the_debug_log_contains_no_secret_and_no_prompt(data: Path) -> None:
    env = environment(data, RUNWHY_LOG_LEVEL="debug", OPENAI_API_KEY=MODEL_KEY)
    with served(env=env) as server:
        base = f"{server.url}/api/v1/workspaces/default"
        with callers.client(base_url=base) as http:
            secrets = _exercise(http, server.url)
            _break(data / "runwhy.db")
            broken = http.post("/agents", json={"name": SAID, "systemPrompt": SAID})
            assert broken.status_code == 500
        code, log = server.end()

    assert code == 0
    assert "server.unexpected_error" in log and "Traceback" in log  # the failure was logged
    for secret in (*secrets, MODEL_KEY, SAID):
        assert secret not in log


def _exercise(http: httpx2.Client, url: str) -> list[str]:
    key: Any = http.post("/keys", json={"name": "k", "scopes": ["admin"]}).json()
    new: Any = http.post(f"/keys/{key['id']}/rotate", json={}).json()
    hook = {"kind": "webhook", "name": "h", "verify": "token", "prompt": SAID}
    made: Any = http.post("/triggers", json={**hook, "spec": {"systemPrompt": SAID}}).json()
    http.post("/agent-runs", json={"systemPrompt": SAID, "prompt": SAID})
    for secret in (key["secret"], new["secret"], "rwk_of_nobody"):
        http.get("/agent-runs", headers={"Authorization": f"Bearer {secret}"})
    ours = {"X-Runwhy-Dashboard": "1"}
    signed_in = http.post(f"{url}/api/v1/session", json={"key": new["secret"]}, headers=ours)
    cookie = signed_in.cookies["runwhy_session"]
    http.cookies.clear()
    http.post(f"{url}/hooks/{made['id']}", json={"said": SAID}, headers={"X-Token": "wrong-one"})
    return [key["secret"], new["secret"], made["secret"], "rwk_of_nobody", "wrong-one", cookie]


def _break(path: Path) -> None:
    """Cause an unexpected error."""
    with sqlite3.connect(path, timeout=PATIENCE) as conn:
        conn.execute("ALTER TABLE agents RENAME TO agents_gone")
    conn.close()
