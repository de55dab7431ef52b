"""A budget ends a real coding CLI when it reports more usage than the budget allows."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.e2e.agents import install, open_bench, processes_of
from tests.server.api_client import ok

pytestmark = pytest.mark.slow


def test_claude_code_is_ended_at_the_report_that_exceeds_the_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_bench("claude", tmp_path, monkeypatch, programs=install()) as bench:
        used = sum(bench.script.usage[name] for name in ("input", "output"))
        body = {"name": "b", "measure": "tokens", "period": "day", "limit": 2 * used - 1}
        ok(bench.api.post("/budgets", body), 201)
        look = {"call": "Bash", "with": {"command": "echo one"}}
        bench.set_replies(*[[look]] * 9, [{"say": "Done."}])

        run = bench.run("claude", "Look around.")

        assert run["error"]["code"] == "budget_exceeded"
        found = bench.api.get("/budgets/b")
        assert found["used"] == 2 * used  # with the output of both calls
        assert found["notice"].startswith("The budget b has reached its limit")
        assert processes_of(run["id"]) == []
