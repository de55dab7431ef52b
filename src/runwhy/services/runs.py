"""Runs: the only way to start one, and everything that can be done with them."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from runwhy.core.agent_spec import ACP, BUILTIN, AgentSpec
from runwhy.core.agents.spec_secrets import without_secrets
from runwhy.core.budgets.budget import Measure
from runwhy.core.budgets.reservation import price_rule
from runwhy.core.budgets.rules import BudgetRules
from runwhy.core.context.compaction import shown_within, turns_within
from runwhy.core.ids import make_id
from runwhy.core.json import JsonObject
from runwhy.core.model_requests import RunLog
from runwhy.core.queue.rules import DEFAULT_RULES, QueueRules
from runwhy.core.requests.plan import Plan, PlanInputs, RunRequest, plan_run
from runwhy.core.requests.rerun import RerunChanges, rerun_request
from runwhy.core.runs.events import TERMINAL, Event, NewEvent, event_within
from runwhy.core.runs.log import Part, PartKind, Turn
from runwhy.core.runs.origin import Origin, redacted_origin
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import Run, is_terminal
from runwhy.core.runs.tags import Tags
from runwhy.core.triggers.trigger import Occurrence
from runwhy.errors import BudgetExceeded, InvalidInput, PriceUnknown, Problem, RateLimited
from runwhy.ports import (
    Clock,
    Feed,
    IdempotencyKey,
    JobStore,
    Models,
    NewId,
    QueueRunner,
    RunStore,
    Subscription,
    run_topic,
)
from runwhy.services.operations import finds, pages, passes_on
from runwhy.telemetry.recorder import SILENT, Telemetry
from runwhy.wire.specs import add_mcp_tools, resolve_spec

AT_ONCE = 500  # events per read while catching up
LOOK_EVERY = 5.0  # seconds, in case the feed misses an event
SPAWN = "spawn_run"
CheckOptions = Callable[[JsonObject], object]  # raises InvalidInput

ANYTHING: Tags = {}  # for readers who are not limited to tags


@dataclass(frozen=True, slots=True, kw_only=True)
class Runs:
    """Use cases for runs; every way to start a run ends in `start`."""

    store: RunStore
    feed: Feed
    models: Models
    clock: Clock
    new_id: NewId
    executors: Mapping[str, CheckOptions | None]
    secrets: Sequence[str] = field(default=(), repr=False)
    telemetry: Telemetry = SILENT
    rules: QueueRules = DEFAULT_RULES

    get = finds(RunStore.get_run, "run")
    list = pages(RunStore.list_runs)
    continuations = passes_on(RunStore.list_continuations)
    find = passes_on(RunStore.find_runs)
    list_sorted = passes_on(RunStore.list_sorted_runs)

    async def start(
        self,
        request: RunRequest,
        *,
        once: IdempotencyKey | None = None,
        id: str | None = None,
        occurrence: Occurrence | None = None,
    ) -> Run:
        """Accept a run; it is durable when this returns.

        A caller that must be able to repeat the request supplies the `id`. A trigger supplies its
        occurrence, which is stored together with the run.

        Raises: InvalidInput, NotFound, Conflict, BudgetExceeded; with an occurrence also
        AlreadyFired.
        """
        self.check(request.spec)
        with self.telemetry.firing(request.origin, timer=request.timer_id):
            clean = self._traced(self._redacted(request))

            def decide(inputs: PlanInputs) -> Plan:
                new_id = id or self.new_id("run")
                plan = plan_run(clean, inputs, id=new_id, at=self.clock(), rules=self.rules)
                self._check_price(inputs.budgets, plan.run)
                return plan

            try:
                return await self.store.add_run(clean, decide, once=once, occurrence=occurrence)
            except BudgetExceeded as refused:
                await self.store.note_refusal(
                    request.workspace, refused.budget_id, refused.scope, at=self.clock()
                )
                raise

    def _check_price(self, rules: BudgetRules, run: Run) -> None:
        """Check that the price of a run's model is known, if budgets limit its cost.

        Raises: PriceUnknown.
        """
        if not run.budgets or not rules.measures_cost or run.executor != BUILTIN:
            return  # other executors may choose the model themselves
        model = run.spec.model_id or self.models.default_id
        for budget in (rules.budgets.get(each.id) for each in run.budgets):
            if budget is None or budget.measure is not Measure.COST or budget.price is not None:
                continue
            if self.models.price(model, input_tokens=0, at=run.created_at) is None:
                raise PriceUnknown([Problem("/modelId", price_rule(budget.name, model))])

    async def rerun(
        self,
        workspace: int,
        id: str,
        changes: RerunChanges,
        *,
        origin: Origin,
        once: IdempotencyKey | None = None,
    ) -> Run:
        """Repeat a run, with changes. Raises: NotFound, Conflict (erased, imported)."""
        run = await self.get(workspace, id)
        parts = await self.store.list_parts(run.id)
        return await self.start(rerun_request(run, parts, changes, origin=origin), once=once)

    def _redacted(self, request: RunRequest) -> RunRequest:
        """Redact the material for the model: context and facts, but not a person's message."""
        origin = redacted_origin(request.origin, known=self.secrets)
        spec = without_secrets(request.spec, known=self.secrets)
        if origin is request.origin and spec is request.spec:
            return request
        return replace(request, origin=origin, spec=spec)

    def _traced(self, request: RunRequest) -> RunRequest:
        tracing = self.telemetry.tracing
        trace, carried = tracing.place(), tracing.tags()
        if trace is None and not carried:
            return request
        return replace(request, trace=trace, carried=carried)

    def check(self, spec: AgentSpec) -> None:
        """Check that this server can execute the spec. Raises: InvalidInput, InvalidModel."""
        executor = spec.executor_name
        if spec.server_model is not None:
            self.models.get(spec.server_model)
        if spec.executor == ACP and executor not in self.executors:
            raise InvalidInput([Problem("/executorOptions/agent", self._unknown_agent(executor))])
        if executor not in self.executors:
            known = ", ".join(sorted(self.executors))
            rule = f"unknown executor {executor!r}; this server has {known}"
            raise InvalidInput([Problem("/executor", rule)])
        check = self.executors[executor]
        if check is not None:
            check(spec.executor_options or {})

    def _unknown_agent(self, executor: str) -> str:
        known = [name.partition(":")[2] for name in self.executors if name.startswith(f"{ACP}:")]
        named = executor.partition(":")[2]
        problem = f"unknown agent {named!r}" if named else "is required with the executor `acp`"
        names = ", ".join(sorted(known))
        return f"{problem}; use one of {names}, or add [acp_agents.NAME] to runwhy.toml"

    async def cancel(self, workspace: int, id: str, *, reason: str) -> Run:
        """Cancel a run now, even during a model call; ended runs are unchanged."""
        return await self.store.cancel_run(workspace, id, reason=reason, at=self.clock())

    async def answer_tool(
        self,
        workspace: int,
        run_id: str,
        tool_use_id: str,
        text: str,
        *,
        ok: bool,
        files: Sequence[JsonObject] = (),
    ) -> None:
        """Store a client's tool result. Raises: NotFound, UnknownToolUse, RunTerminal."""
        part = Part(
            run_id=run_id,
            index=0,
            kind=PartKind.TOOL_RESULT,
            role="tool",
            provenance=Provenance.TOOL,
            at=self.clock(),
            text=text,
            ok=ok,
            tool_use_id=tool_use_id,
            data={"attachments": list(files)} if files else {},
        )
        data = {"toolUseId": tool_use_id, "output": text, "ok": ok}
        event = NewEvent(type="local_tool_result_in", data=data)
        await self.store.answer_tool(workspace, run_id, part, event)

    async def log(self, run: Run, within: Tags) -> Turn:
        """Return the parts of a run that a caller limited to tags may see."""
        parts = shown_within(await self.store.list_parts(run.id), within)
        return Turn(
            run_id=run.id,
            trigger=run.origin.trigger,
            parts=parts,
            rolled_back=run.rolled_back,
            open=not is_terminal(run.status),
        )

    async def sent_log(self, run: Run, within: Tags) -> RunLog:
        """Return the log from which the requests of each model call can be rebuilt.

        A caller limited to tags does not see earlier runs without those tags.
        """
        parts = shown_within(await self.store.list_parts(run.id), within)
        earlier: Sequence[Turn] = ()
        if run.session_id is not None:
            earlier = await self.store.list_turns(run.session_id, before=run.seq, whole=False)
        earlier = turns_within(earlier, within)
        spec = add_mcp_tools(resolve_spec(run.spec), parts)
        return RunLog(run_id=run.id, spec=spec, earlier=earlier, parts=parts)

    async def follow(
        self,
        run: Run,
        within: Tags = ANYTHING,
        *,
        after: int,
        stopping: Callable[[], bool],
        ping_every: float,
    ) -> AsyncGenerator[Event | None, None]:
        """Yield events after `after` until the run has ended; None is a ping.

        A reader limited to tags does not see which budgets count the run.

        A reader positioned after the end receives the last event again, so that no reader waits
        forever. One positioned after the newest event receives later events.
        """
        async with self.feed.subscribe(run_topic(run.id)) as subscription:
            news = Pings(subscription, ping_every)
            newest = await self.store.last_event(run.id) if after else None
            after = min(after, newest.seq) if newest else after
            while not stopping():
                events = await self.store.list_events(run.id, after=after, limit=AT_ONCE)
                for event in events:
                    yield event_within(event, within)
                    after = event.seq
                    if event.type in TERMINAL:
                        return
                if len(events) == AT_ONCE:  # there may be more
                    continue
                last = None if events else await self.store.last_event(run.id)
                if last is not None and last.type in TERMINAL:
                    if last.seq <= after:
                        yield event_within(last, within)
                        return
                elif await news.wait_until_due():
                    yield None


