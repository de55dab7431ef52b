"""Lines of Claude Code's stream."""

from __future__ import annotations

from tests.normalizers.fold_helpers import Json

INIT: Json = {"type": "system", "subtype": "init", "session_id": "s1", "model": "opus"}


def said(*blocks: Json, message: str = "m1", model: str = "opus", **line: object) -> Json:
    body = {"id": message, "model": model, "content": list(blocks)}
    return {"type": "assistant", "message": body, "session_id": "s1", **line}


def text(words: str) -> Json:
    return {"type": "text", "text": words}


def call(id: str = "t1", name: str = "Bash", **arguments: object) -> Json:
    given = arguments or {"command": "make"}
    return {"type": "tool_use", "id": id, "name": name, "input": given}


def came_back(content: object, id: str = "t1", *, error: bool = False, **line: object) -> Json:
    block = {"type": "tool_result", "tool_use_id": id, "content": content, "is_error": error}
    return {"type": "user", "message": {"role": "user", "content": [block]}, **line}


def user(content: object, **line: object) -> Json:
    return {"type": "user", "message": {"role": "user", "content": content}, "uuid": "u1", **line}


def piece(words: str, index: int = 0, kind: str = "text") -> Json:
    delta = {"type": f"{kind}_delta", kind: words}
    event = {"type": "content_block_delta", "index": index, "delta": delta}
    return {"type": "stream_event", "event": event, "api_message_id": "m1"}


def begun(message: str = "m1") -> Json:
    event = {"type": "message_start", "message": {"id": message, "model": "opus", "content": []}}
    return {"type": "stream_event", "event": event}
