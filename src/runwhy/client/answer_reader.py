"""Reads the answers of servers of any version; `raw` keeps the complete JSON.

An unknown field is ignored. A missing or mistyped one reads as empty: None, "", 0, False, () or {}.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin

from msgspec.structs import fields

from runwhy.wire.answer import Answer, plain_type

A = TypeVar("A", bound=Answer)
Reader = Callable[[Any], Any]


def read(kind: type[A], raw: object) -> A:
    """Read an answer of this type."""
    given = raw if isinstance(raw, Mapping) else {}
    answer = kind(**{name: reader(given.get(key)) for name, key, reader in _readers(kind)})
    answer.__dict__["raw"] = given
    return answer


def read_all(kind: type[A], raw: object) -> tuple[A, ...]:
    """Read a list of answers of this type."""
    return tuple(read(kind, one) for one in _listed(raw) if isinstance(one, Mapping))


@cache
def _readers(kind: type[Answer]) -> Sequence[tuple[str, str, Reader]]:
    return [(field.name, field.encode_name, _reader(field.type)) for field in fields(kind)]


def _reader(hint: Any) -> Reader:
    plain, optional = plain_type(hint)
    origin = get_origin(plain)
    if isinstance(plain, type) and issubclass(plain, Answer):
        return lambda value: read(plain, value) if _is_object(value) or not optional else None
    if origin is Sequence:
        items = _list_reader(get_args(plain)[0])
        return lambda value: items(value) if isinstance(value, list) or not optional else None
    if origin is Mapping:
        return _map_reader(get_args(plain)[1])
    if plain is datetime:
        return _time
    return _value_reader(plain, empty=None if optional else _empty(plain))


def _list_reader(item: Any) -> Reader:
    plain, optional = plain_type(item)
    if isinstance(plain, type) and issubclass(plain, Answer):
        return lambda value: read_all(plain, value)
    if plain is datetime:
        return lambda value: tuple(filter(None, map(_time, _listed(value))))

    def read_list(value: Any) -> tuple[Any, ...]:
        found = _listed(value)
        return tuple(one for one in found if _fits(one, plain) or (one is None and optional))

    return read_list


def _map_reader(item: Any) -> Reader:
    def read_map(value: Any) -> Mapping[str, Any]:
        pairs = value.items() if isinstance(value, Mapping) else ()
        return {name: one for name, one in pairs if _fits(one, item)}

    return read_map


def _value_reader(plain: Any, *, empty: Any) -> Reader:
    return lambda value: value if value is not None and _fits(value, plain) else empty


def _is_object(value: object) -> bool:
    return isinstance(value, Mapping) and bool(value)


def _listed(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


def _empty(plain: Any) -> Any:
    if get_origin(plain) is Literal and len(get_args(plain)) == 1:
        return get_args(plain)[0]  # the only value that the field can have
    kind = _json_type(plain)
    return None if kind is object else kind()


def _fits(value: object, plain: Any) -> bool:
    """Whether a value has this type; an enum may have other texts in a newer server."""
    kind = _json_type(plain)
    if isinstance(value, bool):
        return kind in (bool, object)
    return isinstance(value, int | float if kind is float else kind)


def _json_type(plain: Any) -> type:
    """Return the Python type of the JSON values of a type; `object` for any."""
    if get_origin(plain) is Literal:
        return type(get_args(plain)[0])
    found = (kind for kind in (str, bool, int, float) if isinstance(plain, type))
    return next((kind for kind in found if issubclass(plain, kind)), object)


def _time(value: object) -> datetime | None:
    """Read a time, with UTC as default zone."""
    try:
        at = datetime.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        return None
    return at if at.tzinfo else at.replace(tzinfo=UTC)
