"""Parsers of streams: terminal output, and lines and histories of coding agents."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzz.inputs import JSON, SHARP, damaged, damaged_bytes
from tests.normalizers.recordings import wire
from tests.normalizers.test_histories import opencode_lines

from runwhy.core.context.sentinel import cut, cut_found, wrap
from runwhy.core.terminal.marks import OPENING, CommandReader, Mark, Scanner
from runwhy.normalizers.histories import HISTORIES, is_quiet
from runwhy.normalizers.lines import split_lines
from runwhy.terminal.screen import rendered

SEEDS = st.integers(0, 2**32)
NONCE = "n0nce"
MARKS = st.sampled_from(
    [
        *(b"\x1b]633;C;n0nce\x07", b"\x1b]633;E;ls;n0nce\x1b\\", b"\x1b]633;D;1;n0nce\x07"),
        *(b"\x1b]633;A;wrong\x07", OPENING, b"\x1b", b"\\", b"\x07", b"\x18", b"\x1b]0;t\x07"),
        *(b"\x1b]633;D;" + b"9" * 40 + b";n0nce\x07", b"\x1b]633;P;\\xff\\x0;n0nce\x07"),
        *(b"\x1b[2J\x1b[9999;9999H", b"\x1b[999999999L", b"\xff\xfe", b"\x1bP", b"\x1b_", b"\r"),
    ]
)
OUTPUT = st.lists(MARKS | st.binary(max_size=20), max_size=15).map(b"".join)


def scan(pieces: list[bytes]) -> tuple[bytes, list[Mark]]:
    scanner = Scanner(NONCE)
    tokens = [token for piece in pieces for token in scanner.feed(piece)] + scanner.flush()
    output = b"".join(token for token in tokens if isinstance(token, bytes))
    return output, [token for token in tokens if isinstance(token, Mark)]


@given(OUTPUT, st.lists(st.integers(0, 400), max_size=8))
def test_marks_do_not_depend_on_how_the_bytes_are_split(data: bytes, cuts: list[int]) -> None:
    positions = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    pieces = [data[a:b] for a, b in pairwise(positions)]
    output, marks = scan([data])
    assert scan(pieces) == (output, marks)
    assert scan([bytes([byte]) for byte in data]) == (output, marks)
    assert len(output) <= len(data)
    for event in CommandReader().read([output, *marks]):
        assert event is not None


def test_an_unterminated_mark_is_scanned_in_linear_time() -> None:
    scanner, fed = Scanner(NONCE), 0
    scanner.feed(OPENING)
    for _ in range(200_000):  # must not scan the previous bytes again
        assert scanner.feed(b"xxxxx") == []
        fed += 5
    [held] = scanner.flush()
    assert held == OPENING + b"x" * fed


@given(OUTPUT, st.integers(1, 300), st.integers(1, 100))
def test_a_screen_shows_any_output_within_its_size(data: bytes, cols: int, rows: int) -> None:
    lines = rendered(data, cols, rows, history=50)
    assert len(lines) <= rows + 50
    assert sum(map(len, lines)) <= 8 * cols * (rows + 50)


@given(st.lists(SHARP, max_size=3), SHARP)
def test_the_sentinel_is_removed_and_the_message_is_unchanged(meta: list[str], text: str) -> None:
    whole, length = wrap([json.dumps({"a": part}) for part in meta], text)
    assert cut(whole, length) == text
    assert isinstance(cut_found(text), str)


FILES = [
    (agent, file)
    for agent in HISTORIES
    for file in sorted((Path(__file__).parents[1] / "imports/histories" / agent).rglob("*.jsonl"))
]
LINES = {
    agent: [
        line
        for owner, file in FILES
        if owner == agent
        for line in split_lines([file.read_bytes()])
        if line.rstrip().endswith(b"}")  # complete lines; they are damaged below
    ]
    for agent in HISTORIES
} | {"opencode": opencode_lines()}


@pytest.mark.parametrize("agent", sorted(HISTORIES))
@given(data=st.data(), seed=SEEDS)
def test_histories_never_raise_and_their_state_can_be_stored(
    agent: str, data: st.DataObject, seed: int
) -> None:
    fold = HISTORIES[agent]
    state = fold.start()
    real = data.draw(st.sampled_from(LINES[agent]))
    value = damaged(json.loads(real), seed)
    drawn = json.dumps(data.draw(JSON)).encode()
    for line in (damaged_bytes(real, seed), json.dumps(value).encode(), real, drawn):
        is_quiet(agent, line)
        state, changes = fold.step(state, line)
        json.dumps(wire(changes))
    assert fold.load(fold.dump(state)) == state
    json.dumps(wire(fold.finish(state)[1]))


@given(st.lists(st.binary(max_size=30) | st.just(b"\n"), max_size=10))
def test_lines_do_not_depend_on_how_a_stream_is_split(pieces: list[bytes]) -> None:
    whole = b"".join(pieces)
    assert list(split_lines(pieces)) == list(split_lines([whole]))
