"""Shared parts of the bodies of OpenAI's routes: claims, settings and refused parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, ClassVar, get_args

from pydantic import ConfigDict, Field

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.json import JsonObject
from runwhy.errors import Problem
from runwhy.wire.fields import Body, TagsField
from runwhy.wire.openai.problems import USUAL, is_usual, refusal_of

CLAIM = Annotated[str, Field(max_length=512)]
MaxTokens = Annotated[int, Field(ge=1, le=10_000_000)]
Temperature = Annotated[float, Field(ge=0, le=2)]
TopP = Annotated[float, Field(ge=0, le=1)]
ModelName = Annotated[str, Field(min_length=1, max_length=200)]

EFFORTS = {"none": "off", "minimal": "low", "low": "low", "medium": "medium", "high": "high"}


class WireBody(Body):
    """A body of another wire. Every parameter is honoured, without effect by nature, or refused."""

    model_config = ConfigDict(alias_generator=None, extra="allow", strict=True)

    refused: ClassVar[Mapping[str, str]] = {}  # by name, with the reason

    @classmethod
    def broken_rules(cls, value: JsonObject) -> Iterable[Problem]:
        """Refuse parameters by name, instead of ignoring them."""
        return _unknown(cls, value, "")


def _unknown(body: type[WireBody], value: Mapping[str, object], at: str) -> Iterator[Problem]:
    """Yield the parameters that a body does not have, also in bodies that it contains."""
    for name, given in value.items():
        where = f"{at}/{name}"
        if given is None:
            continue
        if name in body.model_fields:
            yield from _unknown_inside(_inner(body, name), given, where)
        elif not is_usual(name, given):
            known = name in body.refused or name in USUAL
            code = "unsupported_parameter" if known else "unknown_parameter"
            yield Problem(where, body.refused.get(name) or refusal_of(name), code=code)


def _unknown_inside(body: type[WireBody] | None, given: object, at: str) -> Iterator[Problem]:
    if body is None:
        return
    if isinstance(given, Mapping):
        yield from _unknown(body, given, at)
    for number, one in enumerate(given if isinstance(given, list) else ()):
        yield from _unknown_inside(body, one, f"{at}/{number}")


@cache
def _inner(body: type[WireBody], name: str) -> type[WireBody] | None:
    """Return the body that a field contains, if any."""
    found = [body.model_fields[name].annotation]
    while found:
        one = found.pop()
        if isinstance(one, type) and issubclass(one, WireBody):
            return one
        found += get_args(one)
    return None


class OpenAiBody(WireBody):
    """Parameters of both of OpenAI's routes."""

    model: ModelName
    metadata: TagsField | None = None
    user: CLAIM | None = None
    safety_identifier: CLAIM | None = None
    prompt_cache_key: CLAIM | None = None
    stream: bool | None = None
    temperature: Temperature | None = None
    top_p: TopP | None = None
    parallel_tool_calls: bool | None = None
    store: bool | None = None

    def claims(self) -> JsonObject:
        """Return the user that the client claims to work for."""
        names = ("user", "safety_identifier", "prompt_cache_key")
        return {name: value for name in names if (value := getattr(self, name)) is not None}


def spec_with(
    *,
    tools: list[JsonObject],
    schema: JsonObject | None,
    effort: str | None,
    settings: Mapping[str, object],
    streams: bool = False,
    keeps_content: bool = True,
) -> AgentSpec:
    """Return the spec of a completion."""
    given = {name: value for name, value in settings.items() if value is not None}
    return AgentSpec(
        tools=tools or None,
        output_schema=schema,
        reasoning_level=effort,
        model_settings=given or None,
        returns_calls=True,
        streams_calls=True if streams and tools else None,
        keeps_content=None if keeps_content else False,
    )
