"""`runwhy mcp`: the MCP server of a session on standard input and output, for local clients."""

from __future__ import annotations

import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import click

from runwhy.cli.app import App, pass_app
from runwhy.cli.exit_codes import NoServer

PATIENCE = 660.0  # seconds; a command that an agent runs may take ten minutes
AT_ONCE = 8


@click.command()
@click.option(
    "--session",
    metavar="ID",
    envvar="RUNWHY_SESSION",
    show_envvar=True,
    required=True,
    help="The session that the tools are for.",
)
@pass_app
def mcp(app: App, session: str) -> None:
    """Give an agent a session's terminal and runs as MCP tools.

    The agent stays in this session, whatever ids it passes.

    \b
    claude mcp add runwhy -- runwhy mcp --session ses_…
    """
    url = app.find_server()
    if url is None:
        raise NoServer
    headers = {
        "Accept": "application/json, text/event-stream",
        "X-Runwhy-Session": session,
        "X-Runwhy-Workspace": app.workspace or "default",
    }
    if key := app.key_for(url):
        headers["Authorization"] = f"Bearer {key}"
    Bridge(f"{url.rstrip('/')}/mcp", headers).run()


class Bridge:
    """Hands each message on standard input to the server, and its answer back."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        import httpx2

        self._http = httpx2.Client(headers=headers, timeout=PATIENCE, trust_env=False)
        self._url = url
        self._writing = threading.Lock()

    def run(self) -> None:
        """Until standard input ends."""
        with self._http, ThreadPoolExecutor(AT_ONCE) as pool:
            for line in sys.stdin.buffer:
                if not line.strip():
                    continue
                asked = _parsed(line)
                if asked.get("method") == "initialize":
                    self._hand_on(asked)  # before anything else, because it says which version
                else:
                    pool.submit(self._hand_on, asked)

    def _hand_on(self, asked: dict[str, Any]) -> None:
        try:
            response = self._http.post(self._url, json=asked)
            answer = response.json() if response.content else None
        except Exception as error:
            answer = _refusal(asked, f"the Runwhy server cannot be reached: {error}")
        if not isinstance(answer, dict):
            return
        if "jsonrpc" not in answer:
            answer = _refusal(asked, str(answer.get("message") or answer))
        result = answer.get("result")
        if asked.get("method") == "initialize" and isinstance(result, dict):
            self._http.headers["MCP-Protocol-Version"] = str(result.get("protocolVersion"))
        if "id" in asked:
            self._say(answer)

    def _say(self, answer: dict[str, Any]) -> None:
        with self._writing:
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError):
        asked = None
    return asked if isinstance(asked, dict) else {"id": None, "method": ""}


def _refusal(asked: dict[str, Any], message: str) -> dict[str, Any]:
    error = {"code": -32603, "message": message}
    return {"jsonrpc": "2.0", "id": asked.get("id"), "error": error}
