"""Memories in SQL: without duplicates, limited in number, and searchable by their terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, func, insert, select, update

from runwhy.core.memory.memories import (
    Memory,
    MemoryFilter,
    Namespace,
    NamespaceCount,
    check_room,
)
from runwhy.core.memory.terms import gist_of, terms_of
from runwhy.core.runs.memory_facts import MemoryFacts, MemorySource
from runwhy.core.runs.run import Run
from runwhy.errors import NotFound
from runwhy.ports import IdempotencyKey, MemoryMatches
from runwhy.stores import tables
from runwhy.stores.accounts import audit
from runwhy.stores.accounts.idempotency import find_earlier_result
from runwhy.stores.sql import rows
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.sql.records import Records, Spread

_memories, _spaces = tables.memories, tables.memory_spaces
_records = Records(_memories, Memory, namespace=Spread(Namespace, agent="agent", user="person"))


def add(tx: Tx, memory: Memory, *, capacity: int, once: IdempotencyKey | None = None) -> Memory:
    """Add a memory, or return the one from an earlier attempt. Raises: Conflict, NotFound."""
    first = find_earlier_result(tx, memory.workspace, once, memory.id, memory.created_at)
    if first is not None:
        return _must_get(tx, memory.workspace, first)
    space = _lock_space(tx, memory.workspace, memory.namespace)
    check_room(gist_of(memory.text), _gists(tx, space), capacity)
    row = {
        "id": memory.id,
        "workspace": memory.workspace,
        "space": space,
        "source": memory.source.value,
        "run_id": memory.run_id,
        "created_at": rows.to_ms(memory.created_at),
        "updated_at": rows.to_ms(memory.updated_at),
        **_text_columns(memory.text),
    }
    query = insert(_memories).values(row).returning(_memories.c.seq)
    seq: int = tx.conn.execute(query).scalar_one()
    tx.dialect.add_memory(tx.conn, seq, space, str(row["terms"]))
    _record_change(tx, "memory.added", memory.workspace, memory.id, memory.namespace)
    return replace(memory, seq=seq)


def get(tx: Tx, workspace: int, id: str) -> Memory | None:
    """Return the memory with this id."""
    return _records.first(tx.conn, _select(workspace).where(_memories.c.id == id))


def list_memories(
    tx: Tx, workspace: int, filter: MemoryFilter, *, limit: int, before: int | None = None
) -> Sequence[Memory]:
    """Return memories, newest first."""
    return _records.page(tx.conn, _select(workspace, filter), limit=limit, before=before)


def change(
    tx: Tx, workspace: int, id: str, text: str, source: MemorySource, *, at: datetime
) -> Memory | None:
    """Change the text of a memory. Raises: Conflict if another memory has this text."""
    old = get(tx, workspace, id)
    if old is None:
        return None
    space = _lock_space(tx, workspace, old.namespace)
    others = {other: gist for other, gist in _gists(tx, space).items() if other != id}
    check_room(gist_of(text), others, len(others) + 1)
    now = {"source": source.value, "updated_at": rows.to_ms(at), **_text_columns(text)}
    if _remove_from_index(tx, [id]) == 0:
        return None
    query = update(_memories).where(_memories.c.id == id).values(now).returning(_memories.c.seq)
    seq = tx.conn.execute(query).scalar()
    if seq is None:
        return None
    tx.dialect.add_memory(tx.conn, seq, space, str(now["terms"]))
    _record_change(tx, "memory.changed", workspace, id, old.namespace)
    return replace(old, text=text, source=source, updated_at=at)


def remove(tx: Tx, workspace: int, id: str) -> bool:
    """Delete a memory; return whether it existed."""
    mine = (_memories.c.workspace == workspace) & (_memories.c.id == id)
    ids = tx.conn.execute(select(_memories.c.id).where(mine)).scalars().all()
    for gone in ids:
        _record_change(tx, "memory.removed", workspace, gone)
    return _delete(tx, ids) > 0


def forget(tx: Tx, workspace: int, filter: MemoryFilter) -> int:
    """Delete all memories that match a filter; return how many."""
    query = _select(workspace, filter).with_only_columns(_memories.c.id)
    ids = tx.conn.execute(query).scalars().all()
    for gone in ids:
        _record_change(tx, "memory.removed", workspace, gone)
    return _delete(tx, ids)


def delete_for_runs(tx: Tx, run_ids: Sequence[str]) -> Sequence[str]:
    """Delete the memories that runs have added, and namespaces left empty; return their ids."""
    mine = select(_memories.c.id, _memories.c.space).where(_memories.c.run_id.in_(run_ids))
    found = tx.conn.execute(mine).all()
    if found:
        _delete(tx, [row.id for row in found])
        theirs = _spaces.c.id.in_({row.space for row in found})
        tx.conn.execute(tx.dialect.locked(select(_spaces.c.id).where(theirs))).all()
        used = select(_memories.c.id).where(_memories.c.space == _spaces.c.id).exists()
        tx.conn.execute(delete(_spaces).where(theirs, ~used))
    return [row.id for row in found]


def note_recalls(tx: Tx, run_id: str, facts: MemoryFacts) -> None:
    """Store which memories a run recalled."""
    found = [{"memory_id": hit.id, "run_id": run_id} for hit in facts.hits]
    if found:
        tx.conn.execute(tx.dialect.insert_or_ignore(tables.memory_recalls), found)


def list_recalls(tx: Tx, workspace: int, memory_id: str, *, limit: int) -> Sequence[Run]:
    """Return the newest runs that recalled a memory."""
    recalls, runs = tables.memory_recalls, tables.runs
    joined = select(runs).join(recalls, recalls.c.run_id == runs.c.id)
    mine = joined.where(recalls.c.memory_id == memory_id, runs.c.workspace == workspace)
    found = tx.conn.execute(mine.order_by(runs.c.seq.desc()).limit(limit)).mappings()
    return rows.runs_of(found)


def list_namespaces(tx: Tx, workspace: int) -> Sequence[NamespaceCount]:
    """Return the agents and users that have memories, with their numbers, most first."""
    count = func.count().label("memories")
    query = (
        _select(workspace)
        .with_only_columns(_spaces.c.agent, _spaces.c.person, count)
        .group_by(_spaces.c.agent, _spaces.c.person)
        .order_by(count.desc(), _spaces.c.agent, _spaces.c.person)
    )
    return [
        NamespaceCount(namespace=Namespace(agent=row.agent, user=row.person), count=row.memories)
        for row in tx.conn.execute(query)
    ]


def find(
    tx: Tx, workspace: int, filter: MemoryFilter, terms: Sequence[str], *, limit: int
) -> MemoryMatches:
    """Return the newest memories that have any of the terms, and how many memories exist."""
    total = _count(tx, workspace, filter)
    if not terms or not total:
        return MemoryMatches(total=total)
    having = tx.dialect.memories_having(terms, _space_of(tx, workspace, filter))
    query = _select(workspace, filter).where(having)
    found = tx.conn.execute(query.order_by(_memories.c.seq.desc()).limit(limit)).mappings()
    return MemoryMatches(
        total=total, memories=[(_records.read(r), r["terms"].split()) for r in found]
    )


def vectors(
    tx: Tx, workspace: int, filter: MemoryFilter, *, of: str, limit: int
) -> Sequence[tuple[Memory, bytes | None]]:
    """Return the newest memories, each with its vector if it has one of this model."""
    query = _select(workspace, filter).order_by(_memories.c.seq.desc()).limit(limit)
    return [
        (_records.read(row), bytes(row["vector"]) if row["vector_of"] == of else None)
        for row in tx.conn.execute(query).mappings()
    ]


def set_vectors(tx: Tx, of: str, made: Mapping[str, tuple[str, bytes]]) -> None:
    """Store vectors by memory id, unless the memory's text has changed since."""
    for id, (text, vector) in made.items():
        same = (_memories.c.id == id) & (_memories.c.text == text)
        tx.conn.execute(update(_memories).where(same).values(vector=vector, vector_of=of))


