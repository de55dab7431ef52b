"""Measure the quality and speed of memory search, with words only and with vectors.

python -m bench.memory            needs the extra `embeddings`
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.memory_cases import MEMORIES, QUERIES, UNSEEN_MEMORIES, UNSEEN_QUERIES

from runwhy.core.memory.memories import MemoryFilter, Namespace
from runwhy.core.runs.memory_facts import MemorySource
from runwhy.memory.static_vectors import StaticVectors
from runwhy.ports import Embedder
from runwhy.services.memories import Memories, MemoryLimits
from runwhy.stores.sqlite import SqliteStore
from runwhy.wiring import TimeOrderedIds, wall_clock

ANN = Namespace(agent="agt_bench", user="ann")
OF_ANN = MemoryFilter(agent=ANN.agent, user=ANN.user)
CROWD = 1000  # memories of one user, to measure search time
# Memories, queries, and how many of the queries use words of the memory they should find.
SETS = {"tuned on": (MEMORIES, QUERIES, 28), "unseen": (UNSEEN_MEMORIES, UNSEEN_QUERIES, 10)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """Recall, precision, mean reciprocal rank, and the share of unrelated queries with no hit."""

    recall: float
    precision: float
    first: float
    quiet: float | None


def judge(results: Sequence[tuple[list[str], list[str]]]) -> Quality:
    """Rate the results: for each query, the memories found and the memories expected."""
    about = [(found, wanted) for found, wanted in results if wanted]
    nothing = [found for found, wanted in results if not wanted]
    hits = sum(len({*found} & {*wanted}) for found, wanted in about)
    ranks = [_first(found, wanted) for found, wanted in about]
    return Quality(
        recall=hits / sum(len(wanted) for _, wanted in about),
        precision=hits / max(1, sum(len(found) for found, _ in about)),
        first=sum(ranks) / len(ranks),
        quiet=sum(not found for found in nothing) / len(nothing) if nothing else None,
    )


def _first(found: list[str], wanted: list[str]) -> float:
    return next((1 / rank for rank, key in enumerate(found, 1) if key in wanted), 0.0)


async def search_all(
    memories: Memories, texts_by_key: Mapping[str, str], queries: Sequence[tuple[str, list[str]]]
) -> list[tuple[list[str], list[str]]]:
    names = {text: key for key, text in texts_by_key.items()}
    answers = []
    for query, wanted in queries:
        hits = await memories.search(1, OF_ANN, query)
        answers.append(([names[hit.text] for hit in hits], wanted))
    return answers


async def fill(folder: Path, texts: Sequence[str], embedder: Embedder | None) -> Memories:
    store = SqliteStore(folder / "runwhy.db", lambda topics: None)
    await store.open()
    await store.add_workspace("default", "Default", at=wall_clock())
    memories = Memories(
        store=store,
        clock=wall_clock,
        new_id=TimeOrderedIds(wall_clock),
        limits=MemoryLimits(capacity=10_000),
        embedder=embedder,
    )
    for text in texts:
        await memories.add(1, ANN, text, source=MemorySource.HUMAN)
    return memories


async def quality(which: str, embedder: Embedder | None) -> None:
    texts_by_key, queries, same_words = SETS[which]
    with tempfile.TemporaryDirectory() as folder:
        memories = await fill(Path(folder), [*texts_by_key.values()], embedder)
        answers = await search_all(memories, texts_by_key, queries)
        name = "words and vectors" if embedder else "words"
        end = sum(bool(wanted) for _, wanted in queries)
        parts = {
            "all queries": answers,
            "same words": answers[:same_words],
            "other words": answers[same_words:end],
        }
        for title, some in parts.items():
            one = judge(some)
            quiet = "" if one.quiet is None else f"  quiet {one.quiet:.2f}"
            print(
                f"{which:9} {name:18} {title:15} recall {one.recall:.2f}"
                f"  precision {one.precision:.2f}  first {one.first:.2f}{quiet}"
            )


async def speed(embedder: Embedder | None) -> None:
    words = [text.rstrip(".") for text in MEMORIES.values()]
    texts = [f"{words[n % len(words)]}, number {n}." for n in range(CROWD)]
    with tempfile.TemporaryDirectory() as folder:
        memories = await fill(Path(folder), texts, embedder)
        await memories.search(1, OF_ANN, "to warm up")
        took = []
        for query, _ in QUERIES:
            started = time.perf_counter()
            await memories.search(1, OF_ANN, query)
            took.append((time.perf_counter() - started) * 1000)
    took.sort()
    name = "words and vectors" if embedder else "words"
    p50, p95 = took[len(took) // 2], took[len(took) * 95 // 100]
    print(f"{name:18} {CROWD} memories  search p50 {p50:.1f} ms  p95 {p95:.1f} ms")


async def main() -> None:
    for which in SETS:
        for embedder in (None, StaticVectors()):
            await quality(which, embedder)
    for embedder in (None, StaticVectors()):
        await speed(embedder)


if __name__ == "__main__":
    asyncio.run(main())
