"""Normalizers never raise on any input, and keep lines they do not know."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.normalizers.recordings import STREAMS, wire

from runwhy.core.agents.entries import Unrecognized
from runwhy.normalizers.lines import split_lines
from runwhy.normalizers.registry import NORMALIZERS, normalize, normalizer_of

AGENTS = sorted(NORMALIZERS)
LINES = {
    agent: [line for s in STREAMS if s.agent == agent for line in split_lines([s.data])]
    for agent in {stream.agent for stream in STREAMS}
}
WRONG = ["null", "true", "-1", "2.5", f"{10**30}", '""', '"1"', "[]", "{}", '[null,"a",{}]']
WRONG += ['{"a":1}', '[{"type":3}]', '{"type":null,"id":{}}']
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
every_agent = pytest.mark.parametrize("agent", AGENTS)


def survive(agent: str, lines: list[bytes | str]) -> None:
    """Normalize lines, storing and loading the state after each, and return the entries."""
    fold = normalizer_of(agent)
    state = fold.start()
    for line in lines:
        state, changes = fold.step(state, line)
        json.dumps(wire(changes))
    assert fold.load(fold.dump(state)) == state
    json.dumps(wire(fold.finish(state)[1]))


@every_agent
@given(st.lists(st.binary() | st.text(), max_size=5))
def test_arbitrary_lines_never_raise(agent: str, lines: list[bytes | str]) -> None:
    survive(agent, lines)


@every_agent
@given(st.lists(JSON, max_size=5))
def test_arbitrary_json_never_raises(agent: str, values: list[object]) -> None:
    survive(agent, [json.dumps(value) for value in values])


@pytest.mark.parametrize("agent", sorted(LINES))
@given(seed=st.integers())
def test_damaged_real_lines_never_raise(agent: str, seed: int) -> None:
    chance, lines = random.Random(seed), list[bytes | str]()
    for line in chance.choices(LINES[agent], k=10):
        damaged = bytearray(line)
        for _ in range(chance.randint(1, 4)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        lines.append(bytes(damaged[: chance.randint(1, len(damaged))]))
    survive(agent, lines)


@pytest.mark.parametrize("agent", sorted(LINES))
@given(seed=st.integers())
def test_wrong_types_in_known_fields_never_raise(agent: str, seed: int) -> None:
    chance, lines = random.Random(seed), list[bytes | str]()
    for line in chance.choices(LINES[agent], k=10):
        value = json.loads(line)
        for _ in range(chance.randint(0, 2)):
            owner, key = chance.choice(list(_places(value)))
            owner[key] = json.loads(chance.choice(WRONG))
        lines.append(json.dumps(value))
    survive(agent, lines)


def _places(value: object) -> Iterator[tuple[dict[str, object], str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield value, key
            yield from _places(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _places(inner)


@every_agent
@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe",
        b'{"type": "\xff"}',
        "\ud800",
        "[" * 100_000,
        '{"type":' + "[" * 100_000 + "]" * 100_000 + "}",
        "null",
        "3",
        '"text"',
        "[]",
        '{"type":"nothing we know"}',
    ],
    ids=lambda line: repr(line[:12]),
)
def test_an_unknown_line_is_kept(agent: str, line: bytes | str) -> None:
    (entry,) = normalize(agent, [line])

    assert isinstance(entry, Unrecognized)
    assert entry.line == (line if isinstance(line, str) else line.decode(errors="backslashreplace"))


@every_agent
def test_blank_lines_are_ignored(agent: str) -> None:
    assert list(normalize(agent, ["", " ", "\n", b"\r\n"])) == []
