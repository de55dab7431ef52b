"""Wire form of entries, and transcripts built from changes."""

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
HI = AssistantMessage(id="m1", index=0, stamp=STAMP, text="Hi", partial=True)
RUN = ToolUse(id="t1", index=1, stamp=STAMP, tool="Bash", action=CommandRun(command="make"))


def test_the_stamp_is_metadata_on_the_wire_with_null_for_unknown_values() -> None:
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


def test_deltas_and_retractions_have_their_own_wire_form() -> None:
    assert change_json(EntryDelta(id="m1", text="!")) == {
        "type": "delta",
        "id": "m1",
        "text": "!",
        "last": False,
    }
    assert change_json(Retraction(id="m1")) == {"type": "retraction", "id": "m1"}


def test_a_transcript_is_ordered_by_first_appearance() -> None:
    assert transcript([RUN, HI]) == (HI, RUN)


def test_a_later_entry_replaces_the_earlier_one_and_its_deltas() -> None:
    whole = AssistantMessage(id="m1", index=0, stamp=STAMP, text="Hi you")

    assert transcript([HI, EntryDelta(id="m1", text=" yo"), whole]) == (whole,)


def test_deltas_extend_text_and_output() -> None:
    deltas = [EntryDelta(id="m1", text="!"), EntryDelta(id="t1", text="ok")]

    said, ran = transcript([HI, RUN, *deltas, EntryDelta(id="nobody", text="?")])

    assert isinstance(said, AssistantMessage) and (said.text, said.partial) == ("Hi!", True)
    assert isinstance(ran, ToolUse) and ran.result == ToolResult(text="ok")


def test_a_retracted_entry_is_removed() -> None:
    assert transcript([HI, RUN, EntryDelta(id="m1", text="!"), Retraction(id="m1")]) == (RUN,)


def test_an_unknown_agent_is_refused_before_the_first_line() -> None:
    with pytest.raises(InvalidInput, match="no normalizer for 'gemini'"):
        normalize("gemini", [])


def test_every_agent_has_a_normalizer() -> None:
    assert sorted(NORMALIZERS) == [
        "acp",
        "claude",
        "codex",
        "codex-app-server",
        "codex-exec",
        "copilot",
        "cursor",
    ]
