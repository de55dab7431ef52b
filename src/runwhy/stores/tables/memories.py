"""Tables of memories."""

from __future__ import annotations

from runwhy.stores.tables.schema import table

memory_spaces = table("memory_spaces", id=int, workspace=int, agent=str, person=str)

memories = table(
    "memories",
    seq=int,
    id=str,
    workspace=int,
    space=int,
    text=str,
    source=str,
    terms=str,
    gist=str,
    run_id=str,
    vector=bytes,
    vector_of=str,
    created_at=int,
    updated_at=int,
)
