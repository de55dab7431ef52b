"""Reruns: the request that repeats a run, with changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from runwhy.core.agent_spec import NO_SPEC, AgentSpec
from runwhy.core.context.seal import HOLDS_RULE
from runwhy.core.layers import patched
from runwhy.core.requests.history_import import IMPORT
from runwhy.core.requests.plan import InputMessage, Multitask, Quoted, RunRequest
from runwhy.core.runs.log import REPEATS, Part, PartKind
from runwhy.core.runs.origin import Origin, original_of
from runwhy.core.runs.run import Run
from runwhy.core.runs.tags import Override
from runwhy.errors import Conflict

BODY = "body"  # of a webhook, in the data of its quoted part


@dataclass(frozen=True, slots=True, kw_only=True)
class RerunChanges:
    """The changes to the original run. A prompt replaces the newest message of the user."""

    prompt: str | None = None
    messages: Sequence[InputMessage] = ()
    spec: AgentSpec = NO_SPEC
    tags: Override = field(default_factory=dict)
    multitask: Multitask = Multitask.ENQUEUE


def rerun_request(
    run: Run, parts: Sequence[Part], changes: RerunChanges, *, origin: Origin
) -> RunRequest:
    """Return the request that repeats a run, in its session if it has one.

    It has the run's messages, quoted data, spec and tags. Repeated words keep their provenance, so
    that a rerun by a person does not turn a webhook's text into that person's words. With an
    `agent_id`, the agent's current spec replaces the run's. Raises: Conflict.
    """
    check_repeatable(run)
    asked = [part for part in parts if _is_input(part)]
    first = asked[-1] if asked else None
    is_new = changes.prompt is not None or bool(changes.messages)
    repeats_synthetic = not is_new and first is not None and first.synthetic
    named = changes.spec.agent_id
    return RunRequest(
        workspace=run.workspace,
        origin=replace(origin, rerun_of=run.id, original=original_of(run.origin)),
        messages=changes.messages or _messages(run, asked, changes.prompt),
        quoted=[_quoted(part) for part in parts if _is_quoted(part)],
        spec=changes.spec if named else patched(run.spec, changes.spec),
        spec_is_complete=not named,
        kept_tags=run.tagging,
        tags=changes.tags,
        session_id=run.session_id,
        agent_id=named,
        multitask=changes.multitask,
        synthetic=repeats_synthetic,
        trigger_type=first.trigger_type if first and repeats_synthetic else None,
        trigger_reason=first.trigger_reason if first and repeats_synthetic else None,
    )


def check_repeatable(run: Run) -> None:
    """Check that a run can be repeated. Raises: Conflict."""
    if run.erased_at is not None:
        raise Conflict(f"the run {run.id} was erased, so there is nothing to rerun")
    if run.origin.trigger == IMPORT:
        why = "was imported from the history of a coding agent, so its settings are unknown"
        raise Conflict(f"the run {run.id} {why}; start a new run instead")


def _messages(run: Run, asked: Sequence[Part], prompt: str | None) -> list[InputMessage]:
    messages = [_repeated(run, part) for part in asked]
    users = [at for at, part in enumerate(asked) if part.role == "user"]
    if prompt is not None:
        kept = messages.pop(users[-1]).data if users else {}
        files = {name: value for name, value in kept.items() if name != REPEATS}
        at = users[-1] if users else len(messages)
        messages.insert(at, InputMessage(role="user", text=prompt, data=files))
    elif not users:
        raise Conflict(f"the run {run.id} has no message to repeat; set `prompt`")
    return messages


def _repeated(run: Run, part: Part) -> InputMessage:
    return InputMessage(
        role=part.role,
        text=part.text,
        data={REPEATS: run.id, **part.data},
        provenance=part.provenance,
        tool_calls=part.tool_calls,
        tool_use_id=part.tool_use_id,
        tool_name=part.tool_name,
        ok=part.ok,
    )


def _quoted(part: Part) -> Quoted:
    return Quoted(text=part.text, data=part.data, provenance=part.provenance)


def _is_input(part: Part) -> bool:
    """Whether a part is a message of the request, not of the briefing."""
    return part.kind is PartKind.MESSAGE and HOLDS_RULE not in part.data


def _is_quoted(part: Part) -> bool:
    """Whether a part is quoted data of the request; commands and memories are collected again."""
    return part.kind is PartKind.CONTEXT and BODY in part.data
