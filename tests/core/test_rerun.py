"""Requests that repeat a run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.support.builders import RUN_ID, a_context, a_part, a_run, a_session, an_origin
from tests.support.clock import NOON

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.context.seal import HOLDS_RULE
from runwhy.core.requests.plan import InputMessage, Plan, PlanInputs, plan_run
from runwhy.core.requests.rerun import BODY, RerunChanges, rerun_request
from runwhy.core.runs.log import REPEATS, Part, PartKind
from runwhy.core.runs.origin import original_of
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import Run
from runwhy.core.runs.tags import Tagging, TagSource
from runwhy.errors import Conflict

CRON = an_origin(
    trigger="cron",
    trigger_id="trg_1",
    trigger_name="nightly",
    attended=False,
    facts={"cron_job_id": "trg_1"},
)
ASKED = a_part("Report.", provenance=Provenance.SCHEDULE)
BRIEFING = a_part("Be brief.", role="system", data={HOLDS_RULE: True})


def plan(
    run: Run, *parts: Part, changes: RerunChanges | None = None, inputs: Any = None, **by: Any
) -> Plan:
    request = rerun_request(run, parts, changes or RerunChanges(), origin=an_origin(**by))
    return plan_run(request, inputs or PlanInputs(), id="run_new", at=NOON)


def test_a_rerun_names_the_original_and_has_none_of_its_facts() -> None:
    origin = plan(a_run(origin=CRON), ASKED).run.origin

    assert (origin.trigger, origin.trigger_id, origin.attended) == ("api", None, True)
    assert (origin.rerun_of, origin.trigger_name, origin.facts) == (RUN_ID, None, {})
    assert origin.original == original_of(CRON)


def test_a_rerun_of_a_rerun_names_the_direct_run_and_keeps_the_first_origin() -> None:
    first = plan(a_run(origin=CRON), ASKED)

    second = plan(first.run, *first.parts).run.origin

    assert (second.rerun_of, second.original) == ("run_new", original_of(CRON))


def test_messages_are_repeated_without_the_briefing_the_envelope_and_the_replies() -> None:
    parts = (
        a_part("Speak French.", role="system"),
        a_part("Hello", data={"attachments": [{"filename": "a.txt"}]}),
        BRIEFING,
        a_part("{}", kind=PartKind.ENVELOPE),
        a_part("Salut", kind=PartKind.REPLY, role="assistant"),
        a_part("No loops.", kind=PartKind.NOTE),
    )

    made = plan(a_run(), *parts).parts

    assert [(part.role, part.text) for part in made] == [
        ("system", "Speak French."),
        ("user", "Hello"),
    ]
    assert made[1].data["attachments"] == [{"filename": "a.txt"}]


def test_repeated_words_keep_their_provenance_and_a_new_prompt_is_the_callers() -> None:
    body = replace(a_context("quoted", provenance=Provenance.WEBHOOK), data={BODY: "{}"})
    asked = a_part("Review {}", provenance=Provenance.WEBHOOK)
    run = a_run(origin=an_origin(trigger="webhook"))

    same, quoted = plan(run, asked, body).parts
    new, still_quoted = plan(run, asked, body, changes=RerunChanges(prompt="Skip it.")).parts

    assert (same.provenance, same.by_a_person) == (Provenance.WEBHOOK, False)
    assert (new.text, new.by_a_person, new.data) == ("Skip it.", True, {})
    for part in (quoted, still_quoted):
        assert (part.kind, part.provenance, part.text) == (PartKind.CONTEXT, "webhook", "quoted")
        assert part.data == {BODY: "{}"}


def test_commands_and_memories_are_not_repeated_because_they_are_collected_again() -> None:
    commands = replace(a_context("ls"), data={"blocks": ["blk_1"]})
    memories = replace(a_context("plums"), data={"memories": ["mem_1"]})

    assert [part.text for part in plan(a_run(), ASKED, commands, memories).parts] == ["Report."]


def test_a_repeated_message_names_the_run_for_which_it_was_written() -> None:
    first = plan(a_run(), a_part("Hello"))
    second = plan(first.run, *first.parts)

    assert [part.data[REPEATS] for part in (*first.parts, *second.parts)] == [RUN_ID, RUN_ID]


def test_a_synthetic_prompt_stays_synthetic_until_it_is_replaced() -> None:
    prompt = a_part(
        "Check in.", provenance=Provenance.TIMER, synthetic=True, trigger_type="check_in"
    )

    (same,) = plan(a_run(), prompt).parts
    (new,) = plan(a_run(), prompt, changes=RerunChanges(prompt="How are you?")).parts

    assert (same.synthetic, same.trigger_type, same.by_a_person) == (True, "check_in", False)
    assert (new.synthetic, new.trigger_type, new.by_a_person) == (False, None, True)


def test_a_prompt_replaces_the_newest_message_of_the_user_and_keeps_the_others() -> None:
    parts = [a_part("one"), a_part("two", role="assistant"), a_part("three")]

    made = plan(a_run(), *parts, changes=RerunChanges(prompt="four")).parts

    assert [part.text for part in made] == ["one", "two", "four"]


def test_messages_replace_all_messages() -> None:
    given = RerunChanges(messages=[InputMessage(role="user", text="Only this.")])

    assert [part.text for part in plan(a_run(), ASKED, changes=given).parts] == ["Only this."]


def test_kept_tags_keep_their_source_and_null_removes_one() -> None:
    tagging = Tagging(
        tags={"customer": "acme", "env": "prod", "repo": "x"},
        sources={
            "customer": TagSource.SESSION,
            "env": TagSource.TRIGGER,
            "repo": TagSource.RUN,
        },
    )
    changes = RerunChanges(tags={"repo": None, "env": "dev", "new": "1"})
    session = a_session(tags={"customer": "globex", "later": "yes"})

    run = plan(
        a_run(tagging=tagging, session_id=session.id),
        ASKED,
        changes=changes,
        inputs=PlanInputs(session=session),
    ).run

    assert run.session_id == session.id
    assert run.tagging.tags == {"customer": "acme", "env": "dev", "new": "1"}
    assert run.tagging.sources == {"customer": "session", "env": "run", "new": "run"}


def test_the_spec_is_that_of_the_original_whatever_its_agent_and_session_are_now() -> None:
    spec = AgentSpec(
        system_prompt="Old.", executor="claude", executor_options={"cwd": "/w"}, agent_id="agt_1"
    )
    changed = AgentSpec(system_prompt="New.", timeout=5.0)
    inputs = PlanInputs(session=a_session(spec=changed), agent_spec=changed)

    run = plan(a_run(spec=spec, session_id="ses_1"), ASKED, inputs=inputs).run

    assert (run.spec, run.executor) == (spec, "claude")


def test_fields_of_the_spec_can_be_changed_and_removed() -> None:
    spec = AgentSpec(system_prompt="Help.", model_id="echo", output_schema={"type": "object"})
    changes = AgentSpec(model_id="openai:x", order=("model_id", "output_schema"))

    made = plan(a_run(spec=spec), ASKED, changes=RerunChanges(spec=changes)).run.spec

    assert (made.system_prompt, made.model_id, made.output_schema) == ("Help.", "openai:x", None)


def test_another_agent_replaces_the_spec() -> None:
    changes = RerunChanges(spec=AgentSpec(agent_id="agt_2"))
    inputs = PlanInputs(agent_spec=AgentSpec(system_prompt="Of the agent."))

    spec = plan(a_run(), ASKED, changes=changes, inputs=inputs).run.spec

    assert (spec.agent_id, spec.system_prompt, spec.model_id) == ("agt_2", "Of the agent.", None)


@pytest.mark.parametrize(
    ("run", "message"),
    [
        (a_run(erased_at=NOON), "was erased, so there is nothing to rerun"),
        (a_run(origin=an_origin(trigger="import")), "start a new run instead"),
        (a_run(), "has no message to repeat"),
    ],
)
def test_a_run_without_content_cannot_be_repeated(run: Run, message: str) -> None:
    with pytest.raises(Conflict, match=message):
        plan(run, BRIEFING)
