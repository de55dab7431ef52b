"""The base of all answers, and answers of several resources.

One type per answer gives its JSON, its schema in the OpenAPI document, and what the client returns.
The client imports these types, so their modules do not import pydantic.
"""

from __future__ import annotations

from collections.abc import Callable, KeysView, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    Self,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
)

import msgspec
from msgspec import Meta, Struct, StructMeta
from msgspec.structs import fields

from runwhy.core.json import JsonObject
from runwhy.core.runs.origin import ActorKind
from runwhy.errors import BudgetExceeded

Json = Mapping[str, Any]
Time = Annotated[datetime, Meta(tz=True)]
Tags = Annotated[Mapping[str, str], Meta(examples=[{"customer": "acme", "env": "prod"}])]
RunId = Annotated[str, Meta(examples=["run_01k9abcdefghjkmnpqrstvwxyz"])]
SessionId = Annotated[str, Meta(examples=["ses_01k9abcdefghjkmnpqrstvwxyz"])]
AgentId = Annotated[str, Meta(examples=["agt_01k9abcdefghjkmnpqrstvwxyz"])]
KeyId = Annotated[str, Meta(examples=["key_01k9abcdefghjkmnpqrstvwxyz"])]
MemoryId = Annotated[str, Meta(examples=["mem_01k9abcdefghjkmnpqrstvwxyz"])]
Cursor = Annotated[str | None, Meta(description="Cursor of the next page; null on the last one.")]

A = TypeVar("A", bound="Answer")
Copy = Callable[[Any], Any]


