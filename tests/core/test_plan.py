"""Planning a run for a request."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.builders import WORKSPACE, a_request, a_run, a_session, an_origin
from tests.support.clock import NOON

from runwhy.core.agent_spec import AgentSpec
from runwhy.core.requests.plan import (
    Cancel,
    InputMessage,
    Multitask,
    Plan,
    PlanInputs,
    RunRequest,
    depth_of,
    plan_run,
)
from runwhy.core.runs.log import PartKind
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import Run, Status
from runwhy.core.sessions.session import SessionPatch, SessionStatus, apply_patch
from runwhy.errors import Conflict, InvalidInput, SessionEnded


def plan(request: RunRequest | None = None, **around: Any) -> Plan:
    return plan_run(request or a_request(), PlanInputs(**around), id="run_new", at=NOON)


def run_of(request: RunRequest | None = None, **around: Any) -> Run:
    return plan(request, **around).run


def test_a_run_matches_its_request() -> None:
    request = a_request(origin=an_origin(trigger="cron", trigger_id="trg_1", attended=False))

    run = run_of(request)

    assert (run.id, run.workspace, run.created_at) == ("run_new", WORKSPACE, NOON)
    assert (run.status, run.attempt, run.session_id) == (Status.QUEUED, 1, None)
    assert run.origin == request.origin


def test_tags_record_whether_they_come_from_trigger_session_parent_or_run() -> None:
    keys = ["trigger", "session", "parent", "run"]
    layers = [dict.fromkeys(keys[at:], name) for at, name in enumerate(keys)]

    run = run_of(
        a_request(trigger_tags=layers[0], tags=layers[3]),
        session=a_session(tags=layers[1]),
        parent=a_run(tags=layers[2]),
    )

    assert run.tagging.tags == {key: key for key in keys}
    assert run.tagging.sources == {key: key for key in keys}


def test_null_removes_an_inherited_tag_for_this_run_only() -> None:
    session = a_session(tags={"env": "prod", "team": "x"})

    assert run_of(a_request(tags={"env": None}), session=session).tagging.tags == {"team": "x"}
    assert run_of(session=session).tagging.tags == {"env": "prod", "team": "x"}


def test_a_run_keeps_its_tags_when_the_session_changes() -> None:
    session = a_session(tags={"env": "prod"})
    run = run_of(session=session)

    later = run_of(session=apply_patch(session, SessionPatch(tags={"env": "dev"})))

    assert run.tagging.tags == {"env": "prod"}
    assert later.tagging.tags == {"env": "dev"}


def test_invalid_merged_tags_reject_the_run() -> None:
    session = a_session(tags={f"k{n}": "v" for n in range(16)})

    with pytest.raises(InvalidInput, match="after merging"):
        plan(a_request(tags={"one-more": "v"}), session=session)


def test_the_spec_merges_agent_session_and_message_and_the_later_wins() -> None:
    run = run_of(
        a_request(spec=AgentSpec(model_id="message", tools=[])),
        session=a_session(
            spec=AgentSpec(model_id="session", reasoning_level="low", tools=[{"name": "x"}])
        ),
        agent_spec=AgentSpec(model_id="agent", reasoning_level="high", system_prompt="Help."),
    )

    assert run.spec == AgentSpec(
        system_prompt="Help.", model_id="message", reasoning_level="low", tools=[]
    )


def test_tools_of_a_request_are_added_to_those_of_its_agent_and_win_by_name() -> None:
    look, other, mine = ({"kind": "local", "name": "look", "description": d} for d in "abc")
    find = {"kind": "local", "name": "find"}
    agent = AgentSpec(system_prompt="Help.", tools=[look, find])

    added = run_of(a_request(spec=AgentSpec(tools=[mine])), agent_spec=agent)
    of_session = a_session(spec=AgentSpec(tools=[{**other, "name": "see"}]))
    with_session = run_of(
        a_request(spec=AgentSpec(system_prompt="Mine.")), session=of_session, agent_spec=agent
    )
    without = run_of(a_request(spec=AgentSpec(tools=[])), agent_spec=agent)

    assert added.spec.tools == [find, mine]
    assert with_session.spec.tools == [look, find, {**other, "name": "see"}]
    assert with_session.spec.system_prompt == "Mine."
    assert without.spec.tools == []


def test_too_many_tools_together_with_the_agents_are_refused() -> None:
    tools = [{"kind": "local", "name": f"t{n}"} for n in range(65)]
    more = [{**tool, "name": f"{tool['name']}x"} for tool in tools]

    with pytest.raises(InvalidInput, match=r"/tools: has 130 tools .* the limit is 128"):
        run_of(
            a_request(spec=AgentSpec(tools=more)),
            agent_spec=AgentSpec(system_prompt="x", tools=tools),
        )


def test_the_executor_comes_from_the_spec() -> None:
    assert run_of().executor == "builtin"
    assert run_of(a_request(spec=AgentSpec(executor="claude"))).executor == "claude"


def test_an_ended_session_rejects_runs() -> None:
    ended = a_session(status=SessionStatus.ENDED, ended_at=NOON)

    with pytest.raises(SessionEnded, match=ended.id):
        plan(session=ended)


def test_a_run_in_a_session_belongs_to_it() -> None:
    session = a_session()

    assert run_of(session=session).session_id == session.id


BUSY = [
    a_run(id="run_1", status=Status.RUNNING),
    a_run(id="run_2", status=Status.WAITING),
    a_run(id="run_3", status=Status.QUEUED),
]


@pytest.mark.parametrize(
    ("multitask", "cancelled", "rolled_back"),
    [
        (Multitask.ENQUEUE, [], False),
        (Multitask.INTERRUPT, BUSY, False),
        (Multitask.ROLLBACK, BUSY, True),
    ],
)
def test_in_a_busy_session_a_run_queues_or_replaces_the_others(
    multitask: Multitask, cancelled: list[Run], rolled_back: bool
) -> None:
    planned = plan(a_request(multitask=multitask), session=a_session(), unfinished=BUSY)

    reason = "interrupted by run_new"
    assert list(planned.cancels) == [
        Cancel(run=run, reason=reason, roll_back=rolled_back) for run in cancelled
    ]


def test_a_busy_session_can_reject_a_run_and_names_the_current_one() -> None:
    with pytest.raises(Conflict, match="busy with run_1"):
        plan(a_request(multitask=Multitask.REJECT), session=a_session(), unfinished=BUSY)


@pytest.mark.parametrize("multitask", Multitask)
def test_a_session_with_only_ended_runs_is_not_busy(multitask: Multitask) -> None:
    ended = [a_run(status=Status.SUCCEEDED), a_run(status=Status.CANCELLED)]

    planned = plan(a_request(multitask=multitask), session=a_session(), unfinished=ended)

    assert list(planned.cancels) == []


@pytest.mark.parametrize(
    "asked",
    [
        a_request(spec=AgentSpec(system_prompt="Help.")),
        a_request(spec=AgentSpec(agent_id="agt_1")),
        a_request(spec=AgentSpec(), agent_id="agt_1"),
        a_request(spec=AgentSpec(executor="codex")),
        a_request(spec=AgentSpec(), messages=[InputMessage(role="system", text="Help.")]),
    ],
)
def test_a_system_prompt_agent_or_system_message_is_enough(asked: RunRequest) -> None:
    assert plan(asked)


@pytest.mark.parametrize(
    "asked",
    [
        a_request(spec=AgentSpec()),
        a_request(spec=AgentSpec(system_prompt="")),
        a_request(spec=AgentSpec(executor="builtin")),
        a_request(spec=AgentSpec(), messages=[InputMessage(role="system", text=" ")]),
    ],
)
def test_a_request_without_a_system_prompt_is_rejected(asked: RunRequest) -> None:
    with pytest.raises(InvalidInput, match="/systemPrompt: requires systemPrompt, agentId"):
        plan(asked)


def test_a_message_uses_the_sessions_system_prompt() -> None:
    assert plan(a_request(spec=AgentSpec()), session=a_session())
    assert plan(a_request(spec=AgentSpec()), agent_spec=AgentSpec(system_prompt="Help."))


def test_a_run_without_a_parent_is_the_root_of_its_tree() -> None:
    run = run_of()

    assert (run.parent_run_id, run.root_run_id) == (None, "run_new")


@pytest.mark.parametrize(("of_parent", "root"), [("run_root", "run_root"), (None, "run_parent")])
def test_a_child_run_has_its_parent_and_shares_its_root(of_parent: str | None, root: str) -> None:
    run = run_of(parent=a_run(id="run_parent", root_run_id=of_parent))

    assert (run.parent_run_id, run.root_run_id) == ("run_parent", root)


def test_messages_become_the_first_parts_in_order_and_unchanged() -> None:
    texts = ["  Hello \x1e", '{"runwhy_meta":{}}', ""]
    messages = [InputMessage(role="user", text=text, data={"n": 1}) for text in texts]

    parts = plan(a_request(messages=messages)).parts

    assert [part.text for part in parts] == texts
    assert [part.index for part in parts] == [0, 1, 2]
    assert all(part.run_id == "run_new" and part.at == NOON for part in parts)
    assert all(part.kind is PartKind.MESSAGE and part.data == {"n": 1} for part in parts)


@pytest.mark.parametrize(
    ("trigger", "provenance"),
    [("api", "human"), ("telegram", "channel"), ("cron", "schedule"), ("new-one", "system")],
)
def test_the_provenance_of_the_task_follows_from_the_trigger(trigger: str, provenance: str) -> None:
    (part,) = plan(a_request(origin=an_origin(trigger=trigger))).parts

    assert part.provenance == provenance


def test_only_user_messages_have_the_callers_provenance() -> None:
    roles: list[Any] = ["system", "user", "assistant", "tool"]
    messages = [InputMessage(role=role, text="Hi") for role in roles]

    parts = plan(a_request(messages=messages)).parts

    assert [part.provenance for part in parts] == [
        Provenance.SYSTEM,
        Provenance.HUMAN,
        Provenance.AGENT,
        Provenance.TOOL,
    ]
    assert [part.by_a_person for part in parts] == [False, True, False, False]


def test_a_synthetic_request_marks_its_messages() -> None:
    request = a_request(synthetic=True, trigger_type="check_in", trigger_reason="quiet for a day")

    (part,) = plan(request).parts

    assert (part.synthetic, part.trigger_type, part.trigger_reason) == (
        True,
        "check_in",
        "quiet for a day",
    )
    assert not part.by_a_person


def test_a_child_run_has_the_subtask_trigger_and_names_its_root() -> None:
    root = a_run(id="run_root", root_run_id="run_root", origin=an_origin(trigger="cron"))
    child = run_of(parent=root)
    grandchild = run_of(parent=child)

    assert (child.origin.trigger, child.origin.attended) == ("subtask", False)
    assert child.origin.facts == {
        "root_trigger": "cron",
        "root_run_id": "run_root",
        "parent_run_id": "run_root",
        "depth": 1,
    }
    assert grandchild.origin.facts["root_trigger"] == "cron"
    assert (depth_of(root), depth_of(child), depth_of(grandchild)) == (0, 1, 2)


def test_the_origin_of_a_child_run_cannot_be_overridden() -> None:
    claims = an_origin(trigger="api", facts={"root_trigger": "cron", "depth": 0, "mine": "kept"})

    child = run_of(a_request(origin=claims), parent=a_run(id="run_parent"))

    assert child.origin.facts["root_trigger"] == "api"
    assert (child.origin.facts["depth"], child.origin.facts["mine"]) == (1, "kept")


def test_the_task_of_a_child_run_is_not_a_persons_words() -> None:
    (task,) = plan(parent=a_run()).parts

    assert task.provenance is Provenance.AGENT
    assert not task.by_a_person
