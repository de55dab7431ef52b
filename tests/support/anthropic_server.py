"""A scripted Anthropic server with the streaming Messages API."""

from __future__ import annotations

from collections.abc import Iterator

from tests.support.scripted_models import (
    USAGE,
    Break,
    Call,
    Cut,
    Fail,
    Item,
    Json,
    Lost,
    Refuse,
    Reply,
    Request,
    Say,
    Stall,
    Think,
    call_pieces,
    pieces,
    sse,
)


class AnthropicMessages:
    """The responses of `POST /v1/messages`."""

    def handles(self, path: str) -> bool:
        """Return whether the path belongs to this API."""
        return path == "/v1/messages"

    def error(self, fail: Fail) -> Json:
        """Return the body of an error response."""
        return {"type": "error", "error": {"type": fail.type, "message": fail.message}}

    def stream(self, reply: Reply, request: Request) -> Iterator[bytes | Stall]:
        """Yield the server-sent events of a reply."""
        body = request.body
        yield _event("message_start", message=_message(body["model"]))
        stop = "tool_use" if any(isinstance(item, Call) for item in reply) else "end_turn"
        for index, item in enumerate(reply):
            match item:
                case Cut():
                    stop = "max_tokens"
                case Refuse():
                    stop = "refusal"
                case Break(clean=clean):
                    if clean:
                        return
                    raise Lost
                case Stall():
                    yield item
                case Fail():
                    yield sse(self.error(item), "error")
                    return
                case _:
                    yield from _block(index, item)
        refusal = next((item.text for item in reply if isinstance(item, Refuse)), None)
        delta: Json = {"stop_reason": stop, "stop_sequence": None}
        if refusal is not None:
            details = {"type": "refusal", "category": None, "explanation": refusal}
            delta["stop_details"] = details
        yield _event("message_delta", delta=delta, usage={"output_tokens": USAGE["output"]})
        yield _event("message_stop")


def _message(model: str) -> Json:
    usage = {
        "input_tokens": USAGE["input"] - USAGE["cached"],
        "cache_read_input_tokens": USAGE["cached"],
        "cache_creation_input_tokens": 0,
        "output_tokens": 1,
    }
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": usage,
    }


def _block(index: int, item: Item) -> Iterator[bytes | Stall]:
    deltas: list[Json | Stall]
    match item:
        case Say():
            start: Json = {"type": "text", "text": ""}
            deltas = [{"type": "text_delta", "text": text} for text in pieces(item)]
        case Think(text=text):
            start = {"type": "thinking", "thinking": "", "signature": ""}
            deltas = [
                {"type": "thinking_delta", "thinking": text},
                {"type": "signature_delta", "signature": f"signed:{text}"},
            ]
        case Call():
            id = item.id or f"toolu_{index}_{item.name}"
            start = {"type": "tool_use", "id": id, "name": item.name, "input": {}}
            deltas = [
                piece
                if isinstance(piece, Stall)
                else {"type": "input_json_delta", "partial_json": piece}
                for piece in call_pieces(item)
            ]
        case _:
            return
    yield _event("content_block_start", index=index, content_block=start)
    for delta in deltas:
        if isinstance(delta, Stall):
            yield delta
        else:
            yield _event("content_block_delta", index=index, delta=delta)
    yield _event("content_block_stop", index=index)


def _event(kind: str, **data: object) -> bytes:
    return sse({"type": kind, **data}, kind)
