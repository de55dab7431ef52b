"""A scripted OpenAI server with the streaming Chat Completions and Responses APIs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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


class OpenAi:
    """The responses of `POST /v1/chat/completions` and `POST /v1/responses`."""

    def handles(self, path: str) -> bool:
        """Return whether the path belongs to this API."""
        return path in ("/v1/chat/completions", "/v1/responses")

    def error(self, fail: Fail) -> Json:
        """Return the body of an error response."""
        error = {"message": fail.message, "type": fail.type, "code": fail.code, "param": None}
        return {"error": error}

    def stream(self, reply: Reply, request: Request) -> Iterator[bytes | Stall]:
        """Yield the server-sent events of a reply."""
        answer = _chat if request.path.startswith("/v1/chat") else _responses
        return answer(self, reply, request.body["model"])


def _interrupted(server: OpenAi, item: Item) -> Iterator[bytes | Stall]:
    match item:
        case Stall():
            yield item
        case Fail():
            yield sse(server.error(item))
        case Break(clean=False):
            raise Lost


def _chat(server: OpenAi, reply: Reply, model: str) -> Iterator[bytes | Stall]:
    finish = "tool_calls" if any(isinstance(item, Call) for item in reply) else "stop"
    yield _chunk(model, {"role": "assistant", "content": ""})
    for index, item in enumerate(reply):
        match item:
            case Say():
                for text in pieces(item):
                    yield _chunk(model, {"content": text})
            case Think(text=text):
                yield _chunk(model, {"reasoning_content": text})
            case Call():
                yield _chunk(model, {"tool_calls": [_chat_call(index, item)]})
                for piece in call_pieces(item):
                    if isinstance(piece, Stall):
                        yield piece
                    else:
                        more = {"index": index, "function": {"arguments": piece}}
                        yield _chunk(model, {"tool_calls": [more]})
            case Refuse(text=text):
                yield _chunk(model, {"refusal": text})
            case Cut():
                finish = "length"
            case Break() | Fail():
                yield from _interrupted(server, item)
                return
            case Stall():
                yield item
    yield _chunk(model, {}, finish)
    yield sse({**_head(model), "choices": [], "usage": _chat_usage()})
    yield b"data: [DONE]\n\n"


def _head(model: str) -> Json:
    return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": model}


def _chunk(model: str, delta: Json, finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return sse({**_head(model), "choices": [choice]})


def _chat_call(index: int, call: Call) -> Json:
    id = call.id or f"call_{index}_{call.name}"
    function = {"name": call.name, "arguments": ""}
    return {"index": index, "id": id, "type": "function", "function": function}


def _chat_usage() -> Json:
    return {
        "prompt_tokens": USAGE["input"],
        "completion_tokens": USAGE["output"],
        "total_tokens": USAGE["input"] + USAGE["output"],
        "prompt_tokens_details": {"cached_tokens": USAGE["cached"]},
        "completion_tokens_details": {"reasoning_tokens": USAGE["reasoning"]},
    }


def _responses(server: OpenAi, reply: Reply, model: str) -> Iterator[bytes | Stall]:
    yield _event("response.created", response=_response(model, "in_progress", ()))
    done: list[Json] = []
    why: str | None = None
    for index, item in enumerate(reply):
        match item:
            case Cut():
                why = "max_output_tokens"
            case Break() | Fail():
                yield from _interrupted(server, item)
                return
            case Stall():
                yield item
            case _:
                yield from _item_events(index, item, done)
    if why is None:
        yield _event("response.completed", response=_response(model, "completed", done))
    else:
        cut = {**_response(model, "incomplete", done), "incomplete_details": {"reason": why}}
        yield _event("response.incomplete", response=cut)


def _item_events(index: int, item: Item, done: list[Json]) -> Iterator[bytes | Stall]:
    whole = _output_item(index, item)
    place = {"output_index": index, "item_id": whole["id"]}
    yield _event("response.output_item.added", output_index=index, item=_begun(whole))
    match item:
        case Say():
            part = {"type": "output_text", "text": "", "annotations": []}
            yield _event("response.content_part.added", **place, content_index=0, part=part)
            for text in pieces(item):
                yield _event(
                    "response.output_text.delta", **place, content_index=0, delta=text, logprobs=[]
                )
            yield _event(
                "response.output_text.done", **place, content_index=0, text=item.text, logprobs=[]
            )
        case Refuse(text=text):
            yield _event("response.refusal.delta", **place, content_index=0, delta=text)
            yield _event("response.refusal.done", **place, content_index=0, refusal=text)
        case Think(text=text):
            part = {"type": "summary_text", "text": ""}
            yield _event(
                "response.reasoning_summary_part.added", **place, summary_index=0, part=part
            )
            yield _event(
                "response.reasoning_summary_text.delta", **place, summary_index=0, delta=text
            )
        case Call():
            for piece in call_pieces(item):
                if isinstance(piece, Stall):
                    yield piece
                else:
                    yield _event("response.function_call_arguments.delta", **place, delta=piece)
            yield _event(
                "response.function_call_arguments.done",
                **place,
                arguments=item.arguments,
                name=item.name,
            )
    yield _event("response.output_item.done", output_index=index, item=whole)
    done.append(whole)


def _output_item(index: int, item: Item) -> Json:
    match item:
        case Call():
            return {
                "type": "function_call",
                "id": f"fc_{index}",
                "call_id": item.id or f"call_{index}_{item.name}",
                "name": item.name,
                "arguments": item.arguments,
                "status": "completed",
            }
        case Think(text=text):
            summary = [{"type": "summary_text", "text": text}]
            kept = {"encrypted_content": f"sealed:{text}", "status": "completed"}
            return {"type": "reasoning", "id": f"rs_{index}", "summary": summary, **kept}
        case Refuse(text=text):
            content: Json = {"type": "refusal", "refusal": text}
        case Say(text=text):
            content = {"type": "output_text", "text": text, "annotations": [], "logprobs": []}
        case _:
            raise ValueError(f"{item} is not an output item")
    return {
        "type": "message",
        "id": f"msg_{index}",
        "role": "assistant",
        "status": "completed",
        "content": [content],
    }


def _begun(item: Json) -> Json:
    empty: dict[str, Json] = {
        "message": {"content": []},
        "function_call": {"arguments": ""},
        "reasoning": {"summary": []},
    }
    return {**item, **empty[item["type"]], "status": "in_progress"}


def _response(model: str, status: str, output: Sequence[Json]) -> Json:
    usage = {
        "input_tokens": USAGE["input"],
        "input_tokens_details": {"cached_tokens": USAGE["cached"]},
        "output_tokens": USAGE["output"],
        "output_tokens_details": {"reasoning_tokens": USAGE["reasoning"]},
        "total_tokens": USAGE["input"] + USAGE["output"],
    }
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "status": status,
        "model": model,
        "output": list(output),
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": None if status == "in_progress" else usage,
    }


def _event(kind: str, **data: object) -> bytes:
    return sse({"type": kind, "sequence_number": 0, **data}, kind)
