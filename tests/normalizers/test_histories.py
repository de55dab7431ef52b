"""Normalizers of histories never raise on any file, and their state can be stored."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.normalizers.recordings import wire

from runwhy.normalizers.histories import HISTORIES, is_quiet


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


PLACE = Path(__file__).parents[1] / "imports" / "histories"
AGENTS = sorted(HISTORIES)
LINES = {
    agent: [line for path in (PLACE / agent).rglob("*.jsonl") for line in lines_of(path)]
    for agent in AGENTS
}
WRONG = [None, True, -1, 2.5, "", "1", [], {}, [None, "a", {}], {"type": 3}]


def survive(agent: str, lines: list[bytes]) -> None:
    fold = HISTORIES[agent]
    state = fold.start(session="s")
    for line in lines:
        is_quiet(agent, line)
        fold.used(line)
        state, changes = fold.step(state, line)
        json.dumps(wire(changes))
    assert fold.load(fold.dump(state)) == state
    json.dumps(wire(fold.finish(state)[1]))


@pytest.mark.parametrize("agent", AGENTS)
@given(seed=st.integers())
def test_damaged_lines_of_a_history_never_raise(agent: str, seed: int) -> None:
    chance, lines = random.Random(seed), list[bytes]()
    for line in chance.choices(LINES[agent], k=10):
        damaged = bytearray(line)
        del damaged[chance.randrange(len(damaged)) :: chance.choice([1, 5, 50, 10_000])]
        lines.append(bytes(damaged))
    survive(agent, lines)


@pytest.mark.parametrize("agent", AGENTS)
@given(seed=st.integers())
def test_lines_with_other_values_than_expected_never_raise(agent: str, seed: int) -> None:
    chance, lines = random.Random(seed), list[bytes]()
    for line in chance.choices(LINES[agent], k=10):
        try:
            value = json.loads(line)
        except ValueError:
            continue
        at = value
        while isinstance(at, dict) and at:
            name = chance.choice(list(at))
            if not isinstance(at[name], dict) or chance.random() < 0.3:
                at[name] = chance.choice(WRONG)
                break
            at = at[name]
        lines.append(json.dumps(value).encode())
    survive(agent, lines)
