"""Planning: the one decision that turns a request into a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from runwhy.core.agent_spec import BUILTIN, NO_SPEC, AgentSpec, overlay_agent
from runwhy.core.budgets.rules import NO_RULES, BudgetRules, applied_budgets
from runwhy.core.json import JsonObject
from runwhy.core.queue.rules import DEFAULT_ENTRY, DEFAULT_RULES, QueueEntry, QueueRules
from runwhy.core.runs.log import Part, PartKind, Role, ToolCall, context_part
from runwhy.core.runs.origin import Origin
from runwhy.core.runs.provenance import Provenance, provenance_of, speaks_for_a_person
from runwhy.core.runs.run import Run, Status, Trace, is_terminal
from runwhy.core.runs.tags import Override, Tagging, Tags, TagSource, carries, merge_tags
from runwhy.core.sessions.autonomy import TIMER, FollowUps, check_gate, policy_of
from runwhy.core.sessions.session import Session, SessionStatus
from runwhy.core.terminal.blocks import Pending, command_context
from runwhy.core.views import summary_line, task_line
from runwhy.errors import Conflict, InvalidInput, Problem, SessionEnded

SUBTASK = "subtask"


class Multitask(StrEnum):
    """What to do when the session is busy."""

    ENQUEUE = "enqueue"
    REJECT = "reject"
    INTERRUPT = "interrupt"
    ROLLBACK = "rollback"


@dataclass(frozen=True, slots=True, kw_only=True)
class InputMessage:
    """A message of the request."""

    role: Role
    text: str
    data: JsonObject = field(default_factory=dict)
    provenance: Provenance | None = None  # if it is not that of the request
    tool_calls: tuple[ToolCall, ...] = ()  # of an assistant
    tool_use_id: str | None = None  # of a tool's result, as are the next two
    tool_name: str | None = None
    ok: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Quoted:
    """Data collected for the model that is not a message, such as a webhook's body.

    The model reads `text`; `data` is stored with the run unchanged.
    """

    text: str
    data: JsonObject = field(default_factory=dict)
    provenance: Provenance | None = None  # if it is not that of the request


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """A request for a run by a caller or trigger, before anything is stored."""

    workspace: int
    origin: Origin
    messages: Sequence[InputMessage]
    quoted: Sequence[Quoted] = ()
    spec: AgentSpec = NO_SPEC
    tags: Override = field(default_factory=dict)
    trigger_tags: Tags = field(default_factory=dict)
    session_id: str | None = None
    agent_id: str | None = None
    parent_run_id: str | None = None
    multitask: Multitask = Multitask.ENQUEUE
    synthetic: bool = False
    trigger_type: str | None = None
    trigger_reason: str | None = None
    timer_id: str | None = None  # the timer that fired
    scheduled_by_run: str | None = None  # the run that created this timer
    trace: Trace | None = None
    # Tags from baggage, used where no other layer sets them.
    carried: Tags = field(default_factory=dict)
    # A rerun has the tags and the whole spec of its original instead of inheriting them again.
    kept_tags: Tagging | None = None
    spec_is_complete: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanInputs:
    """The stored state that a request depends on, read in the transaction that writes."""

    session: Session | None = None
    agent_spec: AgentSpec = NO_SPEC
    agent_id: str | None = None
    agent_name: str | None = None
    agent_version: int | None = None
    parent: Run | None = None
    scheduled_by: Run | None = None  # loaded for timers only
    # The session's unfinished runs, oldest first, as far as the request depends on them.
    unfinished: Sequence[Run] = ()
    follow_ups: FollowUps = field(default_factory=FollowUps)  # loaded for timers only
    lane: str | None = None  # of the trigger's occurrence
    budgets: BudgetRules = NO_RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel:
    """An open run that the planned run replaces."""

    run: Run
    reason: str
    roll_back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionUse:
    """The changes of a run to its session. `summary` is the session's new label, if it gets one."""

    at: datetime
    summary: str = ""
    reads_all: bool = False  # a person who sends a message has read everything before it


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Everything to write for a run, in one transaction."""

    run: Run
    parts: Sequence[Part]
    lane: str
    cancels: Sequence[Cancel] = ()
    overtaken: Sequence[Run] = ()  # queued follow-ups that a person's message replaces
    session_use: SessionUse | None = None
    entry: QueueEntry = DEFAULT_ENTRY

    @property
    def by_a_person(self) -> bool:
        """Whether a person speaks, which cancels the session's pending timers."""
        return any(part.by_a_person for part in self.parts)

    @property
    def overtaking(self) -> str:
        """Why follow-ups are cancelled if a person speaks."""
        return f"a person's message came first: {self.run.id}"


