"""Task parts: what a coding agent gets from the parts of its run."""

from __future__ import annotations

from collections.abc import Sequence

from runwhy.core.runs.log import Part, PartKind, Turn


def task_of(parts: Sequence[Part]) -> str:
    """Return the last user message; earlier messages become context."""
    messages = [part for part in parts if part.kind is PartKind.MESSAGE and part.role != "system"]
    return messages[-1].text if messages else ""


def instructions_of(parts: Sequence[Part]) -> list[str]:
    """Return the system messages."""
    return [p.text for p in parts if p.kind is PartKind.MESSAGE and p.role == "system" and p.text]


def context_of(parts: Sequence[Part]) -> tuple[str, ...]:
    """Return the material around the task: earlier messages, commands, a webhook's body."""
    messages = [part for part in parts if part.kind is PartKind.MESSAGE and part.role != "system"]
    earlier = [f"{part.role}: {part.text}" for part in messages[:-1]]
    quoted = [part.text for part in parts if part.kind is PartKind.CONTEXT]
    history = ["Conversation before this task:\n\n" + "\n\n".join(earlier)] if earlier else []
    return (*history, *quoted)


def earlier_session(turns: Sequence[Turn], agent: str) -> str | None:
    """Return the agent's own session behind its newest turn."""
    for turn in reversed(turns):
        for part in reversed(turn.parts):
            session = part.data.get("agentSession")
            if not turn.rolled_back and part.data.get("agent") == agent and session:
                return str(session)
    return None
