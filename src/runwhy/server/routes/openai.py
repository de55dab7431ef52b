"""Routes that clients of OpenAI call: the same runs as everywhere, on OpenAI's wire."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, cast

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.json import JsonObject
from runwhy.core.requests.completion import Completion
from runwhy.core.runs.origin import MAX_CORRELATION, Origin, is_attended
from runwhy.core.runs.run import Run, is_terminal
from runwhy.core.runs.tags import parse_tags
from runwhy.errors import InvalidInput, NotFound, Problem
from runwhy.ports import Clock
from runwhy.server.arguments import Header, QueryName
from runwhy.server.callers import caller_with
from runwhy.server.compatible_errors import name_request
from runwhy.server.completion_streams import CompletionFollower, data_frame
from runwhy.server.dependencies import ClockDep, IdempotencyDep, Services, ServicesDep
from runwhy.server.routing import Answer, Router, answer
from runwhy.services.access import Caller
from runwhy.wire.json_decoder import decode_json
from runwhy.wire.openai.answers import OpenAiError
from runwhy.wire.openai.chat import ChatChunks, ChatCompletion, chat_completion
from runwhy.wire.openai.chat_bodies import ChatBody
from runwhy.wire.openai.errors import run_error
from runwhy.wire.openai.problems import UNKNOWN
from runwhy.wire.openai.response_bodies import ResponseBody
from runwhy.wire.openai.response_events import ResponseEvents
from runwhy.wire.openai.responses import Response as OpenAiResponse
from runwhy.wire.openai.responses import ResponseMaker, model_of, open_status, run_id_of
from runwhy.wire.run_output import Change, RunError, RunOutput

router = Router("/v1", tag="openai")
TRIGGER = "openai"
METADATA_HEADER = "X-Runwhy-Metadata"
RESPONSE = Answer(schema=OpenAiResponse, error=OpenAiError)
STREAMED_RESPONSE = Answer(schema=OpenAiResponse, streams=True, error=OpenAiError)
_QUERY = ("stream", "starting_after", "include_obfuscation")
_INCLUDE = ("include", "reasoning.encrypted_content")  # without effect; SDKs write `include[]`
DONE = b"data: [DONE]\n\n"

Writer = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]
Reader = Annotated[Caller, caller_with(Scope.RUNS_READ, tag_aware=True)]
MetadataHeader = Annotated[
    str, Header(), Field(max_length=16_384, description="Tags as a JSON object of strings.")
]
StartingAfter = Annotated[int | None, QueryName("starting_after"), Field(ge=0, le=2**31)]
ClientRequestId = Annotated[str, Header(), Field(max_length=512)]


def with_header_tags(completion: Completion, header: str) -> Completion:
    """Add the tags of a header; those of the body win. Raises: InvalidInput."""
    if not header:
        return completion
    try:
        given = decode_json(header.encode(), name="the value")
    except InvalidInput as error:
        raise InvalidInput([replace(p, field=METADATA_HEADER) for p in error.problems]) from None
    tags = parse_tags(given, at=METADATA_HEADER)
    return replace(completion, tags={**tags, **completion.tags})


def origin_of(caller: Caller, clock: Clock, *, trigger: str, correlation_id: str) -> Origin:
    """Return the origin of a completion. The route decides its trigger."""
    if len(correlation_id) > MAX_CORRELATION:
        rule = f"has {len(correlation_id)} characters; the limit is {MAX_CORRELATION}"
        raise InvalidInput(
            [Problem("X-Client-Request-Id", rule, MAX_CORRELATION, len(correlation_id))]
        )
    return Origin(
        trigger=trigger,
        actor=caller.actor,
        attended=is_attended(trigger),
        correlation_id=correlation_id or None,
        requested_at=clock(),
    )


def output_of(run: Run, *, streams: bool) -> RunOutput:
    """Return an empty output for a run: how it is collected depends on the run's spec."""
    spec = run.spec
    tools = spec.tools or ()
    has_server_tools = any(tool.get("kind") in ("mcp", "builtin") for tool in tools)
    structured = spec.output_schema is not None
    if not streams:
        return RunOutput(final_only=structured, whole=True)
    return RunOutput(
        one_answer=structured and not has_server_tools, final_only=structured and has_server_tools
    )


@dataclass(frozen=True, slots=True)
class _ChatFrames:
    chunks: ChatChunks

    def begin(self) -> Iterator[bytes]:
        return map(data_frame, self.chunks.begin())

    def add(self, change: Change) -> Iterator[bytes]:
        frames = [data_frame(chunk) for chunk in self.chunks.add(change)]
        yield from frames
        if self.chunks.is_over:
            yield DONE

    def fail(self, error: RunError, status: int) -> Iterator[bytes]:
        yield data_frame(run_error(error, status).as_json())
        yield DONE


@router.post("/chat/completions", Answer(schema=ChatCompletion, streams=True, error=OpenAiError))
async def create_chat_completion(
    request: Request,
    caller: Writer,
    body: ChatBody,
    once: IdempotencyDep,
    services: ServicesDep,
    clock: ClockDep,
    x_runwhy_metadata: MetadataHeader = "",
    x_client_request_id: ClientRequestId = "",
) -> Response:
    """Complete a chat. Every request is a run; `id` and `x-request-id` name it."""
    completion = with_header_tags(body.completion(), x_runwhy_metadata)
    origin = origin_of(caller, clock, trigger=TRIGGER, correlation_id=x_client_request_id)
    run = await services.completions.start(caller.workspace.id, completion, origin, once=once)
    follower = follow(request, services, caller, run, is_repeatable=once is not None)
    if body.stream:
        chunks = ChatChunks(run=run, model=body.model, usage=body.includes_usage)
        return follower.stream(output_of(run, streams=True), _ChatFrames(chunks))
    return await follower.whole(
        output_of(run, streams=False),
        lambda output, ended: answer(chat_completion(run, body.model, output, ended)),
    )