def plan_run(
    request: RunRequest,
    inputs: PlanInputs,
    *,
    id: str,
    at: datetime,
    rules: QueueRules = DEFAULT_RULES,
) -> Plan:
    """Plan the run for a request: its tags, spec, lineage, first parts and entry in the queue.

    Raises: SessionEnded, Conflict (the session is busy and the request must not queue),
    InvalidInput (merged tags or tools, no system prompt), Blocked (the policy does not allow a
    follow-up now).
    """
    session, parent = inputs.session, inputs.parent
    open_runs = [run for run in inputs.unfinished if not is_terminal(run.status)]
    if request.timer_id is not None:
        _check_gate(inputs, open_runs, at)
    if session is not None and session.status is SessionStatus.ENDED:
        raise SessionEnded(f"the session {session.id} has ended; start a new one")
    asker = provenance_of(SUBTASK if parent else request.origin.trigger)
    personal = _is_personal(request, asker)
    overtaken = [run for run in open_runs if personal and _is_waiting_follow_up(run)]
    busy = [run for run in open_runs if run not in overtaken]
    if busy and request.multitask is Multitask.REJECT:
        raise Conflict(f"the session is busy with {busy[0].id}")
    run = _run(request, inputs, id, at)
    parts = _first_parts(request, run, at)
    budgets = applied_budgets(inputs.budgets, run, parent, inputs.agent_name)
    run = replace(run, budgets=budgets, task=task_line(parts))
    plan = Plan(
        run=run,
        parts=parts,
        lane=run.session_id or inputs.lane or run.lane,
        cancels=_interrupted(request, busy, id),
        overtaken=overtaken,
        entry=rules.entry_of(run),
    )
    return replace(plan, session_use=_session_use(plan, session)) if session else plan


def _is_personal(request: RunRequest, asker: Provenance) -> bool:
    """Whether a person wrote the newest message."""
    author = (request.messages[-1].provenance if request.messages else None) or asker
    return speaks_for_a_person(author, synthetic=request.synthetic)


def _interrupted(request: RunRequest, busy: Sequence[Run], id: str) -> Sequence[Cancel]:
    # A message that Runwhy writes on its own never interrupts anyone.
    if request.synthetic or request.multitask not in (Multitask.INTERRUPT, Multitask.ROLLBACK):
        return ()
    roll_back = request.multitask is Multitask.ROLLBACK
    return [Cancel(run=run, reason=f"interrupted by {id}", roll_back=roll_back) for run in busy]


def _session_use(plan: Plan, session: Session) -> SessionUse:
    """Return how a run uses its session; only people's messages count as use."""
    if not plan.by_a_person:
        return SessionUse(at=session.last_used_at)
    at = max(plan.run.created_at, session.last_used_at)
    summary = "" if session.summary else summary_line(plan.parts)
    return SessionUse(at=at, summary=summary, reads_all=True)


def _run(request: RunRequest, inputs: PlanInputs, id: str, at: datetime) -> Run:
    session, parent = inputs.session, inputs.parent
    spec = _spec(request, inputs)
    _check_identity(spec, request)
    return Run(
        id=id,
        workspace=request.workspace,
        origin=descend(request.origin, parent) if parent else request.origin,
        tagging=_tagging(request, inputs),
        spec=spec,
        created_at=at,
        session_id=session.id if session else None,
        executor=spec.executor_name,
        parent_run_id=parent.id if parent else None,
        root_run_id=(parent.root_run_id or parent.id) if parent else id,
        trace=request.trace,
    )


def _spec(request: RunRequest, inputs: PlanInputs) -> AgentSpec:
    if request.spec_is_complete:
        return request.spec
    session = inputs.session
    spec = overlay_agent(inputs.agent_spec, session.spec if session else NO_SPEC, request.spec)
    if inputs.agent_id is None:
        return spec
    # The request may have the agent's name. A run keeps the id and the version that it uses.
    return replace(spec, agent_id=inputs.agent_id, agent_version=inputs.agent_version)


def _check_gate(inputs: PlanInputs, busy: Sequence[Run], at: datetime) -> None:
    session = inputs.session
    assert session is not None, "a timer needs a session"
    check_gate(
        policy_of(inputs.agent_spec.autonomy, session.autonomy),
        inputs.follow_ups,
        now=at,
        busy_with=busy[0].id if busy else None,
        ended=session.status is SessionStatus.ENDED,
    )


def _is_waiting_follow_up(run: Run) -> bool:
    return run.origin.trigger == TIMER and run.status is Status.QUEUED


