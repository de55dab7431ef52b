"""An API client for tests: common requests, and a check of the error format."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import httpx2
from tests.server import schemas
from tests.support import callers

TERMINAL = ("result", "error", "cancelled")
FIELDS = {
    *("error", "code", "message", "hint", "problems", "required", "candidates", "budget"),
}
SPEC = {"systemPrompt": "Be brief."}


@dataclass(frozen=True)
class Frame:
    """A server-sent event as received."""

    id: int
    event: str
    data: Any


class Api:
    """The API of one workspace."""

    def __init__(self, url: str, workspace: str = "default", *, key: str | None = None) -> None:
        self.url = url
        self.base = f"/api/v1/workspaces/{workspace}"
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        hooks = {"response": [schemas.check]}
        self.http = callers.client(url + self.base, headers=headers, event_hooks=hooks)

    def get(self, path: str, **params: Any) -> Any:
        """Send a GET request that must succeed."""
        return ok(self.http.get(path, params=params))

    def post(self, path: str, body: object = None, **headers: str) -> httpx2.Response:
        """Send a POST request and return the response, whatever its status."""
        return self.http.post(path, json=body, headers=headers)

    def run(self, prompt: str = "Hello", **more: Any) -> str:
        """Start a run and return its id."""
        answer = ok(self.post("/agent-runs", {**SPEC, "prompt": prompt, **more}), 202)
        return str(answer["runId"])

    def session(self, **more: Any) -> str:
        """Create a session and return its id."""
        return str(ok(self.post("/agent-sessions", {**SPEC, **more}), 201)["sessionId"])

    def send(self, session: str, prompt: str = "Hello", **more: Any) -> str:
        """Send a message to a session and return the id of its run."""
        body = {"prompt": prompt, **more}
        return str(ok(self.post(f"/agent-sessions/{session}/messages", body), 202)["runId"])

    def stream(self, path: str, *, until: Sequence[str] = TERMINAL, **params: Any) -> list[Frame]:
        """Return the events of a stream until the first of these types, or until it closes."""
        frames: list[Frame] = []
        with self.http.stream("GET", path, params=params) as response:
            assert response.status_code == 200, response.read()
            assert response.headers["content-type"].startswith("text/event-stream")
            for frame in frames_of(response):
                frames.append(frame)
                if frame.event in until:
                    break
        return frames

    def events(self, run: str, **params: Any) -> list[Frame]:
        """Return all events of a run."""
        return self.stream(f"/agent-runs/{run}/stream", **params)

    def ended(self, run: str) -> Any:
        """Return the run once it has ended."""
        self.events(run)
        return self.get(f"/agent-runs/{run}")

    def waiting(self, run: str) -> str:
        """Wait until the run calls a client tool, and return the id of the call."""
        path = f"/agent-runs/{run}/stream"
        call = self.stream(path, until=("local_tool_call", *TERMINAL))[-1]
        assert call.event == "local_tool_call", call
        return str(call.data["data"]["toolUseId"])

    def everything(self) -> tuple[list[str], int]:
        """Return the ids of all runs and the number of sessions."""
        runs = self.get("/agent-runs", limit=200)["runs"]
        return [run["id"] for run in runs], self.get("/agent-sessions")["total"]


def ok(response: httpx2.Response, status: int = 200) -> Any:
    """Return the JSON of a response that must have this status."""
    assert response.status_code == status, response.text
    return response.json()


def refused(response: httpx2.Response, status: int, code: str) -> Any:
    """Return the JSON of an error that must have this status, this code and the error format."""
    assert response.headers["content-type"] == "application/json", response.text
    body = response.json()
    assert (response.status_code, body["error"]) == (status, code), body
    assert isinstance(body["message"], str) and body["message"]
    assert set(body) <= FIELDS
    assert body["code"] == body["error"] and body["hint"]
    for problem in body["problems"]:
        assert {"field", "problem"} <= set(problem) <= {"field", "problem", "limit", "actual"}
    return body


def frames_of(response: httpx2.Response) -> Iterator[Frame]:
    """Yield the events of a response as they arrive."""
    fields: dict[str, str] = {}
    for line in response.iter_lines():
        if line and not line.startswith(":"):
            name, _, value = line.partition(": ")
            fields[name] = value
        elif fields:
            yield Frame(int(fields["id"]), fields["event"], json.loads(fields["data"]))
            fields = {}
