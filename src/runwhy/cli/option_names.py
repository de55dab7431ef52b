"""Names of request fields on the command line: the option or argument that sets a field."""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

# Fields whose option has another name. All others are found by the name of the parameter.
_RENAMED = {
    "agentId": "agent",
    "allowedTools": "executor",
    "delaySeconds": "delay",
    "expiresAt": "expires",
    "graceSeconds": "grace",
    "metadata": "tags",
    "modelId": "model",
    "modelVisibleMetadata": "show_tags",
    "olderThanSeconds": "older_than",
    "promptTemplate": "prompt",
    "q": "query",
    "sessionId": "session",
    "systemPrompt": "system",
    "tagsFrom": "tags_from",
    "threshold": "above",
    "windowSeconds": "window_seconds",
}
_OUTER = ("executorOptions", "spec", "autonomy", "call")  # objects whose fields have options
_ALWAYS = {
    "modelId": "--model",
    "systemPrompt": "--system",
    "schedule": "--schedule",
    "timezone": "--tz",
    "q": "--query",
    "query": "the query",
}


def option_name(field: str, params: Sequence[click.Parameter]) -> str:
    """Return the command line's name of a field, such as `--scope` for `/scopes/0`."""
    if field.startswith(("/metadata/", "/tags/")):
        return f"tag {field.split('/', 2)[2]}"
    if field.startswith("/parameters/"):
        return f"--parameter {field.split('/', 2)[2]}"
    steps = field.strip("/").split("/")
    if len(steps) > 1 and steps[0] in _OUTER:
        steps = steps[1:]
    known = {_plain(one.name or ""): one for one in params}
    found = known.get(_plain(_RENAMED.get(steps[0], steps[0]))) or known.get(_plain(steps[0]))
    if found is not None:
        return _shown(found)
    if steps[0] in _ALWAYS:
        return _ALWAYS[steps[0]]
    return f"--spec {'.'.join(steps)}" if "spec" in known else ".".join(steps)


def _plain(name: str) -> str:
    """Return a name without its notation: `catch_up` and `catchUp` are the same."""
    return re.sub(r"[_-]", "", name).lower()


def _shown(param: click.Parameter) -> str:
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return (param.metavar or (param.name or "").upper()).strip("[].")
