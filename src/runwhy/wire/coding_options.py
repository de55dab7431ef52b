"""Options of coding agents: the `executorOptions` of a spec, with their limits."""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwhy.core.agents.coding_agents import APPROVALS, CodingOptions
from runwhy.core.json import JsonObject
from runwhy.errors import InvalidInput, Problem

MAX_PATH = 4096
MAX_SESSION = 200
MAX_NAMES = 50
MAX_NAME = 200
AGENT_NAME = re.compile("[a-z0-9][a-z0-9_-]{0,49}")


def read_options(given: JsonObject) -> CodingOptions:
    """Parse and check the options. Raises: InvalidInput, which names every broken rule."""
    problems: list[Problem] = []
    approvals = given.get("approvals", "ask")
    if approvals not in APPROVALS:
        problems.append(_problem("approvals", f"must be one of {', '.join(APPROVALS)}"))
    cwd = _text(given, "cwd", MAX_PATH, problems)
    if cwd is not None and not cwd.startswith("/"):
        problems.append(_problem("cwd", "must be an absolute path"))
    agent = _text(given, "agent", MAX_NAME, problems)
    if agent is not None and not AGENT_NAME.fullmatch(agent):
        problems.append(_problem("agent", "must be the name of an agent, such as opencode"))
    resume = _text(given, "resume", MAX_SESSION, problems)
    if resume is not None and resume.startswith("-"):
        problems.append(_problem("resume", "must be an agent's session id"))
    fork = given.get("fork", False)
    if not isinstance(fork, bool):
        problems.append(_problem("fork", "must be true or false"))
    elif fork and resume is None:
        problems.append(_problem("fork", "requires resume, the session to fork"))
    after = given.get("after", False)
    if not isinstance(after, bool):
        problems.append(_problem("after", "must be true or false"))
    options = CodingOptions(
        cwd=cwd,
        approvals=next((a for a in APPROVALS if a == approvals), "ask"),
        allowed_tools=_names(given.get("allowedTools", ()), problems),
        resume=resume,
        fork=fork is True,
        after=after is True,
    )
    if problems:
        raise InvalidInput(problems)
    return options


def _text(given: JsonObject, name: str, limit: int, problems: list[Problem]) -> str | None:
    value = given.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or not value:
        problems.append(_problem(name, "must be a non-empty string"))
        return None
    if len(value) > limit:
        rule = f"has {len(value)} characters; the limit is {limit}"
        problems.append(Problem(f"/executorOptions/{name}", rule, limit, len(value)))
    return value


def _names(value: object, problems: list[Problem]) -> tuple[str, ...]:
    names = tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else None
    if names is None or not all(_is_name(name) for name in names):
        rule = (
            f"must be a list of tool names of 1 to {MAX_NAME} characters that do not start with -"
        )
        problems.append(_problem("allowedTools", rule))
        return ()
    if len(names) > MAX_NAMES:
        rule = f"has {len(names)} names; the limit is {MAX_NAMES}"
        where = "/executorOptions/allowedTools"
        problems.append(Problem(where, rule, MAX_NAMES, len(names)))
    return names


def _is_name(name: object) -> bool:
    return isinstance(name, str) and 1 <= len(name) <= MAX_NAME and not name.startswith("-")


def _problem(name: str, rule: str) -> Problem:
    return Problem(f"/executorOptions/{name}", rule)
