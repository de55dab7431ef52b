"""Names of agents in queries."""

from __future__ import annotations

import pytest
from tests.core.queries.strategies import NOW

from runwhy.core.queries import QuerySubject, matches, parse, render
from runwhy.core.queries.agent_names import names_agents, with_agent_ids

IDS = {"cook": "agt_1", "cleaner": "agt_2", "agt_2": "agt_3"}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("agent:cook", "agent:cook OR agent:agt_1"),
        ("-agent:cook", "-(agent:cook OR agent:agt_1)"),
        ("agent:c*", "agent:c* OR agent:agt_1 OR agent:agt_2"),
        ("agent:agt_2", "agent:agt_2"),  # an id, though an agent has this name
        ("agent:nobody", "agent:nobody"),
        (
            "a:b (agent:cook OR has:agent)",
            "a:b (agent:cook OR agent:agt_1 OR has:agent)",
        ),
    ],
)
def test_names_are_joined_by_ids(query: str, expected: str) -> None:
    found = with_agent_ids(parse(query, now=NOW), IDS)

    assert render(found) == render(parse(expected, now=NOW))


def test_only_queries_about_agents_need_names() -> None:
    assert names_agents(parse("customer:acme -agent:cook", now=NOW))
    assert not names_agents(parse("customer:acme has:agent cook", now=NOW))


@pytest.mark.parametrize("query", ["agent:cook", "agent:co*", "agent:agt_1", "-agent:cleaner"])
def test_a_known_name_matches(query: str) -> None:
    run = QuerySubject(status="queued", created=NOW, agent="agt_1", agent_name="cook")

    assert matches(parse(query, now=NOW), run)
    assert not matches(parse("agent:cleaner", now=NOW), run)
