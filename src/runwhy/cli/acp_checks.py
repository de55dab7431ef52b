"""The check of `runwhy doctor` for agents of the Agent Client Protocol."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Mapping
from typing import Any

from runwhy.cli.check_results import CheckResult, ok, warn
from runwhy.executors.acp_agents import AcpAgent

TIMEOUT = 20.0  # seconds; an agent on Node takes about two
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {"protocolVersion": 1, "clientCapabilities": {}},
}
_VERSION = re.compile(r"\d+(?:\.\d+)+")


def check_acp_agent(agent: AcpAgent) -> CheckResult:
    """Start an agent that is installed, and report its version and features."""
    name = f"acp:{agent.name}"
    path = shutil.which(agent.command[0])
    if path is None:
        package = f"; `npm install -g {agent.package}`" if agent.package else ""
        return ok(name, f"not installed; needed only for runs with this executor{package}")
    answer = _initialize([path, *agent.command[1:]], agent.env)
    if answer is None:
        do = f"run `{' '.join(agent.command)}` to see the error"
        return warn(name, f"{path} does not answer `initialize`", do)
    version = str(_part(answer, "agentInfo").get("version") or "unknown version")
    features = ", ".join(_features(agent, _part(answer, "agentCapabilities")))
    detail = f"{version} ({path}): {features}"
    if agent.tested and is_newer(version, agent.tested):
        do = f"if a run fails, install the tested version: {agent.package}@{agent.tested}"
        return warn(name, f"{detail}; newer than the tested {agent.tested}", do)
    return ok(name, detail)


def _features(agent: AcpAgent, capabilities: Mapping[str, Any]) -> list[str]:
    session = _part(capabilities, "sessionCapabilities")
    resume = agent.can_resume and ("resume" in session or bool(capabilities.get("loadSession")))
    system = "systemPrompt" in session
    found = {"approvals": True, "resume": resume, "system prompt": system}
    return [name for name, is_supported in found.items() if is_supported]


def _initialize(command: list[str], env: Mapping[str, str]) -> Mapping[str, Any] | None:
    """Return the agent's answer to the first request, or None if there is none in time."""
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **env},
        )
    except OSError:
        return None
    timer = threading.Timer(TIMEOUT, process.kill)
    timer.start()
    try:
        return _answer(process)
    finally:
        timer.cancel()
        process.kill()
        process.communicate()


def _answer(process: subprocess.Popen[bytes]) -> Mapping[str, Any] | None:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
        process.stdin.flush()
    except OSError:
        return None
    for line in process.stdout:
        try:
            message = json.loads(line)
        except ValueError:
            continue
        if isinstance(message, dict) and message.get("id") == 0:
            result = message.get("result")
            return result if isinstance(result, dict) else None
    return None


def _part(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = value.get(name)
    return part if isinstance(part, dict) else {}


def is_newer(version: str, tested: str) -> bool:
    """Whether a version, as a program prints it, is newer than a tested one."""
    return _numbers(version) > _numbers(tested)


def _numbers(version: str) -> tuple[int, ...]:
    found = _VERSION.search(version)
    return tuple(int(number) for number in found[0].split(".")) if found else ()
