"""Vectors: computed locally, compared as cosines."""

from __future__ import annotations

import asyncio
import struct

import pytest

from runwhy.errors import InvalidInput
from runwhy.memory.static_vectors import StaticVectors
from runwhy.memory.vectors import nearness
from runwhy.settings import Settings
from runwhy.wiring import make_embedder


def row(*numbers: float) -> bytes:
    return struct.pack(f"<{len(numbers)}f", *numbers)


def test_vectors_in_the_same_direction_are_near() -> None:
    others = [row(1, 0), row(0, 1), row(-1, 0), row(0, 0), row(1, 0, 0)]

    assert nearness(row(1, 0), others) == [1, 0, -1, 0, 0]
    assert nearness(row(1, 0), []) == []


def test_local_vectors_find_similar_meanings() -> None:
    vectors = StaticVectors()
    texts = ["My dog is ill.", "The puppy is sick.", "The rent was raised again.", ""]

    made = asyncio.run(vectors.embed(texts))

    near = vectors.nearness(made[0], made)
    assert near[0] == pytest.approx(1)
    assert near[1] > near[2] + 0.2
    assert near[3] == 0
    assert asyncio.run(vectors.embed(texts[:1])) == [made[0]]


@pytest.mark.parametrize("name", ["nobody:model", "openai:", "remote"])
def test_an_unknown_embedding_provider_is_rejected_at_startup(name: str) -> None:
    with pytest.raises(InvalidInput, match="embeddings"):
        make_embedder(Settings(embeddings=name), {})


def test_vectors_are_off_by_default() -> None:
    assert make_embedder(Settings(), {}) is None
    made = make_embedder(Settings(embeddings="openai:text-embedding-3-small"), {})
    assert made is not None
    assert made.name == "openai:text-embedding-3-small"
