"""Routes that clients of OpenAI call: the same runs as everywhere, on OpenAI's wire."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from runwhy.core.accounts.workspaces import Scope
from runwhy.core.requests.completion import AGENT_PREFIX, Completion
from runwhy.core.runs.origin import MAX_CORRELATION, Origin, is_attended
from runwhy.core.runs.run import Run
from runwhy.core.runs.tags import parse_tags
from runwhy.errors import InvalidInput, Problem
from runwhy.ports import Clock
from runwhy.server.arguments import Header
from runwhy.server.callers import caller_with
from runwhy.server.completion_streams import CompletionFollower, data_frame
from runwhy.server.dependencies import ClockDep, IdempotencyDep, Services, ServicesDep
from runwhy.server.routing import Answer, Router, answer
from runwhy.services.access import Caller
from runwhy.wire.json_decoder import decode_json
from runwhy.wire.openai.answers import OpenAiError, OpenAiModel, OpenAiModels
from runwhy.wire.openai.chat import ChatChunks, ChatCompletion, chat_completion
from runwhy.wire.openai.chat_bodies import ChatBody
from runwhy.wire.openai.errors import run_error
from runwhy.wire.run_output import Change, RunError, RunOutput

router = Router("/v1", tag="openai")
TRIGGER = "openai"
METADATA_HEADER = "X-Runwhy-Metadata"
DONE = b"data: [DONE]\n\n"

Writer = Annotated[Caller, caller_with(Scope.RUNS_WRITE)]
ModelReader = Annotated[Caller, caller_with(Scope.MODELS_READ, tag_aware=True)]
MetadataHeader = Annotated[
    str, Header(), Field(max_length=16_384, description="Tags as a JSON object of strings.")
]
ClientRequestId = Annotated[str, Header(), Field(max_length=512)]


def with_header_tags(completion: Completion, header: str) -> Completion:
    """Add the tags of a header; those of the body win. Raises: InvalidInput."""
    if not header:
        return completion
    try:
        given = decode_json(header.encode())
        tags = parse_tags(given, at=METADATA_HEADER)
    except InvalidInput as error:
        problems = [replace(p, field=p.field or METADATA_HEADER) for p in error.problems]
        raise InvalidInput(problems) from None
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


def output_of(run: Run) -> RunOutput:
    """Return an empty output for a run: how it is collected depends on the run's spec."""
    spec = run.spec
    tools = spec.tools or ()
    has_server_tools = any(tool.get("kind") in ("mcp", "builtin") for tool in tools)
    structured = spec.output_schema is not None
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
    headers = {"x-request-id": run.id}
    if body.stream:
        chunks = ChatChunks(run=run, model=body.model, usage=body.includes_usage)
        return follower.stream(output_of(run), _ChatFrames(chunks), headers)
    return await follower.whole(
        output_of(run),
        lambda output, ended: answer(
            chat_completion(run, body.model, output, ended), headers=headers
        ),
    )


def follow(
    request: Request, services: Services, caller: Caller, run: Run, *, is_repeatable: bool
) -> CompletionFollower:
    """Follow a run. One that the client can ask for again goes on without it."""
    cancels = services.completions.cancel_on_disconnect and not is_repeatable
    return CompletionFollower(request, services, caller, run, cancels=cancels)


@router.get("/models", Answer(schema=OpenAiModels, error=OpenAiError))
async def list_openai_models(caller: ModelReader, services: ServicesDep) -> object:
    """List the models of this server, and its agents as `agent:NAME`."""
    found = await asyncio.to_thread(services.models.list)
    models = [
        OpenAiModel(id=model.id, object="model", created=0, owned_by=model.provider)
        for model in found
    ]
    if caller.tags:  # such a key sees nothing that others have set up
        return OpenAiModels(object="list", data=models)
    agents = [
        OpenAiModel(
            id=f"{AGENT_PREFIX}{agent.name}",
            object="model",
            created=int(agent.created_at.timestamp()),
            owned_by=caller.workspace.slug,
        )
        for agent in await services.agents.list(caller.workspace.id)
    ]
    return OpenAiModels(object="list", data=[*models, *agents])