class AnswerMeta(StructMeta):
    """Makes every answer frozen with keyword-only fields, which msgspec does not inherit."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **config: Any
    ) -> AnswerMeta:
        settings: Any = {"frozen": True, "kw_only": True, **config}
        return super().__new__(cls, name, bases, body, **settings)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Answer(
    Struct, metaclass=AnswerMeta, frozen=True, rename="camel", omit_defaults=True, dict=True
):
    """An answer, in camelCase. A field is omitted if it has its default.

    The server builds an answer only to encode it, so its times are text. The client reads them as
    `datetime`.
    """

    @property
    def raw(self) -> JsonObject:
        """The complete JSON, with fields that this version does not know."""
        read: JsonObject | None = self.__dict__.get("raw")
        return self.as_json() if read is None else read

    def as_json(self) -> dict[str, Any]:
        """Return the answer as a JSON object."""
        return cast(dict[str, Any], msgspec.to_builtins(self))


class Copied(Answer):
    """An answer about a value whose attributes have the same names."""

    @classmethod
    def of(cls, value: Any, /, **given: Any) -> Self:
        """Return the answer about a value; `given` are the fields that are not attributes of it."""
        for name, copy in _copies(cls):
            if name not in given:
                found = getattr(value, name)
                given[name] = found if copy is None or found is None else copy(found)
        return cls(**given)


class JsonAnswer(Copied):
    """An answer that the client also reads like the JSON object: `run.error["message"]`."""

    def __eq__(self, other: object) -> bool:
        return self.raw == other if isinstance(other, Mapping) else super().__eq__(other)

    def __getitem__(self, key: str) -> Any:
        return self.raw[key]

    def keys(self) -> KeysView[str]:
        """Return the names in the JSON object, so that `dict(run.error)` works."""
        return self.raw.keys()

    def get(self, key: str, default: Any = None) -> Any:
        """Return a value of the JSON object."""
        return self.raw.get(key, default)


def time_text(at: datetime) -> str:
    """Format a time in RFC 3339, UTC, with milliseconds."""
    utc = at if at.tzinfo is UTC else at.astimezone(UTC)
    return utc.isoformat("T", "milliseconds")[:-6] + "Z"


# Returns a time for an answer: text, with the type that the client reads. It is the same function,
# because a list of runs calls it a thousand times.
answer_time = cast(Callable[[datetime], datetime], time_text)


def maybe_time(at: datetime | None) -> datetime | None:
    """Return a time for an answer, if there is one."""
    return None if at is None else answer_time(at)


def flattened(answer: A, more: JsonObject) -> A:
    """Return an answer with more fields at the same level, which its type does not know."""
    return cast(A, {**more, **answer.as_json()})


def plain_type(hint: Any) -> tuple[Any, bool]:
    """Return a type without annotations and None, and whether it allows None."""
    if get_origin(hint) is Annotated:
        return plain_type(get_args(hint)[0])
    if get_origin(hint) not in (Union, UnionType):
        return hint, False
    rest = [one for one in get_args(hint) if one is not NoneType]
    return plain_type(rest[0])[0] if len(rest) == 1 else hint, NoneType in get_args(hint)


@cache
def _copies(answer: type[Answer]) -> Sequence[tuple[str, Copy | None]]:
    return tuple((field.name, _copy(field.type)) for field in fields(answer))


def _copy(hint: Any) -> Copy | None:
    """Return how an attribute becomes a field of this type; None if it stays unchanged."""
    plain, _ = plain_type(hint)
    if plain is datetime:
        return answer_time
    if isinstance(plain, type) and issubclass(plain, Copied):
        return plain.of
    if get_origin(plain) is Sequence and (copy := _copy(get_args(plain)[0])) is not None:
        return lambda values: [copy(value) for value in values]
    return None


class Problem(Copied):
    """One validation problem."""

    field: Annotated[str, Meta(description="JSON pointer into the body, or name of a parameter.")]
    problem: str
    limit: int | None = None
    actual: int | None = None


class RefusingBudget(Answer):
    """The budget that refuses a run; amounts are in dollars, tokens, runs or seconds."""

    name: str
    measure: Annotated[str, Meta(examples=["cost", "tokens", "runs", "time"])]
    used: Annotated[float, Meta(description="Used, and reserved by calls in progress.")]
    limit: float
    resets_at: Annotated[Time | None, Meta(description="When the next period begins.")]

    @classmethod
    def of(cls, error: BudgetExceeded, /) -> Self:
        return cls(
            name=error.budget,
            measure=error.measure,
            used=error.used,
            limit=error.limit,
            resets_at=maybe_time(error.resets_at),
        )


class Error(Answer):
    """The format of every error."""

    error: Annotated[str, Meta(description="Stable error code.")]
    code: Annotated[str, Meta(description="Same as `error`.")]
    message: str
    hint: Annotated[str, Meta(description="The first problem, in one line for people.")]
    problems: Sequence[Problem]
    required: Annotated[str | None, Meta(description="Scope that the key lacks.")] = None
    candidates: Annotated[Sequence[str] | None, Meta(description="Models with similar names.")] = (
        None
    )
    budget: Annotated[
        RefusingBudget | None, Meta(description="The budget, if one is exceeded.")
    ] = None

    @classmethod
    def of(cls, code: str, message: str, problems: Sequence[object] = (), **more: Any) -> Self:
        """Return an error; `code` and `hint` are for clients that read only those."""
        found = [Problem.of(problem) for problem in problems]
        hint = f"{found[0].field}: {found[0].problem}".removeprefix(": ") if found else message
        return cls(error=code, code=code, message=message, hint=hint, problems=found, **more)


class Ok(Answer):
    """The request succeeded."""

    ok: Literal[True]


class Actor(Copied):
    """The caller or program that did something."""

    kind: ActorKind
    id: str | None
    name: str | None


class Suggestion(Answer):
    """A correction for a query that matches nothing."""

    written: str
    meant: str
    message: str


Suggestions = Annotated[
    Sequence[Suggestion] | None, Meta(description="Corrections of the query, if nothing matched.")
]


class Health(Answer):
    """The state of the server."""

    status: Literal["ok", "ready"]


class Event(Answer):
    """The `data` of a server-sent event."""

    seq: int
    type: Annotated[str, Meta(examples=["started", "assistant_delta", "result"])]
    data: Json
    at: Annotated[Time | None, Meta(description="Only on the stream of a session.")] = None
