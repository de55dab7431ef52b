"""Rules of the queue: which pool, tenant, limits and priority a run has."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from runwhy.core.json import compact_json
from runwhy.core.queue.limits import NO_LIMITS, Limits, short
from runwhy.core.runs.provenance import PERSONAL_TRIGGERS
from runwhy.core.runs.run import Run

DEFAULT_POOL = "default"
BATCH_TRIGGER = "daemon"  # runs of `POST /tasks`


class Priority(IntEnum):
    """Order of the runs of one tenant; a smaller number is served first."""

    MESSAGE = 0
    SCHEDULE = 1
    BATCH = 2


PRIORITIES = tuple(priority.name.lower() for priority in Priority)


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueEntry:
    """The pool, tenant, limit keys and priority of a queued run."""

    pool: str = DEFAULT_POOL
    tenant: str = ""
    keys: tuple[str, ...] = ()
    priority: Priority = Priority.MESSAGE
    rules: str = ""  # version of the rules that it follows


DEFAULT_ENTRY = QueueEntry()


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueRules:
    """The settings that decide which entry a run gets."""

    limits: Limits = NO_LIMITS
    fair_by: str = ""  # tag whose values divide a workspace into tenants
    pools: Mapping[str, str] = field(default_factory=dict)  # by executor
    default_model: str = ""
    version: str = field(init=False)

    def __post_init__(self) -> None:
        names = sorted(self.limits.by_name)
        facts = [names, self.fair_by, sorted(self.pools.items()), self.default_model]
        digest = hashlib.sha256(compact_json(facts).encode()).hexdigest()
        object.__setattr__(self, "version", digest[:12])

    def entry_of(self, run: Run) -> QueueEntry:
        """Return the entry of a run."""
        tags, executor = run.tagging.tags, run.executor
        return QueueEntry(
            pool=_text(run.spec.pool) or self.pools.get(executor) or DEFAULT_POOL,
            tenant=short(tags.get(self.fair_by, "")) if self.fair_by else "",
            keys=self.limits.keys_of(
                workspace=run.workspace,
                tags=tags,
                executor=executor,
                model=run.spec.model_id or self.default_model,
            ),
            priority=priority_of(run),
            rules=self.version,
        )


DEFAULT_RULES = QueueRules()


def priority_of(run: Run) -> Priority:
    """Return the priority of a run: that of its trigger, or a lower one if its spec requests it.

    A run that another run started has the priority of the run at the top.
    """
    root = run.origin.facts.get("root_trigger") if run.parent_run_id else None
    trigger = root if isinstance(root, str) else run.origin.trigger
    own = Priority.SCHEDULE
    if trigger == BATCH_TRIGGER:
        own = Priority.BATCH
    elif trigger in PERSONAL_TRIGGERS:
        own = Priority.MESSAGE
    asked = _text(run.spec.priority)
    return max(own, Priority[asked.upper()]) if asked in PRIORITIES else own


def _text(value: object) -> str:
    """Return a value that may have been stored before the field had a meaning."""
    return value if isinstance(value, str) else ""
