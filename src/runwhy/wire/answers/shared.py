"""The base class and fields of all answers, and answers shared by several resources."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

Tags = Annotated[dict[str, str], Field(examples=[{"customer": "acme", "env": "prod"}])]
RunId = Annotated[str, Field(examples=["run_01k9abcdefghjkmnpqrstvwxyz"])]
SessionId = Annotated[str, Field(examples=["ses_01k9abcdefghjkmnpqrstvwxyz"])]
AgentId = Annotated[str, Field(examples=["agt_01k9abcdefghjkmnpqrstvwxyz"])]
KeyId = Annotated[str, Field(examples=["key_01k9abcdefghjkmnpqrstvwxyz"])]
MemoryId = Annotated[str, Field(examples=["mem_01k9abcdefghjkmnpqrstvwxyz"])]
Cursor = Annotated[str | None, Field(description="Cursor of the next page; null on the last one.")]
Json = dict[str, Any]


class Answer(BaseModel):
    """An answer, in camelCase. Clients must ignore fields they do not know."""

    model_config = ConfigDict(alias_generator=to_camel, extra="allow")


class Problem(Answer):
    """One validation problem."""

    field: Annotated[str, Field(description="JSON pointer into the body, or name of a parameter.")]
    problem: str
    limit: int | None = None
    actual: int | None = None


class Error(Answer):
    """The format of every error."""

    error: Annotated[str, Field(description="Stable error code.")]
    code: Annotated[str, Field(description="Same as `error`.")]
    message: str
    hint: Annotated[str, Field(description="The first problem, in one line for people.")]
    problems: list[Problem]
    required: Annotated[str | None, Field(description="Scope that the key lacks.")] = None
    candidates: Annotated[list[str] | None, Field(description="Models with similar names.")] = None


class Ok(Answer):
    """The request succeeded."""

    ok: Literal[True]


class Actor(Answer):
    """The caller or program that did something."""

    kind: Literal["local", "key", "system", "channel", "agent", "anonymous"]
    id: str | None
    name: str | None


class Suggestion(Answer):
    """A correction for a query that matches nothing."""

    written: str
    meant: str
    message: str


Suggestions = Annotated[
    list[Suggestion] | None,
    Field(description="Corrections of the query, if nothing matched."),
]


class Health(Answer):
    """The state of the server."""

    status: Literal["ok", "ready"]


class Event(Answer):
    """The `data` of a server-sent event."""

    seq: int
    type: Annotated[str, Field(examples=["started", "assistant_delta", "result"])]
    data: Json
    at: Annotated[datetime | None, Field(description="Only on the stream of a session.")] = None
