"""Model calls of a graph, with their times and their cost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from langchain_core.callbacks import AsyncCallbackHandler
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, LLMResult

from runwhy.core.runs.run import Tokens
from runwhy.core.runs.usage import UNLOGGED, CallFacts
from runwhy.executors.builtin.prices import Prices
from runwhy.executors.builtin.replies import call_data
from runwhy.executors.langgraph.messages import model_used, tokens_of
from runwhy.ports import Clock, EndedCall, ModelReply

APART = "runwhy:apart"  # tag of model calls that are not the agent's own, such as a summary


def is_internal(metadata: dict[str, Any]) -> bool:
    """Return whether LangChain's own middleware made the call, such as to summarize."""
    return isinstance(metadata.get("lc_source"), str)


def is_apart(tags: list[str] | None, metadata: dict[str, Any] | None) -> bool:
    """Return whether a call is not the agent's own, so that the graph does not keep its answer."""
    return APART in (tags or ()) or is_internal(metadata or {})


@dataclass(slots=True, kw_only=True)
class TimedCall:
    """A model call of a graph in progress."""

    began: datetime
    apart: bool
    first_token: datetime | None = None
    ended: datetime | None = None


class CallRecorder(AsyncCallbackHandler):
    """Records the model calls of one run. Calls apart from the agent's own count too."""

    def __init__(self, prices: Prices, clock: Clock) -> None:
        self._prices = prices
        self._clock = clock
        self._open: dict[UUID, TimedCall] = {}
        self._ended: dict[str, TimedCall] = {}  # by the id of the message
        self._others: list[tuple[AIMessage, TimedCall]] = []

    async def on_chat_model_start(
        self,
        serialized: dict[str, Any],
        messages: list[list[BaseMessage]],
        *,
        run_id: UUID,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        **_: Any,
    ) -> None:
        """Note when a call begins."""
        self._open[run_id] = TimedCall(began=self._clock(), apart=is_apart(tags, metadata))

    async def on_llm_new_token(self, token: Any, *, run_id: UUID, **_: Any) -> None:
        """Note the first token of a call."""
        call = self._open.get(run_id)
        if call is not None and call.first_token is None:
            call.first_token = self._clock()

    async def on_llm_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        """Forget a call that failed: LangChain does not report its tokens."""
        self._open.pop(run_id, None)

    async def on_llm_end(self, response: LLMResult, *, run_id: UUID, **_: Any) -> None:
        """Note the end of a call."""
        call = self._open.pop(run_id, None)
        generation = response.generations[0][0] if response.generations else None
        message = generation.message if isinstance(generation, ChatGeneration) else None
        if call is None or not isinstance(message, AIMessage):
            return
        call.ended = self._clock()
        if call.apart:
            self._others.append((message, call))
        elif message.id is not None:
            self._ended[message.id] = call

    async def data_of(self, message: AIMessage) -> dict[str, object]:
        """Return the data to store with a reply: its call, and the other calls before it."""
        call = self._ended.pop(message.id or "", None)
        data = call_data(await self._reply(message, call))
        others = [call_data(other) for other in await self.take_others()]
        return {**data, UNLOGGED: others} if others else data

    async def take_others(self) -> list[EndedCall]:
        """Return the calls that are not the agent's own, once."""
        others, self._others = self._others, []
        return [await self._reply(message, call) for message, call in others]

    async def _reply(self, message: AIMessage, call: TimedCall | None) -> ModelReply:
        """Return a call; without one, a node wrote the message, or an attempt before a crash."""
        used, tokens = model_used(message), tokens_of(message)
        reply = ModelReply(text="", used=used, tokens=tokens)
        if call is None and tokens == Tokens():
            return reply
        began = call.began if call is not None else self._clock()
        charge = await self._prices.charge(used, tokens, at=began)
        facts = CallFacts(
            started_at=began,
            first_token_ms=_ms(began, call.first_token) if call is not None else None,
            duration_ms=_ms(began, call.ended if call is not None else None) or 0,
            cost=charge.cost,
            price=charge.price,
        )
        return replace(reply, call=facts)


def _ms(began: datetime, then: datetime | None) -> int | None:
    return None if then is None else max(0, round((then - began).total_seconds() * 1000))
