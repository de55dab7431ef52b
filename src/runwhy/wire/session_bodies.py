"""Request bodies for sessions and their timers, and follow-ups that agents request."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from runwhy.core.agent_spec import AgentSpec, AutonomySettings
from runwhy.core.json import JsonObject, storable
from runwhy.core.layers import overlay
from runwhy.core.sessions.autonomy import RequestedFollowUp
from runwhy.core.sessions.timers import MAX_DELAY, MAX_KEY, MAX_REASON, MAX_TYPE
from runwhy.errors import InvalidInput, Problem
from runwhy.wire.fields import Body, Name, OverrideField, TagsField, Title, with_example
from runwhy.wire.layers import read_layer
from runwhy.wire.run_bodies import MessageItem, SpecBody, UnmarkedMessage


class ReadBody(Body):
    """Body of `POST /agent-sessions/{id}/read`: the last run that was read."""

    run_id: Title | None = None


class AutonomyBody(Body):
    """Whether and how a session follows up on its own."""

    enabled: bool | None = None
    max_consecutive: Annotated[int, Field(ge=0, le=100)] | None = None
    cooldown_seconds: Annotated[float, Field(ge=0, le=86_400)] | None = None
    busy: Literal["defer", "skip"] | None = None
    evaluator: Title | None = None
    min_delay_seconds: Annotated[float, Field(ge=0, le=31_536_000)] | None = None
    max_delay_seconds: Annotated[float, Field(ge=0, le=31_536_000)] | None = None

    @model_validator(mode="after")
    def _delays_in_order(self) -> AutonomyBody:
        least, most = self.min_delay_seconds, self.max_delay_seconds
        if least is not None and most is not None and least > most:
            rule = "minDelaySeconds must not be greater than maxDelaySeconds"
            raise PydanticCustomError("delays", rule)
        return self

    def settings(self) -> AutonomySettings:
        """Return the settings to store. In a patch, null removes a value."""
        return read_layer(AutonomySettings, self.model_dump(by_alias=True, exclude_unset=True))


def _only_system(messages: list[MessageItem]) -> list[MessageItem]:
    if any(message.role != "system" for message in messages):
        rule = "a new session accepts only system messages; send others to its /messages"
        raise PydanticCustomError("session_messages", rule)
    return messages


class SessionBody(SpecBody):
    """Body of `POST /agent-sessions`. System messages are appended to `systemPrompt`."""

    model_config = with_example(systemPrompt="Be brief.", metadata={"customer": "acme"})

    metadata: TagsField | None = None
    autonomy: AutonomyBody | None = None
    messages: (
        Annotated[list[UnmarkedMessage], Field(max_length=1000), AfterValidator(_only_system)]
        | None
    ) = None

    def spec(self) -> AgentSpec:
        texts = [self.system_prompt, *(message.content for message in self.messages or ())]
        prompt = "\n\n".join(text for text in texts if text)
        return replace(super().spec(), system_prompt=prompt) if prompt else super().spec()

    def non_spec_fields(self) -> frozenset[str]:
        return frozenset({"metadata", "autonomy", "messages"})

    def policy(self) -> AutonomySettings | None:
        """Return the autonomy settings, if set."""
        return overlay(self.autonomy.settings()) if self.autonomy else None


class SessionPatchBody(Body):
    """Body of `PATCH /agent-sessions/{id}`. Tags are merged; null removes one."""

    metadata: OverrideField | None = None
    name: Name | None = None
    autonomy: AutonomyBody | None = None

    def policy(self) -> AutonomySettings | None:
        """Return the changes to the autonomy settings, if any."""
        return self.autonomy.settings() if self.autonomy else None


class TimerBody(Body):
    """Body of `POST /agent-sessions/{id}/timers`."""

    type: Annotated[str, Field(min_length=1, max_length=MAX_TYPE)]
    delay_seconds: Annotated[float, Field(ge=0, le=MAX_DELAY)] | None = None
    fire_at: Annotated[str, Field(max_length=64)] | None = None
    reason: Annotated[str, Field(max_length=MAX_REASON)] = ""
    key: Annotated[str, Field(min_length=1, max_length=MAX_KEY)] | None = None

    def when(self) -> datetime | None:
        """Return the time to fire, if `fireAt` is set. Raises: InvalidInput."""
        if self.fire_at is None:
            return None
        rule = "must be a time with a time zone, such as 2026-11-03T12:00:00Z"
        try:
            at = datetime.fromisoformat(self.fire_at).astimezone(UTC)
            has_zone = datetime.fromisoformat(self.fire_at).tzinfo is not None
        except (ValueError, OverflowError):
            raise InvalidInput([Problem("/fireAt", rule)]) from None
        if not has_zone:
            raise InvalidInput([Problem("/fireAt", rule)])
        return at


def read_follow_up(args: JsonObject) -> RequestedFollowUp:
    """Parse an agent's request. Raises: InvalidInput, which names every problem."""
    type, delay = args.get("type"), args.get("delaySeconds")
    reason, key = args.get("reason") or "", args.get("key") or None
    problems = [
        *_text_problems("type", type, MAX_TYPE),
        *_text_problems("reason", reason, MAX_REASON, least=0),
        *(_text_problems("key", key, MAX_KEY) if key is not None else ()),
    ]
    if isinstance(delay, bool) or not isinstance(delay, int | float) or not 0 <= delay < 1e15:
        problems.append(Problem("/delaySeconds", "must be a non-negative number of seconds"))
    if problems:
        raise InvalidInput(problems)
    assert isinstance(delay, int | float)
    return RequestedFollowUp(
        type=storable(str(type)),
        delay_seconds=float(delay),
        reason=storable(str(reason)),
        key=None if key is None else storable(str(key)),
    )


def _text_problems(name: str, value: object, most: int, least: int = 1) -> list[Problem]:
    if isinstance(value, str) and least <= len(value) <= most:
        return []
    return [Problem(f"/{name}", f"must be a string of {least} to {most} characters", most)]
