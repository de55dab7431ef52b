"""Recorded streams compared with their golden entries."""

from __future__ import annotations

import json

import pytest
from tests.normalizers.recordings import HERE, STREAMS, Recorded, wire

from runwhy.core.agents.entries import AssistantMessage, Thinking, ToolUse
from runwhy.core.agents.transcripts import transcript
from runwhy.normalizers.lines import LineCutter, split_lines
from runwhy.normalizers.registry import normalize, normalizer_of

every_stream = pytest.mark.parametrize("stream", STREAMS, ids=lambda stream: stream.name)


@every_stream
def test_a_recorded_stream_gives_its_golden_entries(stream: Recorded) -> None:
    assert stream.told() == json.loads(stream.golden.read_text())


def test_every_golden_file_belongs_to_a_stream() -> None:
    assert sorted(HERE.glob("golden/*")) == sorted(stream.golden for stream in STREAMS)


@every_stream
def test_nothing_stays_open_at_the_end(stream: Recorded) -> None:
    for entry in transcript(normalize(stream.agent, split_lines([stream.data]))):
        assert not isinstance(entry, ToolUse) or entry.status != "running"
        assert not isinstance(entry, (AssistantMessage, Thinking)) or not entry.partial


@every_stream
def test_an_id_names_one_entry_and_keeps_its_kind_and_position(stream: Recorded) -> None:
    seen: dict[object, tuple[object, object]] = {}
    for told in stream.told():
        if told["type"] not in ("delta", "retraction"):
            place = (told["type"], told["index"])
            assert seen.setdefault(told["id"], place) == place
    assert len({index for _, index in seen.values()}) == len(seen)


@every_stream
def test_a_completion_never_replaces_the_action(stream: Recorded) -> None:
    kinds: dict[str, type] = {}
    for change in normalize(stream.agent, split_lines([stream.data])):
        if isinstance(change, ToolUse):
            assert kinds.setdefault(change.id, type(change.action)) is type(change.action)


@every_stream
def test_no_line_of_a_recorded_stream_is_unrecognized(stream: Recorded) -> None:
    assert [told for told in stream.told() if told["type"] == "unrecognized"] == []


@every_stream
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_chunking_changes_nothing(stream: Recorded, size: int) -> None:
    chunks = [stream.data[at : at + size] for at in range(0, len(stream.data), size)]

    assert wire(normalize(stream.agent, split_lines(chunks))) == stream.told()


@every_stream
def test_windows_line_ends_blank_lines_and_no_last_newline_change_nothing(
    stream: Recorded,
) -> None:
    data = stream.data.rstrip(b"\n").replace(b"\n", b"\r\n\r\n  \n")

    assert wire(normalize(stream.agent, split_lines([data]))) == stream.told()


@every_stream
def test_text_lines_give_the_same_as_bytes(stream: Recorded) -> None:
    assert wire(normalize(stream.agent, stream.data.decode().split("\n"))) == stream.told()


@every_stream
def test_a_state_stored_and_resumed_after_any_line_gives_the_same(stream: Recorded) -> None:
    fold = normalizer_of(stream.agent)
    state, told = fold.start(), []
    for line in LineCutter().push(stream.data):
        state, changes = fold.step(fold.load(fold.dump(state)), line)
        told += wire(changes)
    _, changes = fold.finish(fold.load(fold.dump(state)))

    assert told + wire(changes) == stream.told()