def descend(origin: Origin, parent: Run) -> Origin:
    """Return the origin of a child run, which the caller cannot override.

    Its task is not a person's own words, and it names the run that everything started from.
    """
    above = parent.origin
    is_root = parent.parent_run_id is None
    lineage: dict[str, str | int | bool | None] = {
        "root_trigger": above.trigger if is_root else above.facts.get("root_trigger"),
        "root_run_id": parent.root_run_id or parent.id,
        "parent_run_id": parent.id,
        "depth": depth_of(parent) + 1,
    }
    return replace(
        origin,
        trigger=SUBTASK,
        attended=False,
        correlation_id=origin.correlation_id or above.correlation_id,
        facts={**origin.facts, **lineage},
    )


def depth_of(run: Run) -> int:
    """Return the number of ancestors of a run."""
    depth = run.origin.facts.get("depth")
    return depth if run.parent_run_id is not None and isinstance(depth, int) else 0


def _tagging(request: RunRequest, inputs: PlanInputs) -> Tagging:
    layers = [*_inherited_tags(request, inputs), (TagSource.RUN, request.tags)]
    # Baggage never makes a request fail.
    merged = merge_tags(layers)
    if not request.carried:
        return merged
    try:
        return merge_tags([(TagSource.BAGGAGE, request.carried), *layers])
    except InvalidInput:
        return merged


def _inherited_tags(
    request: RunRequest, inputs: PlanInputs
) -> Sequence[tuple[TagSource, Override]]:
    session, kept = inputs.session, request.kept_tags
    if kept is not None:
        # Readers who may not see the original must not see its rerun either.
        return [(kept.sources[key], {key: value}) for key, value in kept.tags.items()]
    layers: list[tuple[TagSource, Override]] = [(TagSource.TRIGGER, request.trigger_tags)]
    parent = inputs.parent or _scheduler_with_other_tags(inputs)
    # A parent in the same session already has the session's tags, minus the ones it removed.
    if session is not None and (parent is None or parent.session_id != session.id):
        layers.append((TagSource.SESSION, session.tags))
    if parent is not None:
        layers.append((TagSource.PARENT, parent.tagging.tags))
    return layers


def _scheduler_with_other_tags(inputs: PlanInputs) -> Run | None:
    """Return the run that scheduled a follow-up, if it lacks one of the session's tags.

    The follow-up repeats the reason that this run gave, so readers who may not see that run must
    not see the follow-up either.
    """
    run, session = inputs.scheduled_by, inputs.session
    if run is None or session is None or carries(run.tagging.tags, session.tags):
        return None
    return run


IDENTITY_RULE = "requires systemPrompt, agentId, or a system message in messages"


def lacks_identity(spec: AgentSpec, *, agent: object, system_message: bool) -> bool:
    """Whether a run has no system prompt in any form. Other executors bring their own."""
    builtin = spec.executor_name == BUILTIN
    return builtin and not (spec.system_prompt or agent or system_message)


def _check_identity(spec: AgentSpec, request: RunRequest) -> None:
    system = any(m.role == "system" and m.text.strip() for m in request.messages)
    agent = request.agent_id or spec.agent_id
    if lacks_identity(spec, agent=agent, system_message=system):
        raise InvalidInput([Problem("/systemPrompt", IDENTITY_RULE)])


def _first_parts(request: RunRequest, run: Run, at: datetime) -> Sequence[Part]:
    asker = provenance_of(run.origin.trigger)
    by_role = {"assistant": Provenance.AGENT, "system": Provenance.SYSTEM, "tool": Provenance.TOOL}
    messages = [
        Part(
            run_id=run.id,
            index=index,
            kind=PartKind.MESSAGE,
            role=message.role,
            provenance=message.provenance or by_role.get(message.role, asker),
            at=at,
            text=message.text,
            data=message.data,
            tool_calls=message.tool_calls,
            tool_use_id=message.tool_use_id,
            tool_name=message.tool_name,
            ok=message.ok,
            synthetic=request.synthetic,
            trigger_type=request.trigger_type,
            trigger_reason=request.trigger_reason,
        )
        for index, message in enumerate(request.messages)
    ]
    quoted = [
        context_part(
            run.id,
            at,
            item.text,
            provenance=item.provenance or asker,
            data=item.data,
            index=index,
        )
        for index, item in enumerate(request.quoted, start=len(messages))
    ]
    return (*messages, *quoted)


def attach_commands(plan: Plan, pending: Pending) -> Plan:
    """Attach the commands run since the last message to a person's message.

    Messages of timers, schedules and agents never take them.
    """
    run = plan.run
    if not (run.session_id and plan.by_a_person and pending.blocks and pending.attach):
        return plan
    context = command_context(pending.blocks, session_id=run.session_id, total=pending.total)
    part = context_part(
        run.id,
        run.created_at,
        context.render(),
        provenance=Provenance.TOOL,
        data={"blocks": list(context.block_ids)},
        index=len(plan.parts),
    )
    return replace(plan, parts=(*plan.parts, part))
