"""The route that receives webhooks. Each trigger has its own secret, so no API key is needed."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from runwhy.core.triggers.webhooks import MAX_BODY
from runwhy.errors import TooLarge
from runwhy.server.dependencies import ServicesDep, answer, answers_with

router = APIRouter(tags=["triggers"])


@router.post("/hooks/{trigger_id}", **answers_with("HookReceived", 202))
async def receive_hook(trigger_id: str, request: Request, services: ServicesDep) -> Response:
    """Receive a webhook delivery: 202 with its run, or 200 with the first run for a duplicate."""
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > MAX_BODY:
        raise TooLarge(MAX_BODY, int(length))
    body = await request.body()
    if len(body) > MAX_BODY:
        raise TooLarge(MAX_BODY, len(body))
    headers = {name.lower(): value for name, value in request.headers.items()}
    received = await services.webhooks.receive(trigger_id, headers, body)
    if received.reply is not None:
        return answer(received.reply)
    if received.duplicate:
        return answer({"runId": received.run_id, "duplicate": True})
    return answer({"runId": received.run_id}, 202)
