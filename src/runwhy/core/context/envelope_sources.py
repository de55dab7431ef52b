"""An envelope explained for people: its fields, its size, and the source of each value."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from runwhy.core.context.envelope import SERVER_FIELDS
from runwhy.core.context.envelope_fit import MAX_BYTES
from runwhy.core.json import JsonObject
from runwhy.core.runs.run import EnvelopeFacts, Run

SERVER = "server"  # set by the server
TRIGGER = "trigger"  # a fact from the trigger
CALLER = "caller"  # `context` of the request, its session or its agent
SECTIONS = ("tags", "context")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownEnvelope:
    """The envelope of a run.

    `written` is true once the run has started. Before that, `text` is a preview with zeros in place
    of values that only the server knows later.
    """

    run_id: str | None
    written: bool
    text: str
    facts: EnvelopeFacts
    sources: Mapping[str, str]
    limit: int = MAX_BYTES

    @property
    def fields(self) -> JsonObject:
        """The envelope's fields."""
        (fields,) = json.loads(self.text).values()
        return dict(fields)


def sources_of(text: str, run: Run) -> dict[str, str]:
    """Return the source of each field and of each key of `tags` and `context`, by dotted name."""
    (fields,) = json.loads(text).values()
    return dict(_sources(fields, run))


def _sources(fields: JsonObject, run: Run) -> Iterator[tuple[str, str]]:
    for name, value in fields.items():
        if name in SECTIONS and isinstance(value, Mapping):
            for key in value:
                source = run.tagging.sources[key].value if name == "tags" else CALLER
                yield f"{name}.{key}", source
        else:
            yield name, SERVER if name in SERVER_FIELDS else TRIGGER
