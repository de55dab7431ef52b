"""Normalizers by agent name.

A normalizer's state is a plain value. It can be stored in the middle of a stream and loaded later,
and the entries are the same as without the interruption.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic

import msgspec
from msgspec.structs import replace

from runwhy.core.agents.entries import EntryChange, Stamp
from runwhy.core.runs.provenance import Provenance
from runwhy.errors import InvalidInput
from runwhy.normalizers import acp, claude, codex_app_server, codex_exec, copilot, cursor
from runwhy.normalizers.fold_state import Changes, Line, S, Used, finish_open, learn


@dataclass(frozen=True, slots=True)
class Normalizer(Generic[S]):
    """The fold of one agent's lines: initial state and step."""

    first: S
    step: Callable[[S, Line], tuple[S, Changes]]
    # The tokens that a line reports for a message.
    used: Callable[[Line], Used | None] = lambda _: None

    def start(
        self,
        *,
        session: str | None = None,
        model: str | None = None,
        sender: Provenance = Provenance.HUMAN,
    ) -> S:
        """Return the initial state: session id and model if known, and the sender of prompts."""
        return learn(replace(self.first, sender=sender), session=session, model=model)

    def finish(self, state: S) -> tuple[S, Changes]:
        """Close open entries at the end of the stream."""
        return finish_open(state)

    def learn_model(self, state: S, model: str) -> S:
        """Return the state with a model that the stream itself does not report."""
        return learn(state, model=model)

    def dump(self, state: S) -> str:
        """Return the state as JSON."""
        return json.dumps(msgspec.to_builtins(state), ensure_ascii=False)

    def load(self, text: str) -> S:
        """Load a dumped state."""
        return msgspec.convert(json.loads(text), type(self.first))


_CODEX_EXEC = Normalizer(codex_exec.State(), codex_exec.normalize)

NORMALIZERS: Mapping[str, Normalizer[Any]] = {
    "acp": Normalizer(acp.State(), acp.normalize),
    "claude": Normalizer(claude.State(), claude.normalize),
    "codex": _CODEX_EXEC,
    "codex-exec": _CODEX_EXEC,
    "codex-app-server": Normalizer(codex_app_server.State(), codex_app_server.normalize),
    "copilot": Normalizer(copilot.State(), copilot.normalize),
    "cursor": Normalizer(cursor.State(), cursor.normalize),
}


def acp_normalizer(agent: str) -> Normalizer[Any]:
    """Return the normalizer of an agent that speaks the Agent Client Protocol, by its name."""
    return Normalizer(acp.State(stamp=Stamp(agent=agent)), acp.normalize)


def normalizer_of(agent: str) -> Normalizer[Any]:
    """Return the normalizer of an agent's stream.

    Raises:
            InvalidInput: the name is unknown.
    """
    try:
        return NORMALIZERS[agent]
    except KeyError:
        known = ", ".join(NORMALIZERS)
        raise InvalidInput(f"no normalizer for {agent!r}; use one of: {known}") from None


def normalize(
    agent: str,
    lines: Iterable[Line],
    *,
    session: str | None = None,
    sender: Provenance = Provenance.HUMAN,
) -> Iterator[EntryChange]:
    """Yield the entry changes of a complete stream, in order.

    Raises:
        InvalidInput: the agent is unknown.
    """
    fold = normalizer_of(agent)
    return _changes(fold, fold.start(session=session, sender=sender), lines)


def _changes(fold: Normalizer[S], state: S, lines: Iterable[Line]) -> Iterator[EntryChange]:
    for line in lines:
        state, changes = fold.step(state, line)
        yield from changes
    _, changes = fold.finish(state)
    yield from changes
