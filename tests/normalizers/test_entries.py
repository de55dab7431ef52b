"""Entries on the wire, and transcripts out of changes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from runwhy.core.agents.actions import CommandRun, ToolResult
from runwhy.core.agents.entries import (
    AssistantMessage,
    EntryDelta,
    Retraction,
    Stamp,
    ToolUse,
    UserMessage,
    change_json,
    entry_json,
)
from runwhy.core.agents.transcripts import transcript
from runwhy.errors import InvalidInput
from runwhy.normalizers.registry import NORMALIZERS, normalize

STAMP = Stamp(agent="claude", agent_session="s1", extensions={"cwd": "/p"})
HI = AssistantMessage(id="m1", index=0, stamp=STAMP, text="Hi")
RUN = ToolUse(id="t1", index=1, stamp=STAMP, tool="Bash", action=CommandRun(command="make"))


def test_the_stamp_is_metadata_on_the_wire_and_null_is_what_the_agent_cannot_tell() -> None:
    wire = entry_json(HI)

    assert wire["metadata"] == {"sessionId": "s1", "model": None, "cwd": "/p"}
    assert (wire["type"], wire["agent"], wire["provenance"]) == (
        "assistant_message",
        "claude",
        "agent",
    )


def test_times_are_utc_with_milliseconds() -> None:
    noon = datetime(2026, 11, 15, 12, tzinfo=timezone(timedelta(hours=2)))

    wire = entry_json(UserMessage(id="u", index=0, stamp=STAMP, text="", time=noon))

    assert wire["time"] == "2026-11-15T10:00:00.000Z"
    assert noon.astimezone(UTC).hour == 10


def test_deltas_and_retractions_have_a_wire_form_of_their_own() -> None:
    assert change_json(EntryDelta(id="m1", text="!")) == {
        "type": "delta",
        "id": "m1",
        "text": "!",
        "last": False,
    }
    assert change_json(Retraction(id="m1")) == {"type": "retraction", "id": "m1"}


def test_a_transcript_is_in_order_of_first_sight() -> None:
    assert transcript([RUN, HI]) == (HI, RUN)


def test_a_later_entry_fills_the_earlier_one_and_replaces_what_had_grown() -> None:
    whole = AssistantMessage(id="m1", index=0, stamp=STAMP, text="Hi you")

    assert transcript([HI, EntryDelta(id="m1", text=" yo"), whole]) == (whole,)


def test_deltas_grow_text_and_output() -> None:
    deltas = [EntryDelta(id="m1", text="!"), EntryDelta(id="t1", text="ok")]

    said, ran = transcript([HI, RUN, *deltas, EntryDelta(id="nobody", text="?")])

    assert isinstance(said, AssistantMessage) and (said.text, said.partial) == ("Hi!", True)
    assert isinstance(ran, ToolUse) and ran.result == ToolResult(text="ok")


def test_an_entry_that_was_taken_back_is_gone() -> None:
    assert transcript([HI, RUN, EntryDelta(id="m1", text="!"), Retraction(id="m1")]) == (RUN,)


def test_an_unknown_agent_is_refused_before_the_first_line() -> None:
    with pytest.raises(InvalidInput, match="no normalizer for 'gemini'"):
        normalize("gemini", [])


def test_every_agent_has_a_normalizer() -> None:
    assert sorted(NORMALIZERS) == [
        "claude",
        "codex",
        "codex-app-server",
        "codex-exec",
        "copilot",
        "cursor",
    ]
