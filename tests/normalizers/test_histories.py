"""Normalizers of histories never raise on any file, and their state can be stored."""

from __future__ import annotations

import json
import random
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.normalizers.recordings import wire
from tests.support.opencode_store import make_store

from runwhy.cli.opencode_histories import list_sessions, read_records
from runwhy.normalizers.histories import HISTORIES, is_quiet
from runwhy.normalizers.session_starts import read_start


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def opencode_lines() -> list[bytes]:
    with TemporaryDirectory() as directory:
        store = make_store(Path(directory))
        found = [(store, id) for id, _ in list_sessions(store)]
        return [line for store, id in found for line in read_records(store, id)]


PLACE = Path(__file__).parents[1] / "imports" / "histories"
AGENTS = sorted(HISTORIES)
LINES = {
    agent: [line for path in (PLACE / agent).rglob("*.jsonl") for line in lines_of(path)]
    for agent in AGENTS
} | {"opencode": opencode_lines()}
WRONG = [None, True, -1, 2.5, "", "1", [], {}, [None, "a", {}], {"type": 3}]


def survive(agent: str, lines: list[bytes]) -> None:
    fold = HISTORIES[agent]
    read_start(agent, lines).facts()
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


STARTS = {
    "claude": {"started_as": "interactive", "started_by": "cli", "agent_version": "2.1.325"},
    "codex": {"started_as": "scripted", "started_by": "codex_exec", "agent_version": "0.166.0"},
    "copilot": {"started_by": "copilot-agent", "branch": "trunk", "agent_version": "1.0.102"},
    "opencode": {"started_as": "scripted", "agent_version": "1.18.33"},
}


@pytest.mark.parametrize("agent", AGENTS)
def test_the_start_of_a_session_is_read_from_its_first_lines(agent: str) -> None:
    facts = read_start(agent, LINES[agent]).facts()

    assert facts["directory"] == "/home/ada/shop"
    assert STARTS[agent].items() <= facts.items()


@pytest.mark.parametrize(
    ("agent", "line", "expected"),
    [
        ("claude", {"promptSource": "sdk"}, {"started_as": "scripted", "started_by": "sdk"}),
        ("claude", {"entrypoint": "sdk-py"}, {"started_as": "scripted", "started_by": "sdk-py"}),
        ("claude", {"forkedFrom": {"sessionId": "s1"}}, {"parent_session": "s1"}),
        (
            "codex",
            {
                "type": "session_meta",
                "payload": {"source": {"subagent": {"thread_spawn": {"parent_thread_id": "t1"}}}},
            },
            {"started_as": "subagent", "parent_session": "t1"},
        ),
        (
            "codex",
            {"type": "session_meta", "payload": {"source": "cli", "forked_from_id": "t2"}},
            {"started_as": "interactive", "parent_session": "t2"},
        ),
        ("opencode", {"type": "session", "permission": None}, {}),
        ("opencode", {"type": "session", "directory": "d" * 1000}, {"directory": "d" * 512}),
    ],
)
def test_a_start_has_only_what_the_agent_recorded(
    agent: str, line: object, expected: dict[str, str]
) -> None:
    assert read_start(agent, [json.dumps(line)]).facts() == expected
