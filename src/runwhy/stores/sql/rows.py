"""Conversion between database rows and core values, the same for both databases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import RowMapping

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.agents.spec_secrets import sealed_spec
from runwhy.core.json import JsonObject
from runwhy.core.requests.history_import import ImportProgress
from runwhy.core.runs.cost import Cost
from runwhy.core.runs.delivery import Delivery
from runwhy.core.runs.events import Event
from runwhy.core.runs.log import Part, PartKind, ToolCall
from runwhy.core.runs.memory_facts import MemoryFacts
from runwhy.core.runs.origin import CONTINUES, Origin
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import (
    AppliedBudget,
    EnvelopeFacts,
    Failure,
    ModelUsed,
    Run,
    Status,
    Tokens,
    Trace,
)
from runwhy.core.runs.tags import Tagging, TagSource
from runwhy.wire.layers import layer_json
from runwhy.wire.specs import spec_of

Row = Mapping[str, Any] | RowMapping
Seal = Callable[[str], str]

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode
_origin = msgspec.json.Decoder(Origin)
_failure = msgspec.json.Decoder(Failure)
_model = msgspec.json.Decoder(ModelUsed)
_envelope = msgspec.json.Decoder(EnvelopeFacts)
_memory = msgspec.json.Decoder(MemoryFacts)
_taken = msgspec.json.Decoder(ImportProgress)
_delivery = msgspec.json.Decoder(Delivery)
_trace = msgspec.json.Decoder(Trace)
_sources = msgspec.json.Decoder(dict[str, TagSource])
_STATUSES = {status.value: status for status in Status}  # calling the type is slow


def to_ms(at: datetime) -> int:
    """Return a time as milliseconds since the epoch, the form that is stored."""
    return round(at.timestamp() * 1000)


def from_ms(ms: int) -> datetime:
    """Return the time of stored milliseconds."""
    return datetime.fromtimestamp(ms / 1000, tz=UTC)


def maybe_ms(at: datetime | None) -> int | None:
    """Return an optional time as milliseconds."""
    return None if at is None else to_ms(at)


def maybe_time(ms: int | None) -> datetime | None:
    """Return the time of optional milliseconds."""
    return None if ms is None else from_ms(ms)


def to_json(value: object) -> str:
    """Return compact JSON for a text column."""
    return _encode(value).decode()


def from_json(text: str | bytes) -> Any:
    """Return the value of a JSON text column."""
    return _decode(text)


def engine_options() -> dict[str, Any]:
    """Return options for `create_engine`: JSON codecs, and errors without parameter values."""
    return {
        "json_serializer": to_json,
        "json_deserializer": from_json,
        "hide_parameters": True,
    }


def taken_of(text: str) -> ImportProgress:
    """Return how much of a history was imported."""
    return _taken.decode(text)


def delivery_of(text: str | None) -> Delivery | None:
    """Return the delivery of a run's reply, if its session belongs to a channel."""
    return None if text is None else _delivery.decode(text)


def budgets_text(applied: Sequence[AppliedBudget]) -> str | None:
    """Return the budgets of a run for their column: id, name and scope of each."""
    if not applied:
        return None
    return to_json([[b.id, b.name, b.scope] if b.scope else [b.id, b.name] for b in applied])


def budgets_of(text: str | None) -> tuple[AppliedBudget, ...]:
    """Return the budgets of a run from their column."""
    if text is None:
        return ()
    return tuple(
        AppliedBudget(id=id, name=name, scope=scope[0] if scope else None)
        for id, name, *scope in from_json(text)
    )


def spec_text(spec: AgentSpec, seal: Seal = str) -> str:
    """Return the JSON of a spec for its column, with sealed secrets."""
    return to_json(layer_json(sealed_spec(spec, seal)))


def run_row(run: Run, seal: Seal = str) -> dict[str, object]:
    """Return the row of a new run; columns that are filled later have defaults."""
    actor, spec = run.origin.actor, run.spec
    return {
        "id": run.id,
        "workspace": run.workspace,
        "session_id": run.session_id,
        "status": run.status.value,
        "trigger": run.origin.trigger,
        "trigger_id": run.origin.trigger_id,
        "trigger_name": run.origin.trigger_name,
        "rerun_of": run.origin.rerun_of,
        "continues": run.origin.facts.get(CONTINUES),
        "actor": actor.id or actor.name or actor.kind,
        "agent_id": spec.agent_id,
        "model_id": spec.model_id,
        "executor": run.executor,
        "tags": dict(run.tagging.tags),
        "tag_sources": to_json(run.tagging.sources),
        "origin": to_json(run.origin),
        "spec": spec_text(spec, seal),
        "task": run.task,
        "parent_run_id": run.parent_run_id,
        "root_run_id": run.root_run_id,
        "attempt": run.attempt,
        "trace": to_json(run.trace) if run.trace else None,
        "delivery": to_json(run.delivery) if run.delivery else None,
        "budgets": budgets_text(run.budgets),
        "created_at": to_ms(run.created_at),
    }


