"""Layers of settings as JSON: the one place that knows the camelCase names of their fields."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

from runwhy.core.agent_spec import AutonomySettings
from runwhy.core.json import JsonObject
from runwhy.core.layers import Layer, names_of, values_of

L = TypeVar("L", bound=Layer)

_RENAMED = {"visible_tags": "modelVisibleMetadata"}
_NESTED: Mapping[str, type[Layer]] = {"autonomy": AutonomySettings}


def camel(name: str) -> str:
    """Convert `snake_case` to camelCase."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


@cache
def keys_of(names: tuple[str, ...]) -> Mapping[str, str]:
    """Return the key of each field, by the field's name."""
    return {name: _RENAMED.get(name) or camel(name) for name in names}


@cache
def _names_by_key(names: tuple[str, ...]) -> Mapping[str, str]:
    return {key: name for name, key in keys_of(names).items()}


def read_layer(type: type[L], value: JsonObject) -> L:
    """Return the settings in a JSON object that was checked when it was received."""
    fields = names_of(type)
    names = _names_by_key(fields)
    known: dict[str, Any] = {}
    other: dict[str, object] = {}
    for key, item in value.items():
        if (name := names.get(key)) is None:
            other[key] = item
        elif isinstance(item, Mapping) and name in _NESTED:
            known[name] = read_layer(_NESTED[name], item)
        else:
            known[name] = item
    # An unknown key that spells like a name, such as `model_id`, is not that field.
    order = tuple(names.get(k, k) for k in value if k in names or k not in fields)
    return type(**known, other=other, order=order)


def layer_json(layer: Layer) -> dict[str, object]:
    """Return settings as the JSON object that they were read from, with later changes."""
    keys = keys_of(names_of(type(layer)))
    shown: dict[str, object] = dict.fromkeys(keys.get(name, name) for name in layer.order)
    for name, value in values_of(layer):
        shown[keys[name]] = layer_json(value) if isinstance(value, Layer) else value
    return {**shown, **layer.other}
