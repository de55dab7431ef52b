"""Ids of the messages that Runwhy sends to Claude Code."""

from __future__ import annotations

from runwhy.core.agents.claude_messages import derived_id


def test_ids_are_stable_because_histories_are_recognized_by_them() -> None:
    run = "run_01m7jj3nh3c0j913tj7br2t3p4"

    assert derived_id(run, "message") == "a5fe8236-70d3-5293-bd71-25324d806fe7"