RUN_COLUMNS = (
    *("id", "workspace", "session_id", "status", "trigger", "trigger_id", "trigger_name"),
    *("rerun_of", "actor", "agent_id", "model_id", "executor", "tags", "tag_sources", "origin"),
    *("spec", "task", "parent_run_id", "continues"),
    *("root_run_id", "attempt", "trace", "delivery", "budgets", "created_at"),
)


def tokens_of(row: Row) -> Tokens:
    """Return the token counts of a row."""
    return Tokens(
        input=row["input_tokens"],
        cached=row["cached_tokens"],
        cache_write=row["cache_write_tokens"],
        reasoning=row["reasoning_tokens"],
        output=row["output_tokens"],
    )


def cost_of(row: Row) -> Cost:
    """Return the cost of a row."""
    return Cost(picos=row["cost"], unpriced_calls=row["unpriced_calls"])


def runs_of(read: Iterable[Row]) -> list[Run]:
    """Return the runs in rows. Runs of one trigger or agent often have the same spec."""
    specs: dict[str, AgentSpec] = {}
    found = []
    for row in map(decode_tags, read):
        text = row["spec"]
        if (spec := specs.get(text)) is None:
            spec = specs[text] = spec_of(from_json(text))
        found.append(run_of(row, spec))
    return found


def run_of(row: Row, spec: AgentSpec | None = None) -> Run:
    """Return the run in a row, with its spec if that was read before."""
    return Run(
        id=row["id"],
        seq=row["seq"],
        workspace=row["workspace"],
        session_id=row["session_id"],
        status=_STATUSES[row["status"]],
        origin=_origin.decode(row["origin"]),
        tagging=Tagging(tags=row["tags"], sources=_sources.decode(row["tag_sources"])),
        spec=spec_of(from_json(row["spec"])) if spec is None else spec,
        executor=row["executor"],
        model=_model.decode(row["model"]) if row["model"] else None,
        tokens=tokens_of(row),
        cost=cost_of(row),
        first_token_ms=row["first_token"],
        turns=row["turns"],
        task=row["task"],
        final_text=row["final_text"],
        failure=_failure.decode(row["failure"]) if row["failure"] else None,
        failure_reason=row["failure_reason"],
        envelope=_envelope.decode(row["envelope"]) if row["envelope"] else None,
        memory=_memory.decode(row["memory"]) if row["memory"] else None,
        delivery=delivery_of(row["delivery"]),
        parent_run_id=row["parent_run_id"],
        root_run_id=row["root_run_id"],
        attempt=row["attempt"],
        budgets=budgets_of(row["budgets"]),
        rolled_back=bool(row["rolled_back"]),
        trace=_trace.decode(row["trace"]) if row["trace"] else None,
        created_at=from_ms(row["created_at"]),
        started_at=maybe_time(row["started_at"]),
        finished_at=maybe_time(row["finished_at"]),
        erased_at=maybe_time(row["erased_at"]),
    )


def decode_tags(row: Row) -> Row:
    """Decode the tags of a prepared statement's row: SQLite returns them as text."""
    tags = row["tags"]
    return {**row, "tags": from_json(tags)} if isinstance(tags, str) else row


_PART_EXTRAS = (
    "thinking",
    "tool_use_id",
    "tool_name",
    "ok",
    "synthetic",
    "trigger_type",
    "trigger_reason",
    "data",
)
_PART_DEFAULTS: JsonObject = {
    "thinking": "",
    "tool_use_id": None,
    "tool_name": None,
    "ok": True,
    "synthetic": False,
    "trigger_type": None,
    "trigger_reason": None,
    "data": {},
}


# A history has hundreds of parts, and calling the types of enumerations is slow.
_KINDS = {kind.value: kind for kind in PartKind}
_PROVENANCES = {provenance.value: provenance for provenance in Provenance}


def part_row(part: Part, *, index: int) -> dict[str, object]:
    """Return the row of a log part; rarely used fields share one JSON column."""
    extra = {
        name: value
        for name in _PART_EXTRAS
        if (value := getattr(part, name)) != _PART_DEFAULTS[name]
    }
    if part.tool_calls:
        extra["tool_calls"] = part.tool_calls
    return {
        "run_id": part.run_id,
        "idx": index,
        "kind": part.kind.value,
        "role": part.role,
        "provenance": part.provenance.value,
        "text": part.text,
        "extra": to_json(extra),
        "at": to_ms(part.at),
    }


def part_of(row: Row) -> Part:
    """Return the part in a row."""
    extra = from_json(row["extra"])
    calls = tuple([ToolCall(**call) for call in extra.pop("tool_calls", ())])
    return Part(
        run_id=row["run_id"],
        index=row["idx"],
        kind=_KINDS.get(row["kind"]) or PartKind(row["kind"]),
        role=row["role"],
        provenance=_PROVENANCES.get(row["provenance"]) or Provenance(row["provenance"]),
        text=row["text"],
        at=from_ms(row["at"]),
        tool_calls=calls,
        **extra,
    )


def event_of(row: Row) -> Event:
    """Return the event in a row."""
    return Event(
        run_id=row["run_id"],
        seq=row["seq"],
        type=row["type"],
        data=from_json(row["data"]),
        at=from_ms(row["at"]),
    )