@dataclass(frozen=True, slots=True)
class _ResponseFrames:
    """Frames of a streamed response. `after` is the last event that the client has."""

    events: ResponseEvents
    after: int = -1

    def begin(self) -> Iterator[bytes]:
        return self._frames(self.events.begin())

    def add(self, change: Change) -> Iterator[bytes]:
        return self._frames(self.events.add(change))

    def fail(self, error: RunError, status: int) -> Iterator[bytes]:
        if error.code != "unavailable":  # the response itself tells that it failed
            return iter(())
        problem = run_error(error, status).error
        return iter([data_frame({"type": "error", **problem.as_json()}, "error")])

    def _frames(self, events: Iterator[JsonObject]) -> Iterator[bytes]:
        for event in events:
            if cast(int, event["sequence_number"]) > self.after:
                yield data_frame(event, str(event["type"]))


@router.post("/responses", STREAMED_RESPONSE)
async def create_response(
    request: Request,
    caller: Writer,
    body: ResponseBody,
    once: IdempotencyDep,
    services: ServicesDep,
    clock: ClockDep,
    x_runwhy_metadata: MetadataHeader = "",
    x_client_request_id: ClientRequestId = "",
) -> Response:
    """Create a response. Every request is a run; `id` and `x-request-id` name it."""
    workspace = caller.workspace.id
    if body.conversation is not None:
        caller.require(Scope.SESSIONS_WRITE)
    replies = await services.completions.replies(workspace, body.referenced_runs())
    completion = with_header_tags(body.completion(replies), x_runwhy_metadata)
    origin = origin_of(caller, clock, trigger=TRIGGER, correlation_id=x_client_request_id)
    run = await services.completions.start(workspace, completion, origin, once=once)
    goes_on = once is not None or completion.background
    follower = follow(request, services, caller, run, is_repeatable=goes_on)
    maker = ResponseMaker(run=run, model=body.model, instructions=body.instructions)
    output = output_of(run, streams=body.stream is True)
    if body.stream:
        events = ResponseEvents(maker=maker, output=output)
        return follower.stream(output, _ResponseFrames(events))
    if completion.background:
        return answer(maker.open("queued"))
    return await follower.whole(output, lambda found, ended: answer(maker.ended(found, ended)))


@router.get("/responses/{response_id}", STREAMED_RESPONSE)
async def get_response(
    request: Request,
    response_id: str,
    caller: Reader,
    services: ServicesDep,
    stream: bool = False,
    starting_after: StartingAfter = None,
) -> Response:
    """Get a response, or follow it as a stream, from the event after `starting_after`."""
    check_query(request)
    run = await find_response(response_id, caller, services)
    follower = follow(request, services, caller, run, is_repeatable=True)
    maker = ResponseMaker(run=run, model=model_of(run))
    output = output_of(run, streams=stream)
    if stream:
        after = -1 if starting_after is None else starting_after
        frames = _ResponseFrames(ResponseEvents(maker=maker, output=output), after)
        return follower.stream(output, frames)
    if not is_terminal(run.status):
        return answer(maker.open(open_status(run)))
    ended = await follower.read(output)
    return answer(maker.ended(output, ended))


@router.post("/responses/{response_id}/cancel", RESPONSE)
async def cancel_response(
    request: Request, response_id: str, caller: Writer, services: ServicesDep
) -> Response:
    """Cancel a response. A response that has ended does not change."""
    run = await find_response(response_id, caller, services)
    who = caller.actor.label
    run = await services.runs.cancel(run.workspace, run.id, reason=f"cancelled by {who}")
    output = output_of(run, streams=False)
    ended = await follow(request, services, caller, run, is_repeatable=True).read(output)
    maker = ResponseMaker(run=run, model=model_of(run))
    return answer(maker.ended(output, ended))


def check_query(request: Request) -> None:
    """Refuse query parameters by name, instead of ignoring them. Raises: InvalidInput."""
    problems = [
        Problem(name, UNKNOWN, code="unknown_parameter")
        for name, value in request.query_params.multi_items()
        if name.partition("[")[0] not in _QUERY and (name.partition("[")[0], value) != _INCLUDE
    ]
    if problems:
        raise InvalidInput(problems)


async def find_response(id: str, caller: Caller, services: Services) -> Run:
    """Return the run of a response. Raises: NotFound."""
    run_id = run_id_of(id)
    run = await services.completions.find(caller.workspace.id, run_id) if run_id else None
    if run is None:
        raise NotFound(f"no response {id}")
    return run


def follow(
    request: Request, services: Services, caller: Caller, run: Run, *, is_repeatable: bool
) -> CompletionFollower:
    """Follow a run. A repeatable run continues when its client disconnects."""
    name_request(request.scope, run.id)
    cancels = services.completions.cancel_on_disconnect and not is_repeatable
    return CompletionFollower(request, services, caller, run, cancels=cancels)