def _record_change(
    tx: Tx, action: str, workspace: int, id: str, of: Namespace | None = None
) -> None:
    """Record a change in the audit log without the text, which must be deletable."""
    audit.record(tx, action, workspace, id, after=of)


def _text_columns(text: str) -> dict[str, Any]:
    """Return the columns that are derived from a memory's text."""
    terms, gist = " ".join(terms_of(text)), " ".join(gist_of(text))
    return {"text": text, "terms": terms, "gist": gist, "vector": None, "vector_of": None}


def _lock_space(tx: Tx, workspace: int, namespace: Namespace) -> int:
    """Return the namespace of an agent's memories about a user, locked until the commit."""
    value = {"workspace": workspace, "agent": namespace.agent, "person": namespace.user}
    tx.conn.execute(tx.dialect.insert_or_ignore(_spaces).values(value))
    query = select(_spaces.c.id).where(*(_spaces.c[name] == value[name] for name in value))
    space: int = tx.conn.execute(tx.dialect.locked(query)).scalar_one()
    return space


def _gists(tx: Tx, space: int) -> dict[str, list[str]]:
    query = select(_memories.c.id, _memories.c.gist).where(_memories.c.space == space)
    return {row.id: row.gist.split() for row in tx.conn.execute(query)}


def _space_of(tx: Tx, workspace: int, filter: MemoryFilter) -> int | None:
    if filter.agent is None or filter.user is None:
        return None
    query = select(_spaces.c.id).where(_spaces.c.workspace == workspace, *_in_namespace(filter))
    return tx.conn.execute(query).scalar()


def _count(tx: Tx, workspace: int, filter: MemoryFilter) -> int:
    query = _select(workspace, filter).with_only_columns(func.count())
    count: int = tx.conn.execute(query).scalar_one()
    return count


def _delete(tx: Tx, ids: Sequence[str]) -> int:
    _remove_from_index(tx, ids)
    if not ids:
        return 0
    recalls = tables.memory_recalls
    tx.conn.execute(delete(recalls).where(recalls.c.memory_id.in_(ids)))
    return tx.conn.execute(delete(_memories).where(_memories.c.id.in_(ids))).rowcount


def _remove_from_index(tx: Tx, ids: Sequence[str]) -> int:
    """Remove memories from the index."""
    columns = (_memories.c.seq, _memories.c.space, _memories.c.terms)
    found = tx.conn.execute(select(*columns).where(_memories.c.id.in_(ids))).all() if ids else ()
    for row in found:
        tx.dialect.remove_memory(tx.conn, row.seq, row.space, row.terms)
    return len(found)


def _select(workspace: int, filter: MemoryFilter | None = None) -> Select[Any]:
    joined = select(_memories, _spaces.c.agent, _spaces.c.person).join(
        _spaces, _spaces.c.id == _memories.c.space
    )
    return joined.where(
        _memories.c.workspace == workspace, *_in_namespace(filter or MemoryFilter())
    )


def _in_namespace(filter: MemoryFilter) -> list[ColumnElement[bool]]:
    given = {"agent": filter.agent, "person": filter.user}
    return [_spaces.c[name] == value for name, value in given.items() if value is not None]


def _must_get(tx: Tx, workspace: int, id: str) -> Memory:
    found = get(tx, workspace, id)
    if found is None:
        raise NotFound(f"no memory {id}: it was removed")
    return found
