"""Recorded streams and their golden entries; run as a module to rewrite the golden files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from runwhy.core.agents.entries import EntryChange, change_json
from runwhy.normalizers.lines import split_lines
from runwhy.normalizers.registry import normalize

HERE = Path(__file__).parent
Json = dict[str, object]


@dataclass(frozen=True)
class Recorded:
    """One stream and the agent that wrote it."""

    agent: str
    path: Path

    @property
    def name(self) -> str:
        return f"{self.path.parent.name}-{self.path.stem}"

    @property
    def golden(self) -> Path:
        return HERE / "golden" / f"{self.name}.json"

    @cached_property
    def data(self) -> bytes:
        return self.path.read_bytes()

    def told(self) -> list[Json]:
        return wire(normalize(self.agent, split_lines([self.data])))


def wire(changes: Iterable[EntryChange]) -> list[Json]:
    return [change_json(change) for change in changes]


def _agent(path: Path) -> str:
    if path.parent.name.startswith("acp-"):
        return "acp"
    if path.parent.name != "codex":
        return path.parent.name
    return "codex-app-server" if path.stem.startswith("appserver") else "codex-exec"


STREAMS = [Recorded(_agent(path), path) for path in sorted(HERE.glob("streams/*/*.jsonl"))]


def main() -> None:
    """Write the current entries: one change per line, so that differences are readable."""
    for stream in STREAMS:
        lines = ",\n".join(json.dumps(change, ensure_ascii=False) for change in stream.told())
        stream.golden.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