@dataclass(slots=True)
class Pings:
    """Waits for changes of a stream, and tells when a ping is due.

    A change that the feed misses, because a server died before it sent it, is found by polling.
    """

    news: Subscription
    every: float
    _quiet: float = field(default=0.0, init=False)

    async def wait_until_due(self) -> bool:
        """Wait until the store may have something new; return whether a ping is due instead."""
        pause = min(self.every, LOOK_EVERY)
        self._quiet = 0.0 if await self.news.wait(pause) else self._quiet + pause
        if self._quiet < self.every:
            return False
        self._quiet = 0.0
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Tasks:
    """The bounded queue behind `runwhy submit`; each workspace has its own limit."""

    runs: Runs
    store: JobStore
    limit: int

    depth = passes_on(JobStore.queue_depth)
    outbox = passes_on(JobStore.outbox_state)
    is_outdated = passes_on(JobStore.is_outdated)

    async def submit(self, request: RunRequest, *, once: IdempotencyKey | None = None) -> Run:
        """Queue a task. Raises: RateLimited when the queue of its workspace is full."""
        waiting = await self.store.count_waiting(request.workspace)
        if waiting >= self.limit:
            message = (
                f"the queue of this workspace is full: {waiting} runs are waiting, the limit is "
                f"{self.limit}; retry later, or raise RUNWHY_QUEUE_LIMIT"
            )
            raise RateLimited(message, retry_after=5)
        return await self.runs.start(request, once=once)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildRuns:
    """Starts runs for another run, which waits for them without occupying a worker."""

    runs: Runs
    store: RunStore
    feed: Feed
    jobs: QueueRunner

    async def start(self, request: RunRequest, *, key: str, at: datetime) -> Run:
        """Return the run for this key; after a restart, the same one.

        Raises: InvalidInput, NotFound, Conflict.
        """
        digest = hashlib.sha256(key.encode()).digest()
        ms = round(at.timestamp() * 1000)
        id = make_id("run", ms=ms, random=int.from_bytes(digest[:10]))
        found = await self.store.get_run(request.workspace, id)
        if found is not None:
            return found
        once = IdempotencyKey(route=SPAWN, key=digest.hex(), fingerprint=digest.hex())
        return await self.runs.start(request, once=once, id=id)

    async def wait(self, run: Run) -> Run:
        """Wait until the run has ended, and free the worker slot for another run until then."""
        async with self.jobs.idle(), self.feed.subscribe(run_topic(run.id)) as news:
            while True:
                found = await self.store.get_run(run.workspace, run.id)
                if found is None or is_terminal(found.status):
                    return found or run
                await news.wait(LOOK_EVERY)
