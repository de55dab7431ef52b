"""Queryable values of runs and sessions; stores follow this one definition."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from runwhy.core.json import compact_json
from runwhy.core.queries import QuerySubject, fold
from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.run import Run, is_terminal
from runwhy.core.runs.usage import Usage
from runwhy.core.sessions.session import Session

MAX_SEARCHED = 4000  # searchable characters of the prompt, and of the final text


def prompt_of(parts: Iterable[Part]) -> str:
    """Return the prompt: all messages in the user role."""
    messages = (part for part in parts if part.kind is PartKind.MESSAGE and part.role == "user")
    return "\n".join(part.text for part in messages)


def searched(text: str, more: str | None = None) -> str:
    """Return texts as stored for search: the beginning of each, case-folded."""
    return fold(text[:MAX_SEARCHED]) + searched_too(more)


def searched_too(text: str | None) -> str:
    """Return the searchable form of a text that is added later."""
    return "\n" + fold(text[:MAX_SEARCHED]) if text else ""


def run_subject(run: Run, prompt: str = "", agent_name: str | None = None) -> QuerySubject:
    """Return the queryable values of a run; `prompt` comes from `prompt_of`.

    `agent_name` is the present name of its agent.
    """
    actor, ended = run.origin.actor, is_terminal(run.status)
    lasted = None
    if run.started_at is not None and run.finished_at is not None:
        lasted = (run.finished_at - run.started_at).total_seconds()
    return QuerySubject(
        tags=run.tagging.tags,
        status=run.status.value,
        created=run.created_at,
        trigger=run.origin.trigger,
        trigger_id=run.origin.trigger_id,
        trigger_name=run.origin.trigger_name,
        actor=actor.id or actor.name or actor.kind,
        agent=run.spec.agent_id,
        agent_name=agent_name,
        model=run.model.id if run.model else run.spec.model_id,
        executor=run.executor,
        session=run.session_id,
        parent=run.parent_run_id,
        rerun_of=run.origin.rerun_of,
        finished=run.finished_at,
        duration=lasted,
        tokens=run.tokens.input + run.tokens.output if ended else None,
        input_tokens=run.tokens.input if ended else None,
        cached_tokens=run.tokens.cached if ended else None,
        cost=run.cost.picos,
        unpriced_calls=run.cost.unpriced_calls if ended else None,
        first_token=None if run.first_token_ms is None else run.first_token_ms / 1000,
        error=run.failure.kind if run.failure else None,
        budget=_budgets(run),
        text=searched(prompt, run.final_text),
    )


def _budgets(run: Run) -> str | None:
    found = [[b.id, b.name, b.scope] if b.scope else [b.id, b.name] for b in run.budgets]
    return compact_json(found) if found else None


def session_subject(session: Session, usage: Usage | None = None) -> QuerySubject:
    """Return the queryable values of a session; fields that only runs have are unknown.

    `usage` is the usage of its ended runs, None for readers who may not see all of them.
    """
    ended = session.ended_at
    used = {} if usage is None else _usage_values(usage)
    return QuerySubject(
        tags=session.tags,
        status=session.status.value,
        created=session.created_at,
        agent=session.spec.agent_id,
        model=session.spec.model_id,
        executor=session.spec.executor_name,
        session=session.id,
        finished=ended,
        duration=(ended - session.created_at).total_seconds() if ended else None,
        text=searched(session.name, session.summary),
        **used,
    )


def _usage_values(usage: Usage) -> dict[str, Any]:
    tokens, first = usage.tokens, usage.first_token_ms
    return {
        "tokens": tokens.input + tokens.output,
        "input_tokens": tokens.input,
        "cached_tokens": tokens.cached,
        "cost": usage.cost.picos,
        "unpriced_calls": usage.cost.unpriced_calls,
        "first_token": None if first is None else first / 1000,
    }
