"""One damaged value in the log: the part is marked, the rest is shown, the session continues."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from structlog.testing import capture_logs
from tests.server.api_client import Api, ok
from tests.support.servers import RunningServer

from runwhy.stores.sql.dialect import Tx

TOOL = {"kind": "local", "name": "look", "description": "Look."}
VALUES = ["{broken", "[]", '"text"', '{"tool_calls": 7}', '{"unknown": 1}', "null"]


def damage(server: RunningServer, run_id: str, kind: str, extra: str = "{broken") -> None:
    def change(tx: Tx) -> None:
        where = "run_id = :run AND kind = :kind"
        values = {"run": run_id, "kind": kind, "extra": extra}
        done = tx.conn.execute(text(f"UPDATE parts SET extra = :extra WHERE {where}"), values)
        assert done.rowcount > 0

    server.call(server.runwhy.store.in_transaction(change))


def talk(api: Api) -> tuple[str, list[str]]:
    session = api.session()
    runs = [api.send(session, prompt) for prompt in ("One", "Two")]
    for run in runs:
        api.stream(f"/agent-runs/{run}/stream")
    return session, runs


@pytest.mark.parametrize("extra", VALUES)
def test_the_history_shows_the_rest_and_marks_the_damaged_part(
    either: RunningServer, both: Api, extra: str
) -> None:
    session, runs = talk(both)
    damage(either, runs[0], "reply", extra)

    for view in ("user", "operator"):
        path = f"/agent-sessions/{session}/history"
        items = both.get(path, view=view)["messages"]
        assert {item["runId"] for item in items} == set(runs)
        marked = [item for item in items if item.get("damaged")]
        assert [(item["runId"], item["role"]) for item in marked] == [(runs[0], "assistant")]
        assert "offline echo model" in marked[0]["content"]
    log = both.get(f"/agent-runs/{runs[0]}/log")["parts"]
    assert [part["kind"] for part in log if part.get("damaged")] == ["reply"]


def test_a_session_with_a_damaged_part_goes_on(either: RunningServer, both: Api) -> None:
    session = both.session(tools=[TOOL])
    first = both.send(session, "[[tool look {}]]")
    call = both.stream(f"/agent-runs/{first}/stream", until=["local_tool_call"])[-1]
    use = {"toolUseId": call.data["data"]["toolUseId"], "result": "seen"}
    ok(both.post(f"/agent-runs/{first}/tool-results", use), 200)
    both.stream(f"/agent-runs/{first}/stream")
    damage(either, first, "reply")

    second = both.send(session, "Go on.")
    assert both.stream(f"/agent-runs/{second}/stream")[-1].event == "result"
    [sent] = both.get(f"/agent-runs/{second}/messages")["calls"]
    kinds = [message["kind"] for message in sent["messages"]]
    assert "reply" in kinds
    assert "tool_result" not in kinds  # its call is lost


def test_a_damaged_part_is_logged_once(either: RunningServer, both: Api) -> None:
    session, runs = talk(both)
    damage(either, runs[1], "reply")
    with capture_logs() as logged:
        for _ in range(3):
            both.get(f"/agent-sessions/{session}/history")

    damaged = [entry for entry in logged if entry["event"] == "log.damaged_part"]
    assert [entry["run"] for entry in damaged] == [runs[1]]


def test_a_damaged_prompt_of_a_timer_stays_hidden(either: RunningServer, both: Api) -> None:
    """The mark that hides it may be lost."""
    session, runs = talk(both)
    damage(either, runs[0], "message")

    def change(tx: Tx) -> None:
        update = "UPDATE parts SET provenance = 'timer' WHERE run_id = :run AND kind = 'message'"
        tx.conn.execute(text(update), {"run": runs[0]})

    either.call(either.runwhy.store.in_transaction(change))
    items = both.get(f"/agent-sessions/{session}/history")["messages"]
    assert "One" not in [item["content"] for item in items]
