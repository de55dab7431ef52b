"""A scripted server with two more model APIs, with and without streaming, on one port:

- OpenAI chat completions, at any path that ends in ``/chat/completions``;
- Gemini, at ``/v1beta/models/NAME:generateContent`` and ``:streamGenerateContent``.

Qwen Code uses the first, Gemini CLI the second; `tests/e2e/agents.py` points them here.
Both take replies from the same script.
A thinking part is ``reasoning_content`` in the first and a ``thought`` part in the
second. ``{"item": {…}}`` is sent unchanged: a raw delta, or a raw part.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from typing import Any

from tests.e2e.fakes.script_server import Json, ModelHandler


def new_id(prefix: str) -> str:
    return f"{prefix}_{uuid.uuid4().hex[:24]}"


class ChatAndGemini(ModelHandler):
    reply: Any = None

    @property
    def gemini(self) -> bool:
        return "/v1beta" in self.path or "ontent" in self.path.rpartition(":")[2]

    def models(self) -> Json:
        name = self.script.model or "fake-model"
        if self.gemini:
            return {
                "models": [
                    {"name": f"models/{name}", "supportedGenerationMethods": ["generateContent"]}
                ]
            }
        return {"object": "list", "data": [{"id": name, "object": "model", "owned_by": "fake"}]}

    def error_body(self, kind: str, message: str) -> Json:
        if self.gemini:
            code = self.reply.get("fail", 500) if isinstance(self.reply, dict) else 404
            return {"error": {"code": code, "message": message, "status": kind}}
        return {"error": {"type": kind, "code": kind, "message": message, "param": None}}

    def answer(self, path: str, body: Json) -> None:
        method = path.rpartition(":")[2]
        if method == "countTokens":
            self.send_json(200, {"totalTokens": self.script.usage["input"]})
            return
        if method not in ("generateContent", "streamGenerateContent") and not path.endswith(
            "/chat/completions"
        ):
            self.send_json(404, self.error_body("not_found_error", f"no such endpoint: {path}"))
            return
        reply = self.reply = self.reply_to(body)
        if self.failed(reply):
            return
        broken = reply.get("message", "The model broke off") if isinstance(reply, dict) else None
        parts = [{"say": "An answer that breaks off"}] if broken else reply
        if self.gemini:
            self.model = self.script.model or path.rpartition("/")[2].partition(":")[0]
            streamed, events, whole = (
                method == "streamGenerateContent",
                self.gemini_events,
                self.gemini_whole,
            )
        else:
            self.model = self.script.model or str(body.get("model"))
            streamed, events, whole = bool(body.get("stream")), self.chat_events, self.chat_whole
        if not streamed:
            self.send_json(200, whole(parts))
            return
        self.start_stream()
        for event in events(parts):
            self.send_data(json.dumps(event))
            if broken:
                self.send_data(json.dumps(self.error_body("server_error", broken)))
                return
        if not self.gemini:
            self.send_data("[DONE]")

    def send_data(self, data: str) -> None:
        self.wfile.write(f"data: {data}\n\n".encode())
        self.wfile.flush()
        if self.script.delay_ms:
            time.sleep(self.script.delay_ms / 1000)

    # -- OpenAI chat completions ------------------------------------------

    def chat_whole(self, parts: list[Json]) -> Json:
        message: Json = {
            "role": "assistant",
            "content": "".join(p.get("say", "") for p in parts) or None,
        }
        if thought := "".join(p.get("think", "") for p in parts):
            message["reasoning_content"] = thought
        if calls := [self.chat_call(p) for p in parts if "call" in p]:
            message["tool_calls"] = calls
        choice = {"index": 0, "message": message, "finish_reason": self.chat_finish(parts)}
        return self.chat_frame("chat.completion") | {
            "choices": [choice],
            "usage": self.chat_usage(),
        }

    def chat_events(self, parts: list[Json]) -> Iterator[Json]:
        frame = self.chat_frame("chat.completion.chunk")
        for delta in self.chat_deltas(parts):
            yield frame | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
        yield frame | {
            "choices": [{"index": 0, "delta": {}, "finish_reason": self.chat_finish(parts)}]
        }
        yield frame | {"choices": [], "usage": self.chat_usage()}

    def chat_deltas(self, parts: list[Json]) -> Iterator[Json]:
        calls = 0
        for part in parts:
            if "item" in part:
                yield part["item"]
            elif "call" in part:
                call = self.chat_call(part) | {"index": calls}
                arguments = call["function"]["arguments"]
                yield {"tool_calls": [call | {"function": {"name": part["call"], "arguments": ""}}]}
                for piece in self.script.pieces(arguments):
                    yield {"tool_calls": [{"index": calls, "function": {"arguments": piece}}]}
                calls += 1
            else:
                key, text = (
                    ("content", part["say"])
                    if "say" in part
                    else ("reasoning_content", part["think"])
                )
                for piece in self.script.pieces(text):
                    yield {"role": "assistant", key: piece}

    def chat_call(self, part: Json) -> Json:
        given = part.get("with", {})
        arguments = given if isinstance(given, str) else json.dumps(given)
        function = {"name": part["call"], "arguments": arguments}
        return {"id": part.get("id") or new_id("call"), "type": "function", "function": function}

    def chat_frame(self, kind: str) -> Json:
        return {
            "id": new_id("chatcmpl"),
            "object": kind,
            "created": int(time.time()),
            "model": self.model,
        }

    def chat_finish(self, parts: list[Json]) -> str:
        return "tool_calls" if any("call" in part for part in parts) else "stop"

    def chat_usage(self) -> Json:
        usage = self.script.usage
        return {
            "prompt_tokens": usage["input"],
            "prompt_tokens_details": {"cached_tokens": usage["cached"]},
            "completion_tokens": usage["output"],
            "completion_tokens_details": {"reasoning_tokens": usage.get("reasoning", 0)},
            "total_tokens": usage["input"] + usage["output"],
        }

    # -- Gemini -----------------------------------------------------------

    def gemini_whole(self, parts: list[Json]) -> Json:
        return self.gemini_frame([self.gemini_part(part) for part in parts], last=True)

    def gemini_events(self, parts: list[Json]) -> Iterator[Json]:
        for part in parts:
            if "call" in part or "item" in part:
                yield self.gemini_frame([self.gemini_part(part)])
                continue
            key = "say" if "say" in part else "think"
            for piece in self.script.pieces(part[key]):
                yield self.gemini_frame([self.gemini_part({key: piece})])
        yield self.gemini_frame([{"text": ""}], last=True)

    def gemini_part(self, part: Json) -> Json:
        if "item" in part:
            return dict(part["item"])
        if "think" in part:
            return {"text": part["think"], "thought": True}
        if "call" in part:
            call = {"name": part["call"], "args": part.get("with", {})}
            return {"functionCall": call | ({"id": part["id"]} if "id" in part else {})}
        return {"text": part["say"]}

    def gemini_frame(self, parts: list[Json], *, last: bool = False) -> Json:
        candidate: Json = {"index": 0, "content": {"role": "model", "parts": parts}}
        frame: Json = {
            "candidates": [candidate],
            "modelVersion": self.model,
            "responseId": new_id("resp"),
        }
        if last:
            usage = self.script.usage
            candidate["finishReason"] = "STOP"
            frame["usageMetadata"] = {
                "promptTokenCount": usage["input"],
                "cachedContentTokenCount": usage["cached"],
                "candidatesTokenCount": usage["output"],
                "thoughtsTokenCount": usage.get("reasoning", 0),
                "totalTokenCount": usage["input"] + usage["output"] + usage.get("reasoning", 0),
            }
        return frame
