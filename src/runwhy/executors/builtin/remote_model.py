"""A model at a provider: streamed, tried again while nothing was shown, and failing by class."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TypeVar

from pydantic_ai.messages import ModelResponse
from pydantic_ai.models import StreamedResponse

from runwhy.core.runs.run import ErrorClass, Failure, ModelUsed, Tokens
from runwhy.executors.builtin.call_settings import CallSettings
from runwhy.executors.builtin.egress_check import watching
from runwhy.executors.builtin.envelope_position import envelope_of, lost
from runwhy.executors.builtin.failures import CAUGHT, Retries, failure_of
from runwhy.executors.builtin.messages import native_form, user_texts
from runwhy.executors.builtin.provider_models import make_http, make_model
from runwhy.executors.builtin.providers import Provider
from runwhy.executors.builtin.request import Asking, asking_of
from runwhy.executors.builtin.response import check_finished, delta_of, reply_of, tokens_of
from runwhy.ports import ModelFailed, ModelReply, ModelRequest, TextDelta

T = TypeVar("T")


class Idle(Exception):
    """The model said nothing for too long."""


@dataclass(slots=True)
class Attempt:
    """One try at a call: what it cost so far, and whether anything of it was handed on."""

    tokens: Tokens = field(default_factory=Tokens)
    shown: bool = False


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

    async def stream(self, request: ModelRequest) -> AsyncGenerator[TextDelta | ModelReply, None]:
        """Deltas, then the whole. Raises: ModelFailed.

        A call is tried again as long as nothing of it was handed on. After that a failure is
        final: whoever listens would else be told the beginning twice.
        """
        asking = asking_of(
            request, self._model, provider=self._provider.name, cache=self._settings.cache
        )
        envelope = None if request.summary else envelope_of(request)
        if envelope is not None and user_texts(asking.messages).count(envelope) != 1:
            raise lost("the envelope is not among the messages once")
        for number in count():
            attempt = Attempt()
            try:
                async with aclosing(self._once(asking, envelope, attempt)) as items:
                    async for item in items:
                        attempt.shown = True
                        yield item
                return
            except Idle:
                raise self._failed(idle_failure(self._settings), asking, attempt) from None
            except ModelFailed as error:
                raise self._failed(error.failure, asking, attempt) from error
            except CAUGHT as error:
                failure = failure_of(error, provider=self._provider.name, secrets=self._secrets)
                wait = self._retries.wait_before(number, error, failure)
                if attempt.shown or wait is None:
                    raise self._failed(failure, asking, attempt) from error
            if self._settings.retried is not None:
                self._settings.retried(self._provider.name, self._name)
            await asyncio.sleep(wait)

    async def _once(
        self, asking: Asking, envelope: str | None, attempt: Attempt
    ) -> AsyncGenerator[TextDelta | ModelReply, None]:
        async with AsyncExitStack() as stack:
            streamed = await self._open(stack, asking, envelope)
            try:
                async with aclosing(self._deltas(streamed, asking)) as deltas:
                    async for delta in deltas:
                        yield delta
            finally:
                attempt.tokens = tokens_of(streamed.usage)
            reply = self._reply(streamed.get(), asking)
        if asking.holds_text_back and reply.text:
            yield TextDelta(text=reply.text)
        yield reply

    async def _open(
        self, stack: AsyncExitStack, asking: Asking, envelope: str | None
    ) -> StreamedResponse:
        """Send the request, unless it lost the envelope on its way through the library."""
        with watching(envelope) as watch:
            opening = self._model.request_stream(
                asking.messages, asking.settings, asking.parameters
            )
            try:
                return await self._in_time(stack.enter_async_context(opening))
            except Exception:  # a library may wrap what stopped it
                if watch.lost:
                    raise lost("the request to the provider did not hold it") from None
                raise

    async def _deltas(
        self, streamed: StreamedResponse, asking: Asking
    ) -> AsyncGenerator[TextDelta, None]:
        events = aiter(streamed)
        while (event := await self._in_time(anext(events, None))) is not None:
            delta = delta_of(event)
            if delta is not None and (delta.thinking or not asking.holds_text_back):
                yield delta

    async def _in_time(self, work: Awaitable[T]) -> T:
        try:
            async with asyncio.timeout(self._settings.idle_timeout) as limit:
                return await work
        except TimeoutError:
            if limit.expired():
                raise Idle from None
            raise

    def _reply(self, response: ModelResponse, asking: Asking) -> ModelReply:
        check_finished(response)
        reply = reply_of(response, asking)
        return replace(
            reply,
            used=self._used(asking, response.model_name),
            native=native_form(response, provider=self._provider.name),
        )

    def _used(self, asking: Asking, vendor_model_id: str | None = None) -> ModelUsed:
        return ModelUsed(
            id=self._id,
            provider=self._provider.name,
            vendor_model_id=vendor_model_id or self._name,
            reasoning_effort=asking.effort,
        )

    def _failed(self, failure: Failure, asking: Asking, attempt: Attempt) -> ModelFailed:
        return ModelFailed(failure, attempt.tokens, self._used(asking))


def idle_failure(settings: CallSettings) -> Failure:
    """The model said nothing for too long."""
    message = f"the model said nothing for {settings.idle_timeout:g} seconds"
    return Failure(message=message, error_class=ErrorClass.TIMEOUT, code="idle")
