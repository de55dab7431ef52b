"""The services over the ground: everything that routes may call."""

from __future__ import annotations

from datetime import timedelta

from runwhy.core.accounts.rate_limits import Rate
from runwhy.demo.data import DemoData, DemoSupport
from runwhy.executors.builtin.engine_setup import briefing_settings
from runwhy.executors.coding_agents import RESUME_COMMANDS, option_check
from runwhy.net.addresses import Allowed
from runwhy.normalizers.histories import HISTORIES
from runwhy.server.dependencies import Services
from runwhy.services.access import Access
from runwhy.services.agents import Agents
from runwhy.services.autonomy import Autonomy
from runwhy.services.deliveries import Deliveries
from runwhy.services.entries import Entries
from runwhy.services.envelopes import Envelopes
from runwhy.services.erasure import Erasures
from runwhy.services.imports import Imports
from runwhy.services.key_lockout import KeyLockout
from runwhy.services.memories import Memories, MemoryLimits
from runwhy.services.pending_commands import PendingCommands
from runwhy.services.rate_limits import RateLimits
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
from runwhy.wiring.container import Ground


def make_services(ground: Ground, *, cli_token: str | None, demo: DemoSupport) -> Services:
    """Every service, each over the same store, clock and ids."""
    store, clock, new_id, hidden = ground.store, ground.clock, ground.new_id, ground.hidden
    runs = _runs(ground)
    triggers, deliveries, erasures = _triggers(ground, runs), _deliveries(ground), _erasures(ground)
    pending = _pending(ground)
    access = _access(ground, cli_token)
    return Services(
        access=access,
        runs=runs,
        tasks=Tasks(runs, store, limit=ground.settings.queue_limit),
        sessions=_sessions(ground),
        envelopes=_envelopes(ground, runs),
        finding=RunCounts(runs=store, store=store, clock=clock),
        agents=_agents(ground),
        signins=SignIns(access=access, store=store, clock=clock),
        saved_views=SavedViews(store=store, clock=clock, new_id=new_id),
        memories=_memories(ground),
        demo=DemoData(
            store=store,
            clock=clock,
            runs=runs,
            triggers=triggers,
            deliveries=deliveries,
            erasures=erasures,
            support=demo,
        ),
        entries=Entries(store=store, entries=store, clock=clock, resume_commands=RESUME_COMMANDS),
        imports=Imports(store=store, folds=HISTORIES, clock=clock, secrets=hidden),
        erasures=erasures,
        triggers=triggers,
        autonomy=_autonomy(ground, runs),
        webhooks=_webhooks(ground, runs),
        deliveries=deliveries,
        pending=pending,
        terminals=_terminals(ground, pending),
        models=ground.models,
        store=store,
        queue=store,
    )


def _access(ground: Ground, cli_token: str | None) -> Access:
    settings = ground.settings
    rate = Rate(per_minute=settings.rate_limit, burst=settings.rate_burst)
    return Access(
        store=ground.store,
        clock=ground.clock,
        new_id=ground.new_id,
        local=settings.is_local,
        cli_token=cli_token,
        rates=RateLimits(rate if settings.rate_limit else None, ground.clock),
        attempts=KeyLockout(None if settings.is_local else _wrong_keys(settings), ground.clock),
    )


def _wrong_keys(settings: Settings) -> Rate | None:
    limit = settings.wrong_key_limit
    return Rate(per_minute=limit, burst=limit) if limit else None


def _runs(ground: Ground) -> Runs:
    graphs = {"langgraph": ground.graphs.check} if ground.graphs else {}
    return Runs(
        store=ground.store,
        feed=ground.feed,
        models=ground.models,
        clock=ground.clock,
        new_id=ground.new_id,
        executors={
            "builtin": None,
            **dict.fromkeys(ground.coding, option_check(ground.settings)),
            **graphs,
        },
        secrets=ground.hidden,
        telemetry=ground.telemetry,
    )


def _sessions(ground: Ground) -> Sessions:
    return Sessions(
        store=ground.store,
        feed=ground.feed,
        models=ground.models,
        clock=ground.clock,
        new_id=ground.new_id,
        secrets=ground.hidden,
    )


def _agents(ground: Ground) -> Agents:
    return Agents(
        store=ground.store,
        models=ground.models,
        clock=ground.clock,
        new_id=ground.new_id,
        secrets=ground.hidden,
    )


def _envelopes(ground: Ground, runs: Runs) -> Envelopes:
    settings = briefing_settings(ground.settings, ground.hidden)
    return Envelopes(store=ground.store, runs=runs, clock=ground.clock, settings=settings)


def _memories(ground: Ground) -> Memories:
    return Memories(
        store=ground.store,
        clock=ground.clock,
        new_id=ground.new_id,
        limits=_memory_limits(ground.settings),
        embedder=ground.embedder,
        secrets=ground.hidden,
    )


def _memory_limits(settings: Settings) -> MemoryLimits:
    return MemoryLimits(
        capacity=settings.memory_capacity,
        top_k=settings.memory_top_k,
        threshold=settings.memory_threshold,
        max_tokens=settings.memory_tokens,
        timeout=settings.memory_timeout,
    )


def _erasures(ground: Ground) -> Erasures:
    return Erasures(
        store=ground.store,
        clock=ground.clock,
        new_id=ground.new_id,
        server=ground.new_id("wrk") if ground.settings.is_postgres else "the only one",
        every=timedelta(seconds=ground.settings.retention_every),
    )


def _triggers(ground: Ground, runs: Runs) -> Triggers:
    return Triggers(
        store=ground.store,
        triggers=ground.store,
        runs=runs,
        clock=ground.clock,
        new_id=ground.new_id,
        server=ground.new_id("wrk"),
    )


def _autonomy(ground: Ground, runs: Runs) -> Autonomy:
    return Autonomy(
        store=ground.store,
        timers=ground.store,
        runs=runs,
        clock=ground.clock,
        new_id=ground.new_id,
        secrets=ground.hidden,
    )


def _webhooks(ground: Ground, runs: Runs) -> Webhooks:
    return Webhooks(
        triggers=ground.store,
        runs=runs,
        verify=webhook_signatures.verify,
        env=ground.environ.get,
        clock=ground.clock,
        new_id=ground.new_id,
        vault=ground.vault,
        telemetry=ground.telemetry,
    )


def _deliveries(ground: Ground) -> Deliveries:
    return Deliveries(
        store=ground.store,
        subscriptions=ground.store,
        post=Poster(Allowed.parse(ground.settings.webhook_hosts)),
        clock=ground.clock,
        new_id=ground.new_id,
        vault=ground.vault,
        telemetry=ground.telemetry,
    )


def _pending(ground: Ground) -> PendingCommands:
    named = (ground.environ.get(name) for name in ground.settings.redact_env)
    return PendingCommands(
        store=ground.store,
        blocks=ground.store,
        clock=ground.clock,
        new_id=ground.new_id,
        rules=ground.settings.private_commands,
        secrets=[value for value in named if value],
    )


def _terminals(ground: Ground, pending: PendingCommands) -> Terminals:
    settings = ground.settings
    return Terminals(
        store=ground.store,
        blocks=ground.store,
        pending=pending,
        feed=ground.feed,
        clock=ground.clock,
        new_id=ground.new_id,
        open_terminal=open_terminal,
        enabled=settings.terminals,
        limit=settings.max_terminals,
        idle=settings.terminal_idle,
    )
