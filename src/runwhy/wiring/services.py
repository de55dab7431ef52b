"""The services that routes use."""

from __future__ import annotations

from datetime import timedelta

from runwhy.core.accounts.rate_limits import Rate
from runwhy.core.triggers.rules import TriggerVariables, read_allowed
from runwhy.demo.agents import DemoAgents
from runwhy.demo.budgets_and_alerts import BudgetsAndAlerts
from runwhy.demo.data import DemoData, DemoSupport
from runwhy.executors.builtin.engine_setup import briefing_settings
from runwhy.executors.builtin.provider_checks import ProviderChecks
from runwhy.executors.builtin.providers import make_providers
from runwhy.executors.coding_agents import RESUME_COMMANDS, option_check
from runwhy.net.addresses import Allowed
from runwhy.normalizers.histories import HISTORIES
from runwhy.normalizers.session_starts import read_start
from runwhy.server.dependencies import Services
from runwhy.services.access import Access, SignIns
from runwhy.services.agents import Agents
from runwhy.services.alert_changes import AlertChanges
from runwhy.services.alerts import Alerts
from runwhy.services.audit import AuditLog, Refusals
from runwhy.services.autonomy import Autonomy
from runwhy.services.budgets import Budgets
from runwhy.services.completions import Completions
from runwhy.services.deliveries import Deliveries, PostWebhook
from runwhy.services.entries import Entries
from runwhy.services.envelopes import Envelopes
from runwhy.services.erasure import Erasures
from runwhy.services.imports import Imports
from runwhy.services.inbox import Inbox
from runwhy.services.inbox_notices import InboxNotices
from runwhy.services.inbox_sources import StoreSources
from runwhy.services.memories import Memories, MemoryLimits
from runwhy.services.model_checks import ModelChecks
from runwhy.services.pending_commands import PendingCommands
from runwhy.services.queue_state import QueueState
from runwhy.services.rate_limits import Buckets, KeyLockout, RateLimits
from runwhy.services.run_counts import RunCounts
from runwhy.services.runs import Runs, Tasks
from runwhy.services.saved_views import SavedViews
from runwhy.services.sessions import Sessions
from runwhy.services.terminals import Terminals
from runwhy.services.triggers import Triggers
from runwhy.services.webhooks import Webhooks
from runwhy.triggers.outgoing_webhooks import Poster
from runwhy.wiring.adapters import open_terminal
from runwhy.wiring.container import Container


def make_services(container: Container, *, cli_token: str | None, demo: DemoSupport) -> Services:
    """Create all services on the same store, clock and ids."""
    store, clock, hidden = container.store, container.clock, container.hidden
    cleaning, models = container.cleaning, container.models
    access, runs = _access(container, cli_token), _runs(container)
    agents = Agents(**cleaning, models=models)
    sessions = Sessions(**cleaning, feed=container.feed, models=models)
    triggers, erasures = _triggers(container, runs), _erasures(container)
    pending = PendingCommands(**cleaning, rules=container.settings.private_commands)
    allowed = Allowed.parse(container.settings.webhook_hosts)
    deliveries = make_deliveries(container, Poster(allowed))
    inbox = _inbox(container)
    return Services(
        access=access,
        audit=AuditLog(store=store),
        alerts=_alerts(container),
        budgets=Budgets(**container.basics),
        runs=runs,
        tasks=Tasks(runs=runs, store=store, limit=container.settings.queue_limit),
        sessions=sessions,
        envelopes=_envelopes(container, runs),
        run_counts=RunCounts(store=store),
        agents=agents,
        completions=_completions(container, runs, agents, sessions),
        refusals=Refusals(access=access, store=store, clock=clock),
        signins=SignIns(access=access, store=store, clock=clock),
        saved_views=SavedViews(**container.basics),
        memories=_memories(container),
        queue=QueueState(store=store, clock=clock, limits=container.rules.limits),
        model_checks=_model_checks(container),
        demo=_demo(container, demo, runs, triggers, deliveries, erasures, agents),
        entries=Entries(store=store, clock=clock, resume_commands=RESUME_COMMANDS),
        inbox=inbox,
        notices=InboxNotices(**container.basics, inbox=inbox, server=container.lease_holder()),
        imports=_imports(container),
        erasures=erasures,
        triggers=triggers,
        autonomy=Autonomy(**cleaning, runs=runs),
        webhooks=_webhooks(container, runs),
        deliveries=deliveries,
        pending=pending,
        terminals=_terminals(container, pending),
        models=models,
        hidden=hidden,
    )


