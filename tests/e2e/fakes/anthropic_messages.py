"""A scripted server with the Anthropic Messages API, with and without streaming.

Point ``claude`` at it::

    python anthropic_messages.py --port 8701 --script scenario.json
    ANTHROPIC_BASE_URL=http://127.0.0.1:8701 ANTHROPIC_API_KEY=dummy claude -p "hi" …
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator

from tests.e2e.fakes.script_server import Json, ModelHandler


def new_id(prefix: str) -> str:
    return f"{prefix}_{uuid.uuid4().hex[:24]}"


class AnthropicMessages(ModelHandler):
    def models(self) -> Json:
        name = self.script.model or "claude-fake-1"
        return {"data": [{"type": "model", "id": name, "display_name": name}], "has_more": False}

    def error_body(self, kind: str, message: str) -> Json:
        return {"type": "error", "error": {"type": kind, "message": message}}

    def answer(self, path: str, body: Json) -> None:
        if path.endswith("/count_tokens"):
            self.send_json(200, {"input_tokens": self.script.usage["input"]})
            return
        if not path.endswith("/messages"):
            self.send_json(404, self.error_body("not_found_error", f"no such endpoint: {path}"))
            return
        reply = self.reply_to(body)
        if self.failed(reply):
            return
        broken = reply.get("message", "Overloaded") if isinstance(reply, dict) else None
        blocks = [{"say": "An answer that breaks off"}] if broken else reply
        if body.get("stream"):
            self.stream(body, blocks, broken)
        else:
            message = self.message(body)
            message["content"] = [self.block(part) for part in blocks]
            message["stop_reason"] = self.stop_reason(blocks)
            self.send_json(200, message)

    # -- the shapes of the API --------------------------------------------

    def message(self, body: Json) -> Json:
        usage = self.script.usage
        return {
            "id": new_id("msg"),
            "type": "message",
            "role": "assistant",
            "model": self.script.model or body.get("model"),
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {
                "input_tokens": usage["input"] - usage["cached"],
                "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": usage["cached"],
                "output_tokens": 1,
                "service_tier": "standard",
            },
        }

    def block(self, part: Json) -> Json:
        if "think" in part:
            return {"type": "thinking", "thinking": part["think"], "signature": "c2lnbmF0dXJl"}
        if "call" in part:
            return {
                "type": "tool_use",
                "id": part.get("id") or new_id("toolu"),
                "name": part["call"],
                "input": part.get("with", {}),
            }
        return {"type": "text", "text": part["say"]}

    def stop_reason(self, parts: list[Json]) -> str:
        return "tool_use" if any("call" in part for part in parts) else "end_turn"

    def stream(self, body: Json, parts: list[Json], broken: str | None) -> None:
        self.start_stream()
        self.send_event("message_start", {"type": "message_start", "message": self.message(body)})
        for index, part in enumerate(parts):
            block = self.block(part)
            opening = dict(block)
            for key, empty in (("text", ""), ("thinking", ""), ("signature", ""), ("input", {})):
                if key in opening:
                    opening[key] = empty
            self.send_event(
                "content_block_start",
                {"type": "content_block_start", "index": index, "content_block": opening},
            )
            for delta in self.deltas(block):
                self.send_event(
                    "content_block_delta",
                    {"type": "content_block_delta", "index": index, "delta": delta},
                )
                if broken:
                    self.send_event("error", self.error_body("overloaded_error", broken))
                    return
            self.send_event("content_block_stop", {"type": "content_block_stop", "index": index})
        self.send_event(
            "message_delta",
            {
                "type": "message_delta",
                "delta": {"stop_reason": self.stop_reason(parts), "stop_sequence": None},
                "usage": {"output_tokens": self.script.usage["output"]},
            },
        )
        self.send_event("message_stop", {"type": "message_stop"})

    def deltas(self, block: Json) -> Iterator[Json]:
        if block["type"] == "text":
            for piece in self.script.pieces(block["text"]):
                yield {"type": "text_delta", "text": piece}
        elif block["type"] == "thinking":
            for piece in self.script.pieces(block["thinking"]):
                yield {"type": "thinking_delta", "thinking": piece}
            yield {"type": "signature_delta", "signature": block["signature"]}
        else:
            for piece in self.script.pieces(json.dumps(block["input"])):
                yield {"type": "input_json_delta", "partial_json": piece}
