"""What reached the model, alike for every framework."""

from __future__ import annotations

import json
from typing import Any

from tests.executors.scripted_server import envelopes, messages_of
from tests.support.scripted_models import ScriptedServer


def sent(server: ScriptedServer) -> list[list[tuple[str, str]]]:
    """What the model was sent, call by call: role and text."""
    return [_with_instructions(request.body) + messages_of(request) for request in server.requests]


def _with_instructions(body: Any) -> list[tuple[str, str]]:
    return [("system", body["instructions"])] if body.get("instructions") else []


def told(call: list[tuple[str, str]]) -> tuple[int, dict[str, Any]]:
    """Where the one envelope of a call stands, and what it says."""
    (at,) = envelopes(call)
    return at, json.loads(call[at][1])["runwhy_meta"]
