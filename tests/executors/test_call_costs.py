"""The cost of each model call, over real HTTP to scripted providers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.executors.scripted_server import CHAT, Scene, scene
from tests.executors.test_compaction import LONG, chat_for, small
from tests.executors.test_models import LOOK, answer, wait_for_call
from tests.support.scripted_models import Break, Call, Cut, Fail, Say

from runwhy.core.runs.cost import usd_text
from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.usage import CallFacts, read_call

PRICE = {"input": "2", "output": "10", "cache_read": "0.5", "cache_write": "3"}
# Of 1,200 tokens of input, 1,000 are cached; 40 tokens of output.
CALL = 200 * 2_000_000 + 1000 * 500_000 + 40 * 10_000_000


def priced(*wires: Any, **more: Any) -> dict[str, Any]:
    return {"prices": {wire.model: PRICE for wire in wires}, "model_retries": 2, **more}


def parts_of(here: Scene, run: str) -> Sequence[Part]:
    return here.server.call(here.server.runwhy.store.list_parts(run))


def calls_of(here: Scene, run: str) -> list[CallFacts]:
    """Return the recorded calls of a run."""
    kinds = (PartKind.REPLY, PartKind.SUMMARY)
    found = [read_call(p.data["call"]) for p in parts_of(here, run) if p.kind in kinds]
    return [call for call in found if call is not None]


def test_every_call_records_its_times_cost_and_price(here: Scene) -> None:
    here.model.add([Call("look")], [Say("Found it.")])

    run = here.start(tools=[LOOK])
    answer(here, run, wait_for_call(here, run)["toolUseId"])
    shown = here.api.ended(run)

    first, second = calls_of(here, run)
    for call in (first, second):
        assert call.price is not None and call.cost.picos is not None
        assert 0 <= (call.first_token_ms or 0) <= call.duration_ms
        assert shown["createdAt"] <= call.started_at.isoformat() <= shown["finishedAt"]
    assert first.started_at < second.started_at
    assert first.first_token_ms is not None  # of a tool call, which has no text
    assert shown["cost"] == usd_text((first.cost + second.cost).picos or 0)
    assert (shown["unpricedCalls"], shown["firstTokenMs"]) == (0, first.first_token_ms)
    ending = here.end(run).data["data"]
    assert (ending["cost"], ending["unpricedCalls"]) == (shown["cost"], 0)


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A model with a price in the settings."""
    with scene(CHAT, tmp_path, monkeypatch, settings=priced(CHAT)) as made:
        yield made


def test_the_price_of_the_settings_is_used_and_cached_tokens_have_theirs(own: Scene) -> None:
    own.model.add([Say("Hello.")])

    shown = own.api.ended(own.start())

    assert shown["cost"] == usd_text(CALL) == "0.0013"
    (call,) = calls_of(own, shown["id"])
    assert call.price is not None and call.price.cache_read is not None
    assert own.api.get("/agent-runs", q="cost:0.0013 input_tokens:1200 cached_tokens>=1000")["runs"]


def test_a_retried_call_counts_once_and_a_failed_call_counts_its_tokens(own: Scene) -> None:
    own.model.add([Fail(503)], [Say("At last.")], [Say("One, two, thr"), Cut()])

    retried, failed = own.api.ended(own.start()), own.api.ended(own.start())

    assert retried["cost"] == failed["cost"] == usd_text(CALL)
    assert (failed["status"], failed["unpricedCalls"]) == ("failed", 0)
    assert failed["firstTokenMs"] is not None
    assert own.end(failed["id"]).data["data"]["cost"] == usd_text(CALL)


def test_a_request_that_the_provider_rejects_costs_nothing(own: Scene) -> None:
    own.model.add([Fail(400, "no")])

    shown = own.api.ended(own.start())

    assert (shown["status"], shown["cost"], shown["unpricedCalls"]) == ("failed", None, 0)


def test_a_stream_that_breaks_without_usage_has_an_unknown_cost(own: Scene) -> None:
    own.model.add([Say("One, two, thr"), Break()])

    shown = own.api.ended(own.start())

    assert (shown["status"], shown["cost"], shown["unpricedCalls"]) == ("failed", None, 1)


def test_an_unknown_price_is_null_and_the_call_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with scene(CHAT, tmp_path, monkeypatch) as here:
        here.model.add([Say("Hello.")])

        shown = here.api.ended(here.start(modelId="openai-chat:nobody-knows-its-price"))

        assert (shown["cost"], shown["unpricedCalls"]) == (None, 1)
        assert shown["tokens"]["inputTokens"] == 1200
        assert here.api.get("/agent-runs", q="NOT has:cost")["runs"]
        assert not here.api.get("/agent-runs", q="cost>=0")["runs"]


def test_a_summary_counts_and_so_does_a_summary_that_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {**small(CHAT), **priced(CHAT, model_retries=0)}
    with scene(CHAT, tmp_path, monkeypatch, settings=settings) as here:
        session = chat_for(here, 5)
        here.model.forget()
        here.model.add([Say("So far"), Cut()], [Say("answer 5")], [Say("In short.")], [Say("6")])

        failed = here.api.ended(here.api.send(session, f"question 5 {LONG}"))
        summarized = here.api.ended(here.api.send(session, f"question 6 {LONG}"))

        assert failed["cost"] == summarized["cost"] == usd_text(2 * CALL)
        assert len(calls_of(here, failed["id"])) == 1
        kinds = [part.kind for part in parts_of(here, failed["id"])]
        assert kinds.count(PartKind.FAILED_CALL) == 1  # the summary
        assert len(calls_of(here, summarized["id"])) == 2
        total = here.api.get(f"/agent-sessions/{session}")
        assert total["cost"] == usd_text(9 * CALL)
        assert total["tokens"]["inputTokens"] == 9 * 1200


def test_a_cancelled_run_keeps_the_cost_of_its_calls(own: Scene) -> None:
    own.model.add([Call("look")])
    run = own.start(tools=[LOOK])
    wait_for_call(own, run)

    own.api.post(f"/agent-runs/{run}/cancel", {})

    shown = own.api.ended(run)
    assert (shown["status"], shown["cost"], shown["turns"]) == ("cancelled", usd_text(CALL), 1)
    assert shown["tokens"]["inputTokens"] == 1200
