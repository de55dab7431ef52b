"""`runwhy mcp`: serve the MCP tools of a workspace, session or run on standard input and output."""

from __future__ import annotations

import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import click

from runwhy.cli.app import App, pass_app
from runwhy.cli.exit_codes import NoServer

TIMEOUT = 660.0  # seconds; a command that an agent runs can take ten minutes
MAX_CONCURRENT = 8


@click.command()
@click.option(
    "--session",
    metavar="ID",
    envvar="RUNWHY_SESSION",
    show_envvar=True,
    help="Session that the tools act on.",
)
@click.option(
    "--run",
    metavar="ID",
    envvar="RUNWHY_RUN_ID",
    show_envvar=True,
    help="Run that the agent works on. Coding agents that Runwhy starts have it set.",
)
@pass_app
def mcp(app: App, session: str | None, run: str | None) -> None:
    """Serve runs, and a session's terminal, as MCP tools over stdio.

    Without a session or run, the client can search and read the runs of the workspace, start runs
    and decide about approvals, as far as its key allows. With one, the tools are limited to that
    session or run, even if the agent passes other ids.

    \b
    claude mcp add runwhy -- runwhy mcp
    claude mcp add runwhy -- runwhy mcp --session ses_…
    """
    url = app.find_server()
    if url is None:
        raise NoServer
    headers = {
        "Accept": "application/json, text/event-stream",
        "X-Runwhy-Workspace": app.target().workspace or "default",
    }
    if session:
        headers["X-Runwhy-Session"] = session
    if run:
        headers["X-Runwhy-Run"] = run
    if key := app.key_for(url):
        headers["Authorization"] = f"Bearer {key}"
    Bridge(f"{url.rstrip('/')}/mcp", headers).run()


class Bridge:
    """Forwards messages from standard input to the server, and writes its responses."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        import httpx2

        self._http = httpx2.Client(headers=headers, timeout=TIMEOUT, trust_env=False)
        self._url = url
        self._lock = threading.Lock()

    def run(self) -> None:
        """Forward messages until standard input ends."""
        with self._http, ThreadPoolExecutor(MAX_CONCURRENT) as pool:
            for line in sys.stdin.buffer:
                if not line.strip():
                    continue
                request = _parse(line)
                if request.get("method") == "initialize":
                    self._forward(request)  # wait for it: later requests need its version
                else:
                    pool.submit(self._forward, request)

    def _forward(self, request: dict[str, Any]) -> None:
        try:
            response = self._http.post(self._url, json=request)
            answer = response.json() if response.content else None
        except Exception as error:
            answer = _error_response(request, f"the Runwhy server is not reachable: {error}")
        if not isinstance(answer, dict):
            return
        if "jsonrpc" not in answer:
            answer = _error_response(request, str(answer.get("message") or answer))
        result = answer.get("result")
        if request.get("method") == "initialize" and isinstance(result, dict):
            self._http.headers["MCP-Protocol-Version"] = str(result.get("protocolVersion"))
        if "id" in request:
            self._write(answer)

    def _write(self, answer: dict[str, Any]) -> None:
        with self._lock:
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()


def _parse(line: bytes) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        request = None
    return request if isinstance(request, dict) else {"id": None, "method": ""}


def _error_response(request: dict[str, Any], message: str) -> dict[str, Any]:
    error = {"code": -32603, "message": message}
    return {"jsonrpc": "2.0", "id": request.get("id"), "error": error}
