"""Fitting an envelope into its size limit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from runwhy.core.context.envelope import CORE_FIELDS, Envelope, byte_size, compact, render
from runwhy.core.json import JsonValue

MAX_BYTES = 4096
MINIMAL_FIELDS = frozenset(("seal", "trigger", "run_id", "attended"))

# Dropping the last value of a section also removes the section's name and braces.
_SECTION_BYTES = len('"context":{},') + len('"tags":{},') + len('"original":{},')


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """One value that can be dropped."""

    section: str
    key: str
    value_bytes: int

    @property
    def name(self) -> str:
        return f"{self.section}.{self.key}" if self.section else self.key

    @property
    def bytes(self) -> int:
        return len(compact(self.key).encode()) + len(":,") + self.value_bytes


def fit_and_render(envelope: Envelope, *, limit: int = MAX_BYTES) -> tuple[Envelope, str]:
    """Return the envelope within `limit` bytes, as in `fit`, and its text."""
    text = render(envelope)
    if len(text.encode()) <= limit:
        return envelope, text
    fitted = fit(envelope, limit=limit)
    return fitted, render(fitted)


def fit(envelope: Envelope, *, limit: int = MAX_BYTES) -> Envelope:
    """Drop the largest values of the sections until the envelope fits into `limit` bytes.

    Dropped names stay listed, so that the model can tell "empty" from "no room". An envelope never
    stops a run: if the reserved fields are too large, the names are dropped first, then the
    trigger's facts, then core fields, down to the minimal fields.
    """
    if byte_size(envelope) <= limit:
        return envelope
    sections = {"context": envelope.context, "tags": envelope.tags, "original": envelope.original}
    optional = [entry for name, values in sections.items() for entry in _entries(name, values)]
    optional.sort(key=_largest_first)
    for count in range(_fewest(envelope, optional, limit), len(optional) + 1):
        fitted = _without(envelope, optional[:count])
        if byte_size(fitted) <= limit:
            return fitted
    return _fit_reserved(_without(envelope, optional), limit)


def _fit_reserved(envelope: Envelope, limit: int) -> Envelope:
    entries = _entries("", envelope.reserved)
    facts = [entry for entry in entries if entry.key not in CORE_FIELDS]
    core = [e for e in entries if e.key in CORE_FIELDS and e.key not in MINIMAL_FIELDS]
    spare = sorted(facts, key=_largest_first) + sorted(core, key=_largest_first)
    for count in range(_fewest(envelope, spare, limit), len(spare)):
        fitted = _with_fewer_names(_without(envelope, spare[:count]), limit)
        if byte_size(fitted) <= limit:
            return fitted
    return _with_fewer_names(_without(envelope, spare), limit)


def _with_fewer_names(envelope: Envelope, limit: int) -> Envelope:
    while envelope.names_shown and byte_size(envelope) > limit:
        envelope = replace(envelope, names_shown=envelope.names_shown - 1)
    return envelope


def _entries(section: str, values: Mapping[str, JsonValue]) -> list[_Entry]:
    sizes = ((key, len(compact(value).encode())) for key, value in values.items())
    return [_Entry(section=section, key=key, value_bytes=size) for key, size in sizes]


def _largest_first(entry: _Entry) -> tuple[int, str]:
    return (-entry.value_bytes, entry.name)


def _fewest(envelope: Envelope, entries: Sequence[_Entry], limit: int) -> int:
    """Return the least number of entries to drop, not counting their names.

    Without this bound, ten thousand small values would be rendered ten thousand times.
    """
    over = byte_size(replace(envelope, names_shown=0)) - limit - _SECTION_BYTES
    for count, entry in enumerate(entries):
        if over <= 0:
            return count
        over -= entry.bytes
    return len(entries)


def _without(envelope: Envelope, entries: Sequence[_Entry]) -> Envelope:
    gone = {(entry.section, entry.key) for entry in entries}

    def kept(section: str, values: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        return {key: value for key, value in values.items() if (section, key) not in gone}

    return replace(
        envelope,
        reserved=kept("", envelope.reserved),
        original=kept("original", envelope.original),
        tags=kept("tags", envelope.tags),
        context=kept("context", envelope.context),
        dropped=(*envelope.dropped, *(entry.name for entry in entries)),
    )
