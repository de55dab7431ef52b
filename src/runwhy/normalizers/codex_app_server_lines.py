"""The lines of Codex's app-server: the fields that we read; those that decide are typed."""

from __future__ import annotations

from msgspec import Struct, json


class Item(Struct, gc=False, rename="camel"):
    """Something in a turn; which fields it has depends on `type`."""

    type: str
    id: str = ""
    client_id: str | None = None
    text: str = ""
    phase: str | None = None
    summary: object = None
    content: object = None
    command: str = ""
    cwd: object = None
    aggregated_output: object = None
    exit_code: object = None
    status: object = None
    changes: object = None
    server: object = None
    tool: object = None
    arguments: object = None
    result: object = None
    error: object = None
    content_items: object = None
    query: object = None
    action: object = None
    prompt: object = None
    receiver_thread_ids: object = None
    path: object = None
    review: object = None
    started_at_ms: object = None
    completed_at_ms: object = None


class Turn(Struct, gc=False, rename="camel"):
    """One question and all that is done for it."""

    id: str = ""
    status: str = ""
    error: object = None
    items: object = None
    duration_ms: object = None


class Params(Struct, gc=False, rename="camel"):
    """What a notification or a request says; which fields it has depends on the method."""

    thread_id: str | None = None
    turn_id: str | None = None
    item_id: str = ""
    item: Item | None = None
    turn: Turn | None = None
    thread: object = None
    delta: object = None
    summary_index: object = None
    token_usage: object = None
    error: object = None
    will_retry: bool = False
    request_id: object = None
    questions: object = None
    plan: object = None
    message: object = None
    summary: object = None
    to_model: object = None


class Message(Struct, gc=False, rename="camel"):
    """A notification or a request (with a method), or an answer (without)."""

    method: str = ""
    id: object = None
    params: Params | None = None
    result: object = None
    error: object = None
    emitted_at_ms: object = None


read_message = json.Decoder(Message).decode
