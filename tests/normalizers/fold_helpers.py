"""Helpers that feed lines to a normalizer and read its entries."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TypeVar

from runwhy.core.agents.entries import Entry, EntryChange
from runwhy.core.agents.transcripts import transcript
from runwhy.normalizers.registry import normalize

Json = dict[str, object]
E = TypeVar("E")


def changes(agent: str, events: Sequence[Json]) -> list[EntryChange]:
    return list(normalize(agent, [json.dumps(event) for event in events]))


def entries(agent: str, events: Sequence[Json]) -> tuple[Entry, ...]:
    return transcript(changes(agent, events))


def only(kind: type[E], told: Sequence[object]) -> E:
    """Return the one entry of this kind."""
    (found,) = [entry for entry in told if isinstance(entry, kind)]
    return found


def all_of(kind: type[E], told: Sequence[object]) -> list[E]:
    return [entry for entry in told if isinstance(entry, kind)]
