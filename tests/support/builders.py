"""Builders of values with defaults, so that a test states only what matters to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.support.clock import NOON

from runwhy.core.accounts.workspaces import Agent
from runwhy.core.agent_spec import AgentSpec
from runwhy.core.ids import make_id
from runwhy.core.requests.plan import InputMessage, RunRequest
from runwhy.core.runs.log import Part, PartKind, ToolCall, Turn
from runwhy.core.runs.origin import Actor, Origin
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import Run
from runwhy.core.runs.tags import Tagging, Tags, TagSource
from runwhy.core.sessions.session import Session

RUN_ID = make_id("run", ms=1, random=1)
SESSION_ID = make_id("ses", ms=1, random=1)
AGENT_ID = make_id("agt", ms=1, random=1)
WORKSPACE = 1
SPEC = AgentSpec(system_prompt="You are helpful.", model_id="echo")


def an_origin(**changes: Any) -> Origin:
    """Build an origin: a local API request at noon."""
    origin = Origin(trigger="api", actor=Actor(kind="local"), attended=True, requested_at=NOON)
    return replace(origin, **changes)


def a_run(*, tags: Tags | None = None, **changes: Any) -> Run:
    """Build a queued run without a session; `tags` are set by the run."""
    run = Run(
        id=RUN_ID,
        workspace=WORKSPACE,
        origin=an_origin(),
        tagging=Tagging(tags=tags or {}, sources=dict.fromkeys(tags or {}, TagSource.RUN)),
        spec=SPEC,
        created_at=NOON,
        root_run_id=changes.get("id", RUN_ID),
    )
    return replace(run, **changes)


def a_session(**changes: Any) -> Session:
    """Build an active session without tags."""
    session = Session(
        id=SESSION_ID, workspace=WORKSPACE, spec=SPEC, created_at=NOON, last_used_at=NOON
    )
    return replace(session, **changes)


def an_agent(**changes: Any) -> Agent:
    """Build an agent with a spec."""
    agent = Agent(
        id=AGENT_ID,
        workspace=WORKSPACE,
        name="helper",
        spec=SPEC,
        created_at=NOON,
        updated_at=NOON,
    )
    return replace(agent, **changes)


def a_request(text: str = "Hello", **changes: Any) -> RunRequest:
    """Build a request of a person over the API, with a spec."""
    messages = (InputMessage(role="user", text=text),)
    request = RunRequest(
        workspace=WORKSPACE,
        origin=an_origin(),
        messages=messages,
        spec=AgentSpec(system_prompt="Help."),
    )
    return replace(request, **changes)


def a_part(text: str = "", **changes: Any) -> Part:
    """Build a message of a person."""
    part = Part(
        run_id=RUN_ID,
        index=0,
        kind=PartKind.MESSAGE,
        role="user",
        provenance=Provenance.HUMAN,
        at=NOON,
        text=text,
    )
    return replace(part, **changes)


def a_synthetic_prompt(text: str = "Check in.", **changes: Any) -> Part:
    """Build the prompt that Runwhy adds when a timer fires."""
    marks = {"synthetic": True, "trigger_type": "check_in", "provenance": Provenance.TIMER}
    return a_part(text, **{**marks, **changes})


def an_envelope(text: str = '{"runwhy_meta":{}}', **changes: Any) -> Part:
    """Build an envelope part."""
    kind = {"kind": PartKind.ENVELOPE, "provenance": Provenance.SYSTEM}
    return a_part(text, **{**kind, **changes})


def a_context(text: str = "a webhook's body", **changes: Any) -> Part:
    """Build a context part."""
    kind = {"kind": PartKind.CONTEXT, "provenance": Provenance.SYSTEM}
    return a_part(text, **{**kind, **changes})


def a_note(text: str = "Try something else.", **changes: Any) -> Part:
    """Build a note of the engine to the model."""
    kind = {"kind": PartKind.NOTE, "provenance": Provenance.SYSTEM}
    return a_part(text, **{**kind, **changes})


def a_call(id: str = "call-1", name: str = "look", **args: object) -> ToolCall:
    """Build a tool call; keyword arguments are those of the tool."""
    return ToolCall(id=id, name=name, args=args)


def a_reply(text: str = "", *calls: ToolCall, **changes: Any) -> Part:
    """Build the reply of a completed model call."""
    kind = {"kind": PartKind.REPLY, "role": "assistant", "provenance": Provenance.AGENT}
    return a_part(text, **{**kind, "tool_calls": calls, **changes})


def a_result(call_id: str = "call-1", text: str = "found", **changes: Any) -> Part:
    """Build the result of a tool call."""
    kind = {"kind": PartKind.TOOL_RESULT, "role": "tool", "provenance": Provenance.TOOL}
    return a_part(text, **{**kind, "tool_use_id": call_id, "tool_name": "look", **changes})


def a_turn(*parts: Part, **changes: Any) -> Turn:
    """Build a turn of a session's log; the parts are renumbered in this order."""
    turn = replace(Turn(run_id=RUN_ID, trigger="api", parts=()), **changes)
    own = (replace(part, run_id=turn.run_id, index=at) for at, part in enumerate(parts))
    return replace(turn, parts=tuple(own))
