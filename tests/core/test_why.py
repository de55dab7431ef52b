"""The answer to `/why` in a chat."""

from __future__ import annotations

from tests.support.builders import RUN_ID, a_run, an_origin

from runwhy.core.runs.origin import original_of
from runwhy.core.triggers.why import MAX_WHY_NAME, why_text


def test_the_name_of_a_trigger_is_the_one_it_had_when_it_fired() -> None:
    run = a_run(origin=an_origin(trigger="cron", trigger_id="trg_1", trigger_name="nightly"))

    assert (
        why_text(run, trigger=None, timer=None).splitlines()[0] == "Trigger: a schedule (nightly)"
    )


def test_a_long_name_is_cut_and_stays_on_one_line() -> None:
    run = a_run(origin=an_origin(trigger="webhook", trigger_name="a\n" * 200))

    first, second, *_ = why_text(run, trigger=None, timer=None).splitlines()
    assert len(first) <= len("Trigger: a webhook ()") + MAX_WHY_NAME
    assert second.startswith("Time: ")


def test_a_rerun_names_the_run_that_it_repeats_but_no_facts() -> None:
    original = original_of(an_origin(trigger="telegram", facts={"telegram_chat_id": 7_654_321}))
    run = a_run(id="run_2", origin=an_origin(rerun_of=RUN_ID, original=original))

    text = why_text(run, trigger=None, timer=None)
    assert text.splitlines()[:2] == ["Trigger: a request (api)", f"Rerun of: {RUN_ID}"]
    assert "7654321" not in text