def _alerts(container: Container) -> Alerts:
    return Alerts(**container.basics, changes=AlertChanges(**container.basics))


def _access(container: Container, cli_token: str | None) -> Access:
    settings, clock = container.settings, container.clock
    rate, wrong = settings.rate_limit, None if settings.is_local else settings.wrong_key_limit
    return Access(
        **container.basics,
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
        **container.cleaning,
        feed=container.feed,
        models=container.models,
        executors={
            "builtin": None,
            **dict.fromkeys(container.coding, option_check(container.settings)),
            **graphs,
        },
        telemetry=container.telemetry,
        rules=container.rules,
    )


def _completions(
    container: Container, runs: Runs, agents: Agents, sessions: Sessions
) -> Completions:
    return Completions(
        runs=runs,
        agents=agents,
        sessions=sessions,
        erasures=container.store,
        cancel_on_disconnect=container.settings.cancel_on_disconnect,
    )


def _demo(
    container: Container,
    support: DemoSupport,
    runs: Runs,
    triggers: Triggers,
    deliveries: Deliveries,
    erasures: Erasures,
    agents: Agents,
) -> DemoData:
    return DemoData(
        store=container.store,
        clock=container.clock,
        support=support,
        watched=BudgetsAndAlerts(budgets=Budgets(**container.basics), alerts=_alerts(container)),
        agents=DemoAgents(agents=agents, memories=_memories(container)),
        runs=runs,
        triggers=triggers,
        deliveries=deliveries,
        erasures=erasures,
    )


def _imports(container: Container) -> Imports:
    return Imports(
        store=container.store,
        folds=HISTORIES,
        read_start=read_start,
        clock=container.clock,
        secrets=container.hidden,
    )


def _envelopes(container: Container, runs: Runs) -> Envelopes:
    settings = briefing_settings(container.settings, container.hidden)
    return Envelopes(store=container.store, runs=runs, clock=container.clock, settings=settings)


def _memories(container: Container) -> Memories:
    settings = container.settings
    limits = MemoryLimits(
        capacity=settings.memory_capacity,
        top_k=settings.memory_top_k,
        threshold=settings.memory_threshold,
        max_tokens=settings.memory_tokens,
        timeout=settings.memory_timeout,
    )
    return Memories(**container.cleaning, limits=limits, embedder=container.embedder)


def _model_checks(container: Container) -> ModelChecks:
    providers = make_providers(container.settings.providers, container.environ)
    checker = ProviderChecks(providers=providers, secrets=container.hidden)
    return ModelChecks(checker=checker, clock=container.clock)


def _inbox(container: Container) -> Inbox:
    settings, store = container.settings, container.store
    sources = StoreSources(
        store=store,
        approval_timeout=timedelta(seconds=settings.approval_timeout),
        tool_timeout=timedelta(seconds=settings.tool_timeout),
    )
    return Inbox(store=store, feed=container.feed, clock=container.clock, sources=sources.sources())


def _erasures(container: Container) -> Erasures:
    every = timedelta(seconds=container.settings.retention_every)
    return Erasures(**container.basics, server=container.lease_holder(), every=every)


def _triggers(container: Container, runs: Runs) -> Triggers:
    settings = container.settings
    return Triggers(
        **container.cleaning,
        runs=runs,
        server=container.new_id("wrk"),
        variables=TriggerVariables(
            tokens=settings.telegram_variables, secrets=settings.webhook_variables
        ),
    )


def _webhooks(container: Container, runs: Runs) -> Webhooks:
    return Webhooks(
        **container.cleaning,
        runs=runs,
        env=read_allowed(container.environ.get, container.settings.webhook_variables),
        vault=container.vault,
        telemetry=container.telemetry,
    )


def make_deliveries(container: Container, post: PostWebhook) -> Deliveries:
    """Create the service for outgoing webhooks, which sends them with `post`."""
    return Deliveries(
        **container.basics,
        post=post,
        vault=container.vault,
        telemetry=container.telemetry,
    )


def _terminals(container: Container, pending: PendingCommands) -> Terminals:
    settings = container.settings
    return Terminals(
        **container.basics,
        conversations=container.store,
        audit=container.store,
        pending=pending,
        feed=container.feed,
        open_terminal=open_terminal,
        enabled=settings.terminals,
        limit=settings.max_terminals,
        idle=settings.terminal_idle,
    )
