"""Lines of Codex's app server: the fields that are read; only decisive ones are typed."""

from __future__ import annotations

from msgspec import Struct, json

from runwhy.normalizers import codex_items


class Item(codex_items.Item, gc=False, rename="camel"):
    """An item of a turn; its fields depend on `type`."""

    client_id: str | None = None
    phase: str | None = None
    summary: object = None
    content: object = None
    aggregated_output: object = None
    exit_code: object = None
    content_items: object = None
    receiver_thread_ids: object = None
    path: object = None
    review: object = None
    started_at_ms: object = None
    completed_at_ms: object = None


class Turn(Struct, gc=False, rename="camel"):
    """A turn: one prompt and all work for it."""

    id: str = ""
    status: str = ""
    error: object = None
    items: object = None
    duration_ms: object = None


class Params(Struct, gc=False, rename="camel"):
    """Parameters of a notification or request; the fields depend on the method."""

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
    """A notification or request (with `method`), or a response (without)."""

    method: str = ""
    id: object = None
    params: Params | None = None
    result: object = None
    error: object = None
    emitted_at_ms: object = None


read_message = json.Decoder(Message).decode
