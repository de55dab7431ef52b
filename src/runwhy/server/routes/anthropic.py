"""The route that clients of Anthropic call: the same runs as everywhere, on Anthropic's wire."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from runwhy.core.json import JsonObject
from runwhy.server.completion_streams import data_frame
from runwhy.server.dependencies import ClockDep, IdempotencyDep, ServicesDep
from runwhy.server.routes.openai import (
    ClientRequestId,
    MetadataHeader,
    Writer,
    follow,
    origin_of,
    output_of,
    with_header_tags,
)
from runwhy.server.routing import Answer, Router, answer
from runwhy.wire.anthropic.bodies import MessagesBody
from runwhy.wire.anthropic.errors import AnthropicError, anthropic_error
from runwhy.wire.anthropic.messages import AnthropicAnswer, MessageEvents, anthropic_message
from runwhy.wire.run_output import Change, RunError

router = Router("/v1", tag="anthropic")
TRIGGER = "anthropic"


@dataclass(frozen=True, slots=True)
class _MessageFrames:
    events: MessageEvents

    def begin(self) -> Iterator[bytes]:
        return map(_frame, self.events.begin())

    def add(self, change: Change) -> Iterator[bytes]:
        return map(_frame, self.events.add(change))

    def fail(self, error: RunError, status: int) -> Iterator[bytes]:
        failed = anthropic_error(status, error.message, request_id=self.events.run.id)
        return iter([_frame(failed.as_json())])


def _frame(event: JsonObject) -> bytes:
    return data_frame(event, str(event["type"]))


@router.post("/messages", Answer(schema=AnthropicAnswer, streams=True, error=AnthropicError))
async def create_message(
    request: Request,
    caller: Writer,
    body: MessagesBody,
    once: IdempotencyDep,
    services: ServicesDep,
    clock: ClockDep,
    x_runwhy_metadata: MetadataHeader = "",
    x_client_request_id: ClientRequestId = "",
) -> Response:
    """Create a message. Every request is a run; `id` and `request-id` name it."""
    workspace = caller.workspace.id
    replies = await services.completions.replies(workspace, body.referenced_runs())
    completion = with_header_tags(body.completion(replies), x_runwhy_metadata)
    origin = origin_of(caller, clock, trigger=TRIGGER, correlation_id=x_client_request_id)
    run = await services.completions.start(workspace, completion, origin, once=once)
    follower = follow(request, services, caller, run, is_repeatable=once is not None)
    shows, output = body.shows_thinking, output_of(run, streams=body.stream is True)
    if body.stream:
        events = MessageEvents(run=run, model=body.model, output=output, thinking=shows)
        return follower.stream(output, _MessageFrames(events))
    return await follower.whole(
        output,
        lambda found, ended: answer(
            anthropic_message(run, body.model, found, ended, thinking=shows)
        ),
    )
