"""The OTLP exporter over HTTP, configured by OpenTelemetry's environment variables.

The SDK is an optional extra and slow to import, so it is imported only if traces are on. Its
tracer provider is private, so that no other library in the process writes spans through it.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

import structlog

from runwhy.core.runs.run import Trace
from runwhy.telemetry.spans import Exporter

ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
PROTOCOL = "http/protobuf"
FLUSH_TIMEOUT = 3.0  # seconds to send remaining spans at shutdown

_remade: ContextVar[Trace | None] = ContextVar("runwhy_remade_span", default=None)
_log = structlog.get_logger("runwhy.traces")


def wants_traces(environ: Mapping[str, str]) -> bool:
    """Return whether the environment turns traces on."""
    off = environ.get("OTEL_SDK_DISABLED", "").strip().lower() == "true"
    exporter = environ.get("OTEL_TRACES_EXPORTER", "otlp").strip().lower() or "otlp"
    return not off and exporter == "otlp" and any(environ.get(name) for name in ENDPOINTS)


def make_exporter(environ: Mapping[str, str], version: str) -> Exporter | None:
    """Create the exporter that the environment configures; None, with a warning, if that fails."""
    if not wants_traces(environ):
        return None
    protocol = next((environ[name] for name in PROTOCOLS if environ.get(name)), PROTOCOL)
    if protocol != PROTOCOL:
        _log.warning("traces.protocol_unsupported", protocol=protocol, supported=PROTOCOL)
        return None
    try:
        return _OtlpExporter(version)
    except ModuleNotFoundError:
        _log.warning("traces.extra_missing", fix="pip install '.[otel]' in a clone of Runwhy")
        return None


class _OtlpExporter:
    def __init__(self, version: str) -> None:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
        from opentelemetry.sdk.trace.id_generator import IdGenerator

        class Ids(IdGenerator):
            """Random ids, except for a span that was started elsewhere."""

            def generate_span_id(self) -> int:
                place = _remade.get()
                return secrets.randbits(64) or 1 if place is None else int(place.span_id, 16)

            def generate_trace_id(self) -> int:
                place = _remade.get()
                return secrets.randbits(128) or 1 if place is None else int(place.trace_id, 16)

            def is_trace_id_random(self) -> bool:
                return True

        named = Resource.create()  # includes OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES
        if str(named.attributes.get("service.name", "")).startswith("unknown_service"):
            named = named.merge(Resource({"service.name": "runwhy"}))
        self._provider = TracerProvider(
            id_generator=Ids(),
            resource=named.merge(Resource({"service.version": version})),
            shutdown_on_exit=False,
        )
        self._otlp = OTLPSpanExporter()
        self._provider.add_span_processor(BatchSpanProcessor(self._otlp))
        self.tracer = self._provider.get_tracer("runwhy", version)

    @contextmanager
    def remake(self, place: Trace) -> Iterator[None]:
        """Give the next span the ids of `place`."""
        token = _remade.set(place)
        try:
            yield
        finally:
            _remade.reset(token)

    def close(self) -> None:
        """Send remaining spans, for at most a few seconds."""
        # Without it, shutdown retries for 30 seconds.
        enough = threading.Timer(FLUSH_TIMEOUT, self._otlp.shutdown)
        enough.start()
        try:
            self._provider.shutdown()
        finally:
            enough.cancel()
