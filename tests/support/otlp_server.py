"""An OTLP receiver for tests, with real HTTP and protobuf; tests can wait for spans."""

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
from tests.support.http_server import HttpRequest, HttpResponse, http_server

PATIENCE = 180.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedSpan:
    """A span that the receiver got."""

    name: str
    kind: int
    trace_id: str
    span_id: str
    parent_id: str  # empty for a root span
    start: int
    end: int
    failed: bool
    attributes: Mapping[str, Any]
    resource: Mapping[str, Any]


class OtlpServer:
    """Receives and stores spans."""

    def __init__(self) -> None:
        self._spans: list[ReceivedSpan] = []
        self._changed = threading.Condition()
        self._url = ""

    @property
    def environment(self) -> dict[str, str]:
        """Return the variables that make a server send its spans here without delay."""
        return {
            "OTEL_EXPORTER_OTLP_ENDPOINT": self._url,
            "OTEL_BSP_SCHEDULE_DELAY": "50",
        }

    @property
    def spans(self) -> list[ReceivedSpan]:
        """Return all spans received so far."""
        with self._changed:
            return list(self._spans)

    def wait_for(
        self, wanted: Callable[[ReceivedSpan], bool], timeout: float = PATIENCE
    ) -> ReceivedSpan:
        """Wait for the first span that matches, and return it."""
        with self._changed:
            found = self._changed.wait_for(
                lambda: next((span for span in self._spans if wanted(span)), None), timeout
            )
            assert found, f"no match in {[span.name for span in self._spans]}"
            return found

    def named(self, name: str) -> ReceivedSpan:
        """Wait for the first span with this name, and return it."""
        return self.wait_for(lambda span: span.name == name)

    @contextmanager
    def serving(self) -> Iterator[OtlpServer]:
        """Serve until the end of the block."""
        with http_server(self._answer) as self._url:
            yield self

    def _answer(self, request: HttpRequest) -> HttpResponse:
        if request.path != "/v1/traces":
            return HttpResponse(status=404)
        zipped = request.headers.get("content-encoding") == "gzip"
        self._store(gzip.decompress(request.body) if zipped else request.body)
        headers = {"content-type": "application/x-protobuf"}
        return HttpResponse(body=ExportTraceServiceResponse().SerializeToString(), headers=headers)

    def _store(self, raw: bytes) -> None:
        message = ExportTraceServiceRequest.FromString(raw)
        found = [
            _span(span, _attributes(group.resource.attributes))
            for group in message.resource_spans
            for scope in group.scope_spans
            for span in scope.spans
        ]
        with self._changed:
            self._spans += found
            self._changed.notify_all()


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
