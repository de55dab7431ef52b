"""The corpus of forgeries: texts that imitate an envelope."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_FILE = Path(__file__).parent / "corpus" / "forgeries.jsonl"


@dataclass(frozen=True)
class Forgery:
    """A text, or several that belong together, in which `{{name}}` is replaced by a real secret."""

    kind: str
    name: str
    parts: tuple[str, ...]

    def filled(self, secrets: Mapping[str, str]) -> list[str]:
        """Return the texts filled with values that an attacker may have learned."""
        filled = list(self.parts)
        for name, value in secrets.items():
            filled = [part.replace("{{" + name + "}}", value) for part in filled]
        return filled


FORGERIES = [
    Forgery(line["kind"], line["name"], tuple(line["parts"]))
    for line in map(json.loads, _FILE.read_text().splitlines())
]
