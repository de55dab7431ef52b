"""Layers of settings: values as they were sent, and the rules for merging them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from runwhy.core.json import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """Settings of an agent, a session, a trigger or a request as they were sent.

    None means not set. `other` keeps the fields that Runwhy does not know. `order` names all fields
    in the order in which they were sent, including those that were null.
    """

    other: JsonObject = field(default_factory=dict)
    order: tuple[str, ...] = field(default=(), compare=False, repr=False)


L = TypeVar("L", bound=Layer)


def names_of(type: type[Layer]) -> tuple[str, ...]:
    """Return the names of the fields that Runwhy knows: the slots that a subclass adds."""
    names: tuple[str, ...] = cast(Any, type).__slots__
    return names


def values_of(layer: Layer) -> Iterator[tuple[str, Any]]:
    """Yield the fields that are set, by name."""
    for name in names_of(type(layer)):
        if (value := getattr(layer, name)) is not None:
            yield name, value


def part_of(layer: L, names: Sequence[str]) -> L:
    """Return only the fields with these names, in this order."""
    values = {name: value for name in names if (value := getattr(layer, name)) is not None}
    return type(layer)(**values, order=tuple(values))


def overlay(first: L, *layers: L) -> L:
    """Merge settings (agent, session, message); later values win, and null is ignored."""
    values: dict[str, Any] = {}
    other: dict[str, object] = {}
    order: dict[str, None] = {}
    for layer in (first, *layers):
        order |= dict.fromkeys(layer.order)
        values |= values_of(layer)
        other |= {key: value for key, value in layer.other.items() if value is not None}
    kept = tuple(name for name in order if name in values or name in other)
    return type(first)(**values, other=other, order=kept)


def patched(old: L, changes: L) -> L:
    """Apply changes to settings; null removes a value."""
    removed = {name for name in changes.order if getattr(changes, name, None) is None}
    other = {k: v for k, v in old.other.items() if changes.other.get(k, v) is not None}
    kept = {name: value for name, value in values_of(old) if name not in removed}
    return overlay(type(old)(**kept, other=other, order=old.order), changes)
