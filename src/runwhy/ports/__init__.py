"""Ports: protocols for everything the services need from outside, one area per file.

Each method of a store is one transaction.
"""

from runwhy.ports.accounts import AccountStore, AgentStore, AuditStore, SavedViewStore
from runwhy.ports.alerts import AlertStore
from runwhy.ports.budgets import BudgetStore
from runwhy.ports.context import AUDIT_CONTEXT, Clock, IdempotencyKey, NewId
from runwhy.ports.entries import EntryStore, ImportStore
from runwhy.ports.erasure import ErasureStore
from runwhy.ports.executors import (
    Executor,
    Fold,
    HistoryFold,
    Journal,
    ScheduleFollowUp,
    SpawnRun,
    Work,
)
from runwhy.ports.feed import (
    ALERTS_TOPIC,
    CANCEL_TOPIC,
    ENDED_TOPIC,
    ERASED_TOPIC,
    ERASURES_TOPIC,
    INBOX_TOPIC,
    JOBS_TOPIC,
    OUTGOING_TOPIC,
    RELAY_TOPIC,
    REPLIES_TOPIC,
    TIMERS_TOPIC,
    TRIGGERS_TOPIC,
    Feed,
    Subscription,
    inbox_topic,
    inbox_topics,
    resources_topic,
    run_topic,
    session_topic,
    workspace_topic,
)
from runwhy.ports.inbox import InboxStore, NoticeStore
from runwhy.ports.memory import Embedder, MemoryMatches, MemoryStore, RunMemory
from runwhy.ports.models import (
    CallDelta,
    Delta,
    EndedCall,
    Model,
    ModelFailed,
    ModelInfo,
    ModelOutput,
    ModelReply,
    ModelRequest,
    Models,
    TextDelta,
)
from runwhy.ports.queue import (
    Claim,
    DispatchedJob,
    Engine,
    EngineAway,
    EngineCall,
    EngineWorker,
    Hold,
    JobStore,
    Need,
    Perform,
    Progress,
    QueueRunner,
    Superseded,
    Suspended,
    Waiting,
    WorkStore,
)
from runwhy.ports.runs import (
    ConversationStore,
    CountStore,
    FoundRuns,
    RunFilter,
    RunStore,
    SessionFilter,
    SessionPage,
    SessionStore,
    SortedRuns,
    tag_queries,
)
from runwhy.ports.terminal import (
    BlockStore,
    CommandEnd,
    OpenTerminal,
    Terminal,
    TerminalListener,
    TerminalSpec,
)
from runwhy.ports.triggers import AlreadyFired, SubscriptionStore, TimerStore, TriggerStore
