"""Rehearsal: a model call without a network, because libraries build much on their first use."""

from __future__ import annotations

from pathlib import Path

import httpx2
from pydantic_ai.messages import ModelMessage, ModelRequest, UserPromptPart
from pydantic_ai.models import ModelRequestParameters

from runwhy.executors.builtin.providers import Provider, Wire
from runwhy.executors.builtin.remote_model import make_model

URL = "http://rehearsal.invalid/v1"  # never resolved
REPLIES = Path(__file__).parent / "rehearsals"  # one response body for each API


async def rehearse(wire: Wire) -> str:
    """Stream a canned reply through the library of this API, and return its text."""
    provider = Provider(name="rehearsal", wire=wire, base_url=URL, key="none")
    messages: list[ModelMessage] = [ModelRequest([UserPromptPart("Hi")])]
    async with _canned_http(wire) as http:
        model = make_model(provider, "rehearsal", http)
        async with model.request_stream(messages, None, ModelRequestParameters()) as streamed:
            async for _ in streamed:
                pass
        return streamed.get().text or ""


def _canned_http(wire: Wire) -> httpx2.AsyncClient:
    body = (REPLIES / f"{wire}.sse").read_bytes()
    headers = {"content-type": "text/event-stream"}
    return httpx2.AsyncClient(
        transport=httpx2.MockTransport(
            lambda _: httpx2.Response(200, headers=headers, content=body)
        )
    )
