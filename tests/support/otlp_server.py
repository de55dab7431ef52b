"""An OTLP receiver for tests: real HTTP, real protobuf, and spans that can be waited for."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from tests.support.http_server import Answered, Asked, answering

PATIENCE = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedSpan:
    """A span as a collector has it."""

    name: str
    kind: int
    trace_id: str
    span_id: str
    parent_id: str  # empty: it is a root
    start: int
    end: int
    failed: bool
    attributes: Mapping[str, Any]
    resource: Mapping[str, Any]


class OtlpServer:
    """Takes spans and keeps them."""

    def __init__(self) -> None:
        self._spans: list[ReceivedSpan] = []
        self._news = threading.Condition()
        self._url = ""

    @property
    def environment(self) -> dict[str, str]:
        """What makes a server send its spans here, soon after they ended."""
        return {
            "OTEL_EXPORTER_OTLP_ENDPOINT": self._url,
            "OTEL_BSP_SCHEDULE_DELAY": "50",
        }

    @property
    def spans(self) -> list[ReceivedSpan]:
        """All that came."""
        with self._news:
            return list(self._spans)

    def wait_for(
        self, wanted: Callable[[ReceivedSpan], bool], timeout: float = PATIENCE
    ) -> ReceivedSpan:
        """The first span that is wanted, once it is there."""
        with self._news:
            found = self._news.wait_for(
                lambda: next((span for span in self._spans if wanted(span)), None), timeout
            )
            assert found, f"not among {[span.name for span in self._spans]}"
            return found

    def named(self, name: str) -> ReceivedSpan:
        """The first span of that name, once it is there."""
        return self.wait_for(lambda span: span.name == name)

    @contextmanager
    def serving(self) -> Iterator[OtlpServer]:
        """Serve until the end of the block."""
        with answering(self._answer) as self._url:
            yield self

    def _answer(self, asked: Asked) -> Answered:
        if asked.path != "/v1/traces":
            return Answered(status=404)
        zipped = asked.headers.get("content-encoding") == "gzip"
        self._take(gzip.decompress(asked.body) if zipped else asked.body)
        headers = {"content-type": "application/x-protobuf"}
        return Answered(body=ExportTraceServiceResponse().SerializeToString(), headers=headers)

    def _take(self, raw: bytes) -> None:
        message = ExportTraceServiceRequest.FromString(raw)
        found = [
            _span(span, _attributes(group.resource.attributes))
            for group in message.resource_spans
            for scope in group.scope_spans
            for span in scope.spans
        ]
        with self._news:
            self._spans += found
            self._news.notify_all()


def _span(span: Any, resource: Mapping[str, Any]) -> ReceivedSpan:
    return ReceivedSpan(
        name=span.name,
        kind=span.kind,
        trace_id=span.trace_id.hex(),
        span_id=span.span_id.hex(),
        parent_id=span.parent_span_id.hex(),
        start=span.start_time_unix_nano,
        end=span.end_time_unix_nano,
        failed=span.status.code == 2,
        attributes=_attributes(span.attributes),
        resource=resource,
    )


def _attributes(pairs: Any) -> dict[str, Any]:
    return {pair.key: _value(pair.value) for pair in pairs}


def _value(value: Any) -> Any:
    kind = value.WhichOneof("value")
    if kind == "array_value":
        return [_value(item) for item in value.array_value.values]
    return getattr(value, kind) if kind else None
