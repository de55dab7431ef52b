"""The scope of a decision about an agent's request."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from runwhy.core.agents.coding_agents import Approval, Decision
from runwhy.core.json import JsonObject

AT = datetime(2026, 11, 17, tzinfo=UTC)
LIST: JsonObject = {"tool": "Bash", "input": {"command": "ls"}}


def approval(asked: JsonObject, decision: Decision | None = None) -> Approval:
    return Approval(id="a", asked=asked, asked_at=AT, decision=decision)


@pytest.mark.parametrize(
    ("asked", "covered"),
    [
        ({**LIST, "entryId": "other", "description": "again"}, True),
        ({**LIST, "input": {"command": "ls -l"}}, False),
        ({**LIST, "tool": "Shell"}, False),
        ({"tool": "Bash"}, False),
    ],
)
def test_a_decision_for_the_run_covers_the_same_tool_and_input(
    asked: JsonObject, covered: bool
) -> None:
    assert approval(LIST, "approve_for_run").covers(approval(asked)) is covered


@pytest.mark.parametrize("decision", ["approve", "deny", None])
def test_other_decisions_cover_nothing(decision: Decision | None) -> None:
    assert not approval(LIST, decision).covers(approval(LIST))


@pytest.mark.parametrize("given", [None, {}, {"title": "make"}, "make"])
def test_a_request_without_its_input_is_never_covered(given: object) -> None:
    asked: JsonObject = {"tool": "execute", "input": given}

    assert not approval(asked, "approve_for_run").covers(approval(asked))
