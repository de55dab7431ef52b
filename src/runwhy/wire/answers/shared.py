"""What all answers are made of, and those that belong to no resource."""

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
Cursor = Annotated[str | None, Field(description="where the next page begins, if there is one")]
Json = dict[str, Any]


class Answer(BaseModel):
    """Part of an answer, in camelCase. New fields may come: ignore what you do not know."""

    model_config = ConfigDict(alias_generator=to_camel, extra="allow")


class Problem(Answer):
    """One broken rule."""

    field: Annotated[str, Field(description="a JSON pointer into the body, or a parameter's name")]
    problem: str
    limit: int | None = None
    actual: int | None = None


class Error(Answer):
    """Every error has this shape."""

    error: Annotated[str, Field(description="a code that will not change")]
    message: str
    problems: list[Problem]
    required: Annotated[str | None, Field(description="the scope that the key lacks")] = None
    candidates: Annotated[list[str] | None, Field(description="models of similar names")] = None


class Ok(Answer):
    """It was done."""

    ok: Literal[True]


class Actor(Answer):
    """Who asked."""

    kind: Literal["local", "key", "system", "channel", "agent"]
    id: str | None
    name: str | None


class Suggestion(Answer):
    """A word of a query that finds nothing, and the one that was probably meant."""

    written: str
    meant: str
    message: str


Suggestions = Annotated[
    list[Suggestion] | None,
    Field(description="what may have been meant, when nothing was found"),
]


class Health(Answer):
    """That the server lives, or can work."""

    status: Literal["ok", "ready"]


class Event(Answer):
    """What the `data` line of a server-sent event holds."""

    seq: int
    type: Annotated[str, Field(examples=["started", "assistant_delta", "result"])]
    data: Json
    at: Annotated[datetime | None, Field(description="on the stream of a session")] = None
