"""Egress check: a graph's model is called only with the envelope of its run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import BaseMessage

from runwhy.briefs import ENVELOPE_MARK
from runwhy.core.runs.run import ErrorClass, Failure
from runwhy.executors.langgraph.graphs import GraphFailed

APART = "runwhy:apart"  # tag of model calls that are not the agent's own, such as a summary


class EnvelopeCheck(BaseCallbackHandler):
    """Checks every model call of a run before it is made. Raises: GraphFailed."""

    raise_error = True

    def __init__(self, envelope: str) -> None:
        self._envelope = envelope

    def on_chat_model_start(
        self,
        serialized: dict[str, Any],
        messages: list[list[BaseMessage]],
        *,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        **_: Any,
    ) -> None:
        """Check a call, unless it is tagged or made by LangChain's own middleware."""
        if APART in (tags or ()) or is_internal(metadata or {}):
            return
        for batch in messages:
            found = [m for m in batch if m.additional_kwargs.get(ENVELOPE_MARK) is True]
            if [m.text for m in found] != [self._envelope]:
                raise GraphFailed(_lost(found))


def is_internal(metadata: dict[str, Any]) -> bool:
    """Return whether LangChain's own middleware made the call, such as to summarize."""
    return isinstance(metadata.get("lc_source"), str)


def _lost(found: Sequence[BaseMessage]) -> Failure:
    message = (
        f"the model was not called: the request has {len(found)} envelopes of this run instead "
        "of one; add RunwhyMiddleware as the agent's last middleware"
    )
    return Failure(message=message, error_class=ErrorClass.UNKNOWN, code="envelope_lost")
