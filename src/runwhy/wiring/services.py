"""The services that routes use."""

from __future__ import annotations

from datetime import timedelta

from runwhy.core.accounts.rate_limits import Rate
from runwhy.core.triggers.rules import TriggerVariables, read_allowed
from runwhy.demo.data import DemoData, DemoSupport
from runwhy.executors.builtin.engine_setup import briefing_settings
from runwhy.executors.coding_agents import RESUME_COMMANDS, option_check
from runwhy.net.addresses import Allowed
from runwhy.normalizers.histories import HISTORIES
from runwhy.server.dependencies import Services
from runwhy.services.access import Access
from runwhy.services.agents import Agents
from runwhy.services.audit import AuditLog
from runwhy.services.autonomy import Autonomy
from runwhy.services.deliveries import Deliveries
from runwhy.services.entries import Entries
from runwhy.services.envelopes import Envelopes
from runwhy.services.erasure import Erasures
from runwhy.services.imports import Imports
from runwhy.services.key_lockout import KeyLockout
from runwhy.services.memories import Memories, MemoryLimits
from runwhy.services.pending_commands import PendingCommands
from runwhy.services.rate_limits import Buckets, RateLimits
from runwhy.services.refusals import Refusals
from runwhy.services.run_counts import RunCounts
from runwhy.services.runs import Runs, Tasks
from runwhy.services.saved_views import SavedViews
from runwhy.services.sessions import Sessions
from runwhy.services.sign_in import SignIns
from runwhy.services.terminals import Terminals
from runwhy.services.triggers import Triggers
from runwhy.services.webhooks import Webhooks
from runwhy.settings import Settings
from runwhy.triggers import webhook_signatures
from runwhy.triggers.outgoing_webhooks import Poster
from runwhy.wiring.adapters import open_terminal
from runwhy.wiring.container import Container


def make_services(container: Container, *, cli_token: str | None, demo: DemoSupport) -> Services:
    """Create all services on the same store, clock and ids."""
    store, clock, hidden = container.store, container.clock, container.hidden
    runs, access, pending = _runs(container), _access(container, cli_token), _pending(container)
    triggers, deliveries = _triggers(container, runs), _deliveries(container)
    erasures = _erasures(container)
    return Services(
        access=access,
        audit=AuditLog(store=store),
        runs=runs,
        tasks=Tasks(runs=runs, queue=store, limit=container.settings.queue_limit),
        sessions=_sessions(container),
        envelopes=_envelopes(container, runs),
        run_counts=RunCounts(runs=store, store=store, clock=clock),
        agents=_agents(container),
        refusals=Refusals(access=access, store=store, clock=clock),
        signins=SignIns(access=access, store=store, clock=clock),
        saved_views=SavedViews(store=store, clock=clock, new_id=container.new_id),
        memories=_memories(container),
        demo=_demo(container, demo, runs, triggers, deliveries, erasures),
        entries=Entries(store=store, entries=store, clock=clock, resume_commands=RESUME_COMMANDS),
        imports=Imports(store=store, folds=HISTORIES, clock=clock, secrets=hidden),
        erasures=erasures,
        triggers=triggers,
        autonomy=_autonomy(container, runs),
        webhooks=_webhooks(container, runs),
        deliveries=deliveries,
        pending=pending,
        terminals=_terminals(container, pending),
        models=container.models,
        hidden=hidden,
    )


def _demo(
    container: Container,
    support: DemoSupport,
    runs: Runs,
    triggers: Triggers,
    deliveries: Deliveries,
    erasures: Erasures,
) -> DemoData:
    return DemoData(
        store=container.store,
        clock=container.clock,
        runs=runs,
        triggers=triggers,
        deliveries=deliveries,
        erasures=erasures,
        support=support,
    )


def _access(container: Container, cli_token: str | None) -> Access:
    settings, clock = container.settings, container.clock
    rate, wrong = settings.rate_limit, None if settings.is_local else settings.wrong_key_limit
    return Access(
        store=container.store,
        clock=clock,
        new_id=container.new_id,
        local=settings.is_local,
        cli_token=cli_token,
        rates=RateLimits(buckets=_buckets(rate, settings.rate_burst), clock=clock)
        if rate
        else None,
        lockout=KeyLockout(wrong=_buckets(wrong, wrong), clock=clock) if wrong else None,
    )


