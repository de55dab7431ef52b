"""A scripted server with the OpenAI Responses API (server-sent events).

    python openai_responses.py --port 8702 --script scenario.json

Point ``codex`` at it with a custom model provider, or ``copilot`` with its
bring-your-own-key variables; `tests/e2e/agents.py` does both.
"""

from __future__ import annotations

import json
import time
import uuid
from typing import Any

from tests.e2e.fakes.script_server import Json, ModelHandler


def new_id(prefix: str) -> str:
    return f"{prefix}_{uuid.uuid4().hex[:24]}"


class OpenAIResponses(ModelHandler):
    def models(self) -> Json:
        name = self.script.model or "fake-model"
        return {"object": "list", "data": [{"id": name, "object": "model", "owned_by": "fake"}]}

    def offers_tools(self, body: Json) -> bool:
        # codex gives its newer models their tools as an item of the input
        items = body.get("input") or []
        return super().offers_tools(body) or any(
            isinstance(item, dict) and item.get("type") == "additional_tools" for item in items
        )

    def error_body(self, kind: str, message: str) -> Json:
        return {"error": {"type": kind, "code": kind, "message": message, "param": None}}

    def answer(self, path: str, body: Json) -> None:
        if not path.endswith("/responses"):
            self.send_json(404, self.error_body("not_found_error", f"no such endpoint: {path}"))
            return
        reply = self.reply_to(body)
        if self.failed(reply):
            return
        broken = reply.get("message", "The model broke off") if isinstance(reply, dict) else None
        items = [
            self.item(part)
            for part in ([{"say": "An answer that breaks off"}] if broken else reply)
        ]
        response: Json = {
            "id": new_id("resp"),
            "object": "response",
            "created_at": int(time.time()),
            "status": "in_progress",
            "model": self.script.model or body.get("model"),
            "output": [],
            "error": None,
        }
        if body.get("stream"):
            self.stream(response, items, broken)
        else:
            self.send_json(200, self.finished(response, items))

    # -- the shapes of the API --------------------------------------------

    def item(self, part: Json) -> Json:
        if "item" in part:
            return dict(part["item"])
        if "think" in part:
            summary = [{"type": "summary_text", "text": part["think"]}]
            return {
                "type": "reasoning",
                "id": new_id("rs"),
                "summary": summary,
                "encrypted_content": "b3BhcXVl",
            }
        if "call" in part:
            given = part.get("with", {})
            if isinstance(given, str):
                call: Json = {"type": "custom_tool_call", "id": new_id("ctc"), "input": given}
            else:
                call = {"type": "function_call", "id": new_id("fc"), "arguments": json.dumps(given)}
            call |= {
                "call_id": part.get("id") or new_id("call"),
                "name": part["call"],
                "status": "completed",
            }
            if "namespace" in part:
                call["namespace"] = part["namespace"]
            return call
        message: Json = {
            "type": "message",
            "id": new_id("msg"),
            "role": "assistant",
            "status": "completed",
            "content": [
                {"type": "output_text", "text": part["say"], "annotations": [], "logprobs": []}
            ],
        }
        if "phase" in part:
            message["phase"] = part["phase"]
        return message

    def finished(self, response: Json, items: list[Json]) -> Json:
        usage = self.script.usage
        return response | {
            "status": "completed",
            "output": items,
            "usage": {
                "input_tokens": usage["input"],
                "input_tokens_details": {"cached_tokens": usage["cached"]},
                "output_tokens": usage["output"],
                "output_tokens_details": {"reasoning_tokens": usage.get("reasoning", 0)},
                "total_tokens": usage["input"] + usage["output"],
            },
        }

    def stream(self, response: Json, items: list[Json], broken: str | None) -> None:
        self.start_stream()
        self.sequence = 0
        self.emit("response.created", response=response)
        self.emit("response.in_progress", response=response)
        for index, item in enumerate(items):
            self.emit("response.output_item.added", output_index=index, item=self.opening(item))
            self.stream_body(index, item, broken)
            if broken:
                error = {"code": "server_error", "message": broken}
                self.emit(
                    "response.failed", response=response | {"status": "failed", "error": error}
                )
                return
            self.emit("response.output_item.done", output_index=index, item=item)
        self.emit("response.completed", response=self.finished(response, items))

    def opening(self, item: Json) -> Json:
        """Return the item before its first delta."""
        emptied = {"content": [], "summary": [], "arguments": "", "input": ""}
        opened = item | {key: empty for key, empty in emptied.items() if key in item}
        return opened | ({"status": "in_progress"} if "status" in item else {})

    def stream_body(self, index: int, item: Json, broken: str | None) -> None:
        at = {"item_id": item["id"], "output_index": index}
        kind = item["type"]
        if kind == "message":
            part = item["content"][0]
            at["content_index"] = 0
            self.emit("response.content_part.added", part=part | {"text": ""}, **at)
            for piece in self.script.pieces(part["text"]):
                self.emit("response.output_text.delta", delta=piece, logprobs=[], **at)
                if broken:
                    return
            self.emit("response.output_text.done", text=part["text"], logprobs=[], **at)
            self.emit("response.content_part.done", part=part, **at)
        elif kind == "reasoning":
            part = item["summary"][0]
            at["summary_index"] = 0
            self.emit("response.reasoning_summary_part.added", part=part | {"text": ""}, **at)
            for piece in self.script.pieces(part["text"]):
                self.emit("response.reasoning_summary_text.delta", delta=piece, **at)
            self.emit("response.reasoning_summary_text.done", text=part["text"], **at)
            self.emit("response.reasoning_summary_part.done", part=part, **at)
        elif kind in ("function_call", "custom_tool_call"):
            field, event = (
                ("arguments", "response.function_call_arguments")
                if kind == "function_call"
                else ("input", "response.custom_tool_call_input")
            )
            for piece in self.script.pieces(item[field]):
                self.emit(f"{event}.delta", delta=piece, **at)
            self.emit(f"{event}.done", **{field: item[field]}, **at)

    def emit(self, name: str, **data: Any) -> None:
        self.send_event(name, {"type": name, "sequence_number": self.sequence} | data)
        self.sequence += 1
