"""Tables of runs, their log and their events."""

from __future__ import annotations

from runwhy.stores.tables.schema import table

runs = table(
    "runs",
    seq=int,
    id=str,
    workspace=int,
    session_id=str,
    status=str,
    trigger=str,
    trigger_id=str,
    actor=str,
    agent_id=str,
    model_id=str,
    executor=str,
    tags=dict,
    tag_sources=str,
    origin=str,
    spec=str,
    model=str,
    input_tokens=int,
    cached_tokens=int,
    reasoning_tokens=int,
    output_tokens=int,
    turns=int,
    final_text=str,
    failure=str,
    failure_reason=str,
    error=str,
    envelope=str,
    memory=str,
    delivery=str,
    parent_run_id=str,
    root_run_id=str,
    attempt=int,
    rolled_back=bool,
    trace=str,
    created_at=int,
    started_at=int,
    finished_at=int,
    erased_at=int,
)

parts = table(
    "parts",
    run_id=str,
    idx=int,
    kind=str,
    role=str,
    provenance=str,
    text=str,
    extra=str,
    at=int,
)

events = table(
    "events",
    run_id=str,
    seq=int,
    session_id=str,
    session_seq=int,
    type=str,
    data=str,
    at=int,
)

run_texts = table("run_texts", seq=int, text=str)
