"""Requests that reached the model, in one form for every framework."""

from __future__ import annotations

import json
from typing import Any

from tests.executors.scripted_server import envelopes, messages_of
from tests.support.scripted_models import ScriptedServer


def sent(server: ScriptedServer) -> list[list[tuple[str, str]]]:
    """Return role and text of the messages, call by call."""
    return [_with_instructions(request.body) + messages_of(request) for request in server.requests]


def _with_instructions(body: Any) -> list[tuple[str, str]]:
    return [("system", body["instructions"])] if body.get("instructions") else []


def find_envelope(call: list[tuple[str, str]]) -> tuple[int, dict[str, Any]]:
    """Return the position and fields of a call's only envelope."""
    (at,) = envelopes(call)
    return at, json.loads(call[at][1])["runwhy_meta"]
