"""Writes made-up runs as real ones are written: run, tags, log, events and outcome together."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import delete, update

from runwhy.core.context.envelope import Envelope, build_envelope, byte_size, render
from runwhy.core.context.envelope_fit import fit
from runwhy.core.runs.events import NewEvent, started_event
from runwhy.core.runs.log import Part, PartKind, Role, ToolCall
from runwhy.core.runs.plan import InputMessage, RunRequest, plan_run
from runwhy.core.runs.provenance import PERSONAL_TRIGGERS, Provenance
from runwhy.core.runs.run import EnvelopeFacts, ModelUsed, Outcome, Run, Status, Tokens
from runwhy.core.sessions.session import Session
from runwhy.core.triggers.trigger import Occurrence, OccurrenceStatus, planned_key
from runwhy.demo.story import DEMO_TAGS, Step, Story, Talk, later
from runwhy.demo.wording import MODELS
from runwhy.stores import tables
from runwhy.stores.runs import log, runs
from runwhy.stores.sessions import sessions, unread
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.triggers import occurrences

_MODELS = {id: ModelUsed(id=id, provider=by, vendor_model_id=name) for id, by, name in MODELS}


def write_talk(tx: Tx, workspace: int, talk: Talk) -> None:
    """A session, without its runs."""
    session = Session(
        id=talk.id,
        workspace=workspace,
        spec=talk.spec,
        name=talk.name,
        tags={**talk.tags, **DEMO_TAGS},
        autonomy=talk.autonomy,
        created_at=talk.at,
        last_used_at=talk.at,
    )
    sessions.add_session(tx, session, None)


def write_story(tx: Tx, workspace: int, story: Story, id: str) -> None:
    """A run from its request to its end; no worker sees it before that."""
    request = _request(workspace, story)
    run = runs.add_run(
        tx, request, lambda around: plan_run(request, around, id=id, at=story.at), None
    )
    first = len(request.messages)
    end = later(story.at, story.waited)
    writer = _Writer(tx, run, end, parts=first)
    writer.start()
    for step in story.steps:
        writer.add(step, quiet=story.ending.failure is not None)
    end, events = writer.at, writer.events
    outcome = _outcome(story, run)
    runs.end_run(tx, run, outcome, at=end, last_event=events + 1)
    for table in (tables.jobs, tables.ended_runs):  # nobody works on it, and nobody is told
        tx.conn.execute(delete(table).where(table.c.run_id == run.id))
    if occurrence := _occurrence(story, run):
        occurrences.add(tx, occurrence)
    if run.session_id is not None and run.origin.trigger in PERSONAL_TRIGGERS:
        unread.set_read(tx, run.session_id, run.seq)  # who asks also reads the answer


def _occurrence(story: Story, run: Run) -> Occurrence | None:
    """What its trigger did, if it has one that is set up."""
    came, due = story.origin, story.origin.scheduled_for
    if came.trigger_id is None:
        return None
    return Occurrence(
        trigger_id=came.trigger_id,
        key=planned_key(due) if due else str(came.facts["webhook_delivery_id"]),
        at=story.at,
        status=OccurrenceStatus.FIRED,
        planned_at=due,
        run_id=run.id,
    )


def _request(workspace: int, story: Story) -> RunRequest:
    spec = {key: value for key, value in story.spec.items() if value}
    return RunRequest(
        workspace=workspace,
        origin=story.origin,
        messages=[InputMessage(role="user", text=story.prompt)],
        spec=spec,
        tags={**story.tags, **({} if story.session else DEMO_TAGS)},
        trigger_tags=dict(story.trigger_tags),
        session_id=story.session,
        synthetic=story.synthetic,
        trigger_type=story.trigger_type,
        trigger_reason=story.trigger_reason,
    )


def _outcome(story: Story, run: Run) -> Outcome:
    ending = story.ending
    went_well = ending.status is Status.SUCCEEDED
    model = _MODELS.get(str(run.spec.get("modelId")))
    return Outcome(
        status=ending.status,
        text=story.steps[-1].text if went_well and story.steps else None,
        failure=ending.failure,
        reason=ending.reason,
        turns=len(story.steps) if went_well else min(1, len(story.steps)),
        tokens=Tokens(input=ending.tokens_in, cached=ending.cached, output=ending.tokens_out),
        model=model,
    )


class _Writer:
    """Adds to the log and the events of one run, each with its own moment."""

    def __init__(self, tx: Tx, run: Run, at: datetime, *, parts: int) -> None:
        self._tx = tx
        self._run = run
        self._parts = parts
        self.at = at
        self.events = 1

    def start(self) -> None:
        """A worker took the run, and the model is told why it exists."""
        envelope = _envelope(self._run, self.at)
        facts = EnvelopeFacts(bytes=byte_size(envelope))
        self._tx.conn.execute(
            update(tables.runs)
            .where(tables.runs.c.id == self._run.id)
            .values(
                status=Status.RUNNING.value,
                started_at=rows.to_ms(self.at),
                envelope=rows.to_json(facts),
            )
        )
        self._say(started_event(self._run))
        self._add(self._part(PartKind.ENVELOPE, "user", Provenance.SYSTEM, render(envelope)))

    def add(self, step: Step, *, quiet: bool) -> None:
        """One model call and the tools it asked for; a failed run gets no answer."""
        self.at = later(self.at, step.seconds)
        if quiet:
            return
        calls = tuple(
            ToolCall(id=f"call_{self._parts}_{n}", name=call.name, args=call.args)
            for n, call in enumerate(step.calls)
        )
        reply = self._part(PartKind.REPLY, "assistant", Provenance.AGENT, step.text)
        self._add(replace(reply, thinking=step.thinking, tool_calls=calls))
        self._say(NewEvent(type="assistant_message", data={"text": step.text, "turn": 1}))
        for asked, call in zip(calls, step.calls, strict=True):
            self._say(
                NewEvent(
                    type="tool_call",
                    data={"toolUseId": asked.id, "name": call.name, "input": dict(call.args)},
                )
            )
            self.at = later(self.at, call.seconds)
            result = self._part(PartKind.TOOL_RESULT, "tool", Provenance.TOOL, call.result)
            self._add(replace(result, tool_use_id=asked.id, tool_name=call.name, ok=call.ok))
            data = {"toolUseId": asked.id, "name": call.name, "ok": call.ok}
            self._say(NewEvent(type="tool_result", data={**data, "summary": call.result[:200]}))

    def _part(self, kind: PartKind, role: Role, by: Provenance, text: str) -> Part:
        return Part(
            run_id=self._run.id,
            index=self._parts,
            kind=kind,
            role=role,
            provenance=by,
            at=self.at,
            text=text,
        )

    def _add(self, part: Part) -> None:
        log.add_parts(self._tx, [part], self._parts)
        self._parts += 1

    def _say(self, event: NewEvent) -> None:
        self.events += 1
        place = log.place_of(self._run, self.events)
        log.add_events(self._tx, place, [event], self.at)


def _envelope(run: Run, at: datetime) -> Envelope:
    origin = run.origin
    context = run.spec.get("context")
    return fit(
        build_envelope(
            seal="demo",
            run_id=run.id,
            trigger=origin.trigger,
            attended=origin.attended,
            requested_at=origin.requested_at,
            now=at,
            timezone="Europe/Berlin",
            actor={"kind": origin.actor.kind, "name": origin.actor.name},
            facts=dict(origin.facts),
            tags={key: v for key, v in run.tagging.tags.items() if key in ("customer", "env")},
            context=context if isinstance(context, dict) else None,
        )
    )
