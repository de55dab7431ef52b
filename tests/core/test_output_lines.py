"""Lines of an agent's output, bounded while they are read."""

from __future__ import annotations

import json
import re
import tracemalloc
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwhy.core.agents import output_lines
from runwhy.core.agents.output_lines import OutputLines

NOTE = re.compile(r"\n… truncated, (\d+) bytes\Z")


def read(data: bytes, size: int = 64 * 1024) -> list[bytes]:
    lines = OutputLines()
    chunks = [data[at : at + size] for at in range(0, len(data), size)]
    return [line for chunk in chunks for line in lines.push(chunk)] + lines.end()


@given(st.lists(st.binary(max_size=40)), st.integers(1, 50))
def test_short_lines_are_not_changed(given_lines: Sequence[bytes], size: int) -> None:
    data = b"\n".join(given_lines)

    assert read(data, size) == [line for line in data.split(b"\n") if line and not line.isspace()]


@given(st.data())
def test_a_long_line_stays_json_and_only_long_strings_are_cut(data: st.DataObject) -> None:
    texts = st.text(max_size=30) | st.text('\\"\u00e9\u2026\U0001f600\n', max_size=30)
    value = data.draw(st.lists(texts | st.dictionaries(texts, texts | st.integers())))
    line = json.dumps(value, ensure_ascii=data.draw(st.booleans())).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(output_lines, "LONG_LINE", 10)
        patch.setattr(output_lines, "MAX_STRING", limit := data.draw(st.integers(0, 40)))
        (found,) = read(line, data.draw(st.integers(1, 30)))

    assert_cut(value, json.loads(found), limit)


def assert_cut(whole: object, found: object, limit: int) -> None:
    if isinstance(whole, list) and isinstance(found, list):
        assert len(whole) == len(found)
        for one, other in zip(whole, found, strict=True):
            assert_cut(one, other, limit)
    elif isinstance(whole, str) and isinstance(found, str) and whole != found:
        note = NOTE.search(found)
        assert note and int(note[1]) > limit
        assert whole.startswith(found[: note.start()])
        assert len(found[: note.start()].encode()) <= limit
    elif isinstance(whole, dict) and isinstance(found, dict):
        pass  # names that are cut may become equal
    else:
        assert whole == found


@given(st.binary(max_size=200) | st.text('"\\u0', max_size=200).map(str.encode))
def test_output_that_is_not_json_never_raises(data: bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(output_lines, "LONG_LINE", 3)
        patch.setattr(output_lines, "MAX_STRING", 4)
        patch.setattr(output_lines, "MAX_LINE", 50)

        for size in (1, 7, 200):
            assert all(len(line) < 300 for line in read(data, size))


def test_a_huge_string_is_never_held_as_a_whole() -> None:
    lines = OutputLines()
    piece = b"a line of output\\n" * 4000
    tracemalloc.start()
    lines.push(b'{"text":"')
    for _ in range(600):
        lines.push(piece)
    (line,) = lines.push(b'","type":"user"}\n')
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    told = json.loads(line)
    assert told["type"] == "user"
    assert told["text"].endswith(f"… truncated, {600 * len(piece)} bytes")
    assert most < 32 * 1024 * 1024


def test_a_line_of_many_short_strings_is_split(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output_lines, "MAX_LINE", 16 * 1024 * 1024)
    line = json.dumps(["some text"] * 2_000_000).encode()

    pieces = read(line)

    assert len(pieces) == 2 and b"".join(pieces) == line
