"""A provider's model: streams replies and retries calls that have not produced output."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, TypeVar

import httpx2
from pydantic_ai.messages import ModelResponse
from pydantic_ai.models import Model as AiModel
from pydantic_ai.models import StreamedResponse

from runwhy.core.runs.run import ErrorClass, Failure, ModelUsed, Tokens
from runwhy.executors.builtin.envelope_checks import (
    check_egress,
    envelope_lost,
    envelope_of,
    require_envelope,
)
from runwhy.executors.builtin.failures import CAUGHT, Retries, failure_of, file_failure
from runwhy.executors.builtin.messages import native_form, user_texts
from runwhy.executors.builtin.providers import CallSettings, Provider
from runwhy.executors.builtin.request import PreparedCall, prepare_call
from runwhy.executors.builtin.response import DeltaReader, check_finished, reply_of, tokens_of
from runwhy.ports import (
    CallDelta,
    Delta,
    ModelFailed,
    ModelOutput,
    ModelReply,
    ModelRequest,
    TextDelta,
)
from runwhy.telemetry.propagation import outgoing

CONNECT_TIMEOUT = 10.0
SLACK = 5.0  # seconds, so that our own idle timeout fires first
NO_KEY = "not-needed"  # the libraries require a key even if the service does not

T = TypeVar("T")


class Idle(Exception):
    """The model sent nothing for too long."""


@dataclass(slots=True)
class Attempt:
    """One attempt at a call: the tokens it used, its first output, and whether any was shown."""

    tokens: Tokens = field(default_factory=Tokens)
    shown: bool = False
    first_output_at: float | None = None  # by `time.perf_counter`; also of a tool call


class RemoteModel:
    """One model of one provider."""

    def __init__(self, provider: Provider, name: str, settings: CallSettings) -> None:
        self._provider = provider
        self._settings = settings
        self._retries = Retries(times=settings.retries, longest_wait=settings.longest_wait)
        self._secrets = [*settings.secrets, *([provider.key] if provider.key else [])]
        self._http = make_http(settings.idle_timeout)
        self._model = make_model(provider, name, self._http)
        self._id = f"{provider.name}:{name}"
        self._name = name

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelOutput, None]:
        """Yield deltas, then the complete reply. Raises: ModelFailed.

        A call is retried only before its first output; otherwise clients would get the start twice.
        """
        call = prepare_call(
            request,
            self._model,
            provider=self._provider.name,
            cache=self._settings.cache,
            output_limit=self._provider.output_limit,
        )
        envelope = None if request.summary else envelope_of(request)
        if envelope is not None and user_texts(call.messages).count(envelope) != 1:
            raise envelope_lost("the messages do not contain the envelope exactly once")
        began = time.perf_counter()
        for number in count():
            attempt = Attempt()
            try:
                async with aclosing(self._once(call, envelope, attempt)) as items:
                    async for item in items:
                        attempt.shown = True
                        yield _timed(item, attempt, began)
                return
            except Idle:
                raise self._failed(idle_failure(self._settings), call, attempt) from None
            except ModelFailed as error:
                raise self._failed(error.failure, call, attempt) from error
            except CAUGHT as error:
                failure = failure_of(error, provider=self._provider.name, secrets=self._secrets)
                wait = self._retries.wait_before(number, error, failure)
                if attempt.shown or wait is None:
                    raise self._failed(failure, call, attempt) from error
            if self._settings.retried is not None:
                self._settings.retried(self._provider.name, self._name)
            await asyncio.sleep(wait)

    async def _once(
        self, call: PreparedCall, envelope: str | None, attempt: Attempt
    ) -> AsyncGenerator[ModelOutput, None]:
        async with AsyncExitStack() as stack:
            streamed = await self._open(stack, call, envelope)
            try:
                async with aclosing(self._deltas(streamed, call, attempt)) as deltas:
                    async for delta in deltas:
                        yield delta
            finally:
                attempt.tokens = tokens_of(streamed.usage)
            reply = self._reply(streamed.get(), call)
        if call.holds_text_back and reply.text:
            yield TextDelta(text=reply.text)
        yield reply

    async def _open(
        self, stack: AsyncExitStack, call: PreparedCall, envelope: str | None
    ) -> StreamedResponse:
        """Send the request, unless the library dropped the envelope."""
        with require_envelope(envelope) as check:
            opening = self._model.request_stream(call.messages, call.settings, call.parameters)
            try:
                return await self._in_time(stack.enter_async_context(opening))
            except Exception as error:  # a library may wrap our error
                if check.lost:
                    raise envelope_lost(
                        "the request to the provider did not contain the envelope"
                    ) from None
                if not check.sent and (failed := file_failure(call.messages, error)):
                    raise failed from error
                raise

    async def _deltas(
        self, streamed: StreamedResponse, call: PreparedCall, attempt: Attempt
    ) -> AsyncGenerator[Delta, None]:
        reader = DeltaReader(call.streamed_tools)
        events = aiter(streamed)
        while (event := await self._in_time(anext(events, None))) is not None:
            if attempt.first_output_at is None:
                attempt.first_output_at = time.perf_counter()
            delta = reader.read(event)
            if delta is None:
                continue
            if isinstance(delta, CallDelta) or delta.thinking or not call.holds_text_back:
                yield delta

    async def _in_time(self, work: Awaitable[T]) -> T:
        try:
            async with asyncio.timeout(self._settings.idle_timeout) as limit:
                return await work
        except TimeoutError:
            if limit.expired():
                raise Idle from None
            raise

    def _reply(self, response: ModelResponse, call: PreparedCall) -> ModelReply:
        check_finished(response)
        reply = reply_of(response, call)
        return replace(
            reply,
            used=self._used(call, response.model_name),
            native=native_form(response, provider=self._provider.name),
        )

    def _used(self, call: PreparedCall, vendor_model_id: str | None = None) -> ModelUsed:
        return ModelUsed(
            id=self._id,
            provider=self._provider.name,
            vendor_model_id=vendor_model_id or self._name,
            reasoning_effort=call.effort,
        )

    def _failed(self, failure: Failure, call: PreparedCall, attempt: Attempt) -> ModelFailed:
        return ModelFailed(failure, attempt.tokens, self._used(call), call.options)


def _timed(item: ModelOutput, attempt: Attempt, began: float) -> ModelOutput:
    """Return a reply with the time to the first output, which can be a tool call."""
    if attempt.first_output_at is None or not isinstance(item, ModelReply):
        return item
    return replace(item, first_token=attempt.first_output_at - began)


def idle_failure(settings: CallSettings) -> Failure:
    """Return the failure of a call that timed out while idle."""
    message = f"the model sent nothing for {settings.idle_timeout:g} seconds"
    return Failure(message=message, error_class=ErrorClass.TIMEOUT, code="idle")


def make_http(idle_timeout: float) -> httpx2.AsyncClient:
    """Return a client that checks the envelope of each request before sending it."""
    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(idle_timeout + SLACK, connect=CONNECT_TIMEOUT),
        limits=httpx2.Limits(max_connections=None, max_keepalive_connections=100),
        event_hooks={"request": [check_egress, _add_trace_headers]},
    )


async def _add_trace_headers(request: httpx2.Request) -> None:
    """Send the trace context, so that a provider or proxy can link the call to its run."""
    request.headers.update(outgoing())


def make_model(provider: Provider, name: str, http: httpx2.AsyncClient) -> AiModel[Any]:
    """Return the library's model for the provider's API. Imports only that provider's library."""
    if provider.wire == "anthropic":
        return _anthropic_model(provider, name, http)
    return _openai_model(provider, name, http)


def _anthropic_model(provider: Provider, name: str, http: httpx2.AsyncClient) -> AiModel[Any]:
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    key = provider.key or NO_KEY
    service = AnthropicProvider(base_url=provider.base_url, api_key=key, http_client=http)
    return AnthropicModel(name, provider=service)


def _openai_model(provider: Provider, name: str, http: httpx2.AsyncClient) -> AiModel[Any]:
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    key = provider.key or NO_KEY
    service: OpenAIProvider | OpenAICompatibleProvider
    if provider.vendor == "openai":
        service = OpenAIProvider(base_url=provider.base_url, api_key=key, http_client=http)
    else:
        url = provider.base_url or ""
        service = OpenAICompatibleProvider(
            provider.name, base_url=url, api_key=key, http_client=http
        )
    if provider.wire == "responses":
        return OpenAIResponsesModel(name, provider=service)
    return OpenAIChatModel(name, provider=service)