def _buckets(per_minute: int, burst: int) -> Buckets:
    return Buckets(Rate(per_minute=per_minute, burst=burst))


def _runs(container: Container) -> Runs:
    graphs = {"langgraph": container.graphs.check} if container.graphs else {}
    return Runs(
        store=container.store,
        feed=container.feed,
        models=container.models,
        clock=container.clock,
        new_id=container.new_id,
        executors={
            "builtin": None,
            **dict.fromkeys(container.coding, option_check(container.settings)),
            **graphs,
        },
        secrets=container.hidden,
        telemetry=container.telemetry,
    )


def _sessions(container: Container) -> Sessions:
    return Sessions(
        store=container.store,
        feed=container.feed,
        models=container.models,
        clock=container.clock,
        new_id=container.new_id,
        secrets=container.hidden,
    )


def _agents(container: Container) -> Agents:
    return Agents(
        store=container.store,
        models=container.models,
        clock=container.clock,
        new_id=container.new_id,
        secrets=container.hidden,
    )


def _envelopes(container: Container, runs: Runs) -> Envelopes:
    settings = briefing_settings(container.settings, container.hidden)
    return Envelopes(store=container.store, runs=runs, clock=container.clock, settings=settings)


def _memories(container: Container) -> Memories:
    return Memories(
        store=container.store,
        clock=container.clock,
        new_id=container.new_id,
        limits=_memory_limits(container.settings),
        embedder=container.embedder,
        secrets=container.hidden,
    )


def _memory_limits(settings: Settings) -> MemoryLimits:
    return MemoryLimits(
        capacity=settings.memory_capacity,
        top_k=settings.memory_top_k,
        threshold=settings.memory_threshold,
        max_tokens=settings.memory_tokens,
        timeout=settings.memory_timeout,
    )


def _erasures(container: Container) -> Erasures:
    return Erasures(
        store=container.store,
        clock=container.clock,
        new_id=container.new_id,
        server=container.new_id("wrk") if container.settings.is_postgres else "the only one",
        every=timedelta(seconds=container.settings.retention_every),
    )


def _triggers(container: Container, runs: Runs) -> Triggers:
    return Triggers(
        store=container.store,
        triggers=container.store,
        runs=runs,
        clock=container.clock,
        new_id=container.new_id,
        server=container.new_id("wrk"),
        secrets=container.hidden,
        variables=TriggerVariables(
            tokens=container.settings.telegram_variables,
            secrets=container.settings.webhook_variables,
        ),
    )


def _autonomy(container: Container, runs: Runs) -> Autonomy:
    return Autonomy(
        store=container.store,
        timers=container.store,
        runs=runs,
        clock=container.clock,
        new_id=container.new_id,
        secrets=container.hidden,
    )


def _webhooks(container: Container, runs: Runs) -> Webhooks:
    return Webhooks(
        triggers=container.store,
        runs=runs,
        verify=webhook_signatures.verify,
        env=read_allowed(container.environ.get, container.settings.webhook_variables),
        clock=container.clock,
        new_id=container.new_id,
        vault=container.vault,
        secrets=container.hidden,
        telemetry=container.telemetry,
    )


def _deliveries(container: Container) -> Deliveries:
    return Deliveries(
        store=container.store,
        subscriptions=container.store,
        post=Poster(Allowed.parse(container.settings.webhook_hosts)),
        clock=container.clock,
        new_id=container.new_id,
        vault=container.vault,
        telemetry=container.telemetry,
    )


def _pending(container: Container) -> PendingCommands:
    return PendingCommands(
        store=container.store,
        blocks=container.store,
        clock=container.clock,
        new_id=container.new_id,
        rules=container.settings.private_commands,
        secrets=container.hidden,
    )


def _terminals(container: Container, pending: PendingCommands) -> Terminals:
    settings = container.settings
    return Terminals(
        store=container.store,
        audit=container.store,
        block_store=container.store,
        pending=pending,
        feed=container.feed,
        clock=container.clock,
        new_id=container.new_id,
        open_terminal=open_terminal,
        enabled=settings.terminals,
        limit=settings.max_terminals,
        idle=settings.terminal_idle,
    )
