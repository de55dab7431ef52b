"""Contract of memories: unique, limited in number, searchable by text."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.support.builders import WORKSPACE
from tests.support.contracts.scene import Scene, once

from runwhy.core.memory.memories import Memory, MemoryFilter, Namespace
from runwhy.core.memory.terms import terms_of
from runwhy.core.runs.memory_facts import MemorySource
from runwhy.errors import Conflict, IdempotencyMismatch

ANN, BOB = Namespace(agent="agt_1", user="ann"), Namespace(agent="agt_1", user="bob")
ANYONE = MemoryFilter()
OF_ANN = MemoryFilter(agent="agt_1", user="ann")
HUMAN, AGENT = MemorySource.HUMAN, MemorySource.AGENT


async def keep(scene: Scene, text: str, namespace: Namespace = ANN, **more: Any) -> Memory:
    """Add a memory at noon."""
    given = {"capacity": 100, **{key: more.pop(key) for key in ("capacity", "once") if key in more}}
    memory = Memory(
        id=scene.new_id("mem"),
        workspace=more.pop("workspace", WORKSPACE),
        namespace=namespace,
        text=text,
        source=more.pop("source", HUMAN),
        created_at=scene.clock(),
        updated_at=scene.clock(),
        **more,
    )
    return await scene.store.add_memory(memory, **given)


async def found(scene: Scene, query: str, filter: MemoryFilter = OF_ANN) -> list[str]:
    """Return the memories that share a term with the query, oldest first."""
    terms = terms_of(query)
    result = await scene.store.find_memories(WORKSPACE, filter, terms, limit=100)
    return [memory.text for memory, _ in reversed(result.memories)]


class MemoriesContract:
    """Memories can be added, found, changed and removed."""

    async def test_a_memory_can_be_added_changed_and_removed(self, scene: Scene) -> None:
        store = scene.store
        tea = await keep(scene, "I drink tea, not coffee.", run_id="run_1")
        dog = await keep(scene, "Our dog is called Rex.", source=AGENT)
        cat = await keep(scene, "Bob has a cat.", BOB)

        assert await store.get_memory(WORKSPACE, tea.id) == tea
        assert await store.get_memory(2, tea.id) is None
        assert await store.list_memories(WORKSPACE, ANYONE, limit=9) == [cat, dog, tea]
        assert await store.list_memories(WORKSPACE, OF_ANN, limit=9, before=dog.seq) == [tea]
        assert await store.list_memories(2, ANYONE, limit=9) == []
        later = scene.clock.advance(seconds=60)
        text = "I drink water."
        changed = await store.change_memory(WORKSPACE, tea.id, text, AGENT, at=later)
        assert changed is not None
        assert (changed.text, changed.source) == (text, AGENT)
        assert (changed.created_at, changed.updated_at) == (tea.created_at, later)
        assert await store.get_memory(WORKSPACE, tea.id) == changed
        assert await store.change_memory(2, tea.id, "x", AGENT, at=later) is None
        assert await found(scene, "tea") == []
        assert await found(scene, "water") == [text]
        assert not await store.remove_memory(2, tea.id)
        assert await store.remove_memory(WORKSPACE, tea.id)
        assert not await store.remove_memory(WORKSPACE, tea.id)
        assert await found(scene, "water") == []
        assert await store.forget_memories(WORKSPACE, MemoryFilter(user="ann")) == 1
        assert await store.list_memories(WORKSPACE, ANYONE, limit=9) == [cat]

    async def test_memories_are_found_by_any_of_their_words_and_by_namespace(
        self, scene: Scene
    ) -> None:
        mine, his = "I live in Berlin-Neukölln.", "Bob lives in Berlin."
        await keep(scene, mine)
        await keep(scene, his, BOB)
        await keep(scene, "Ich mag Käse.")
        await keep(scene, "東京に住んでいます")

        assert await found(scene, "Who is living in BERLIN or Rome?") == [mine]
        assert await found(scene, "neukölln") == [mine]
        assert await found(scene, "Berlin", MemoryFilter(agent="agt_1")) == [mine, his]
        assert await found(scene, "Berlin", MemoryFilter(agent="agt_2")) == []
        assert await found(scene, "Berlin", MemoryFilter(agent="agt_1", user="eve")) == []
        assert await found(scene, "KÄSE?") == ["Ich mag Käse."]
        assert await found(scene, "東京はどう?") == ["東京に住んでいます"]
        assert await found(scene, "the and of") == []
        found_all = await scene.store.find_memories(WORKSPACE, OF_ANN, (), limit=9)
        assert (found_all.total, found_all.memories) == (3, ())

    @pytest.mark.parametrize(
        "query",
        ['" OR rowid:1', "NEAR(a b) *", "terms : x", "a & !b | 'c", "'; DROP TABLE memories; --"],
    )
    async def test_query_syntax_in_a_search_text_has_no_effect(
        self, scene: Scene, query: str
    ) -> None:
        await keep(scene, "Nothing of this kind.")

        assert await found(scene, query) == []
        assert await found(scene, f"{query} kind") == ["Nothing of this kind."]

    async def test_a_duplicate_memory_is_rejected(self, scene: Scene) -> None:
        first = await keep(scene, "I am allergic to peanuts.")
        await keep(scene, "I'm not allergic to peanuts!")
        await keep(scene, "My number is 5551.")
        await keep(scene, "My number is 5552.")

        for again in ("I am allergic to PEANUTS", "I'm allergic to peanut"):
            with pytest.raises(Conflict, match=first.id):
                await keep(scene, again)
        (kept,) = await scene.store.list_memories(WORKSPACE, OF_ANN, limit=1)
        text = "I am allergic to peanuts"
        with pytest.raises(Conflict, match=first.id):
            await scene.store.change_memory(WORKSPACE, kept.id, text, HUMAN, at=scene.clock())
        same = await scene.store.change_memory(
            WORKSPACE, first.id, "Allergic to peanuts, I am", HUMAN, at=scene.clock()
        )
        assert same is not None
        assert same.text == "Allergic to peanuts, I am"
        await keep(scene, "I am allergic to peanuts.", BOB)

    async def test_the_number_of_memories_is_limited(self, crowd: list[Scene]) -> None:
        texts = [f"Fact number {n}." for n in range(12)]
        adds = [
            keep(crowd[n % len(crowd)], text, capacity=5) for n, text in enumerate([*texts, *texts])
        ]

        results = await asyncio.gather(*adds, return_exceptions=True)

        kept = [result for result in results if isinstance(result, Memory)]
        assert len(kept) == 5
        assert len({memory.text for memory in kept}) == 5
        assert all(isinstance(r, Conflict) for r in results if not isinstance(r, Memory))
        await keep(crowd[0], "Another one's.", BOB, capacity=5)

    async def test_a_repeated_request_adds_one_memory(self, scene: Scene) -> None:
        key = once("key-m", route="POST /memories")
        first = await keep(scene, "I live in Rome.", once=key)

        assert await keep(scene, "I live in Rome.", once=key) == first
        with pytest.raises(IdempotencyMismatch):
            await keep(scene, "I live in Oslo.", once=once("key-m", "other", "POST /memories"))

    async def test_a_vector_belongs_to_a_model_and_a_text(self, scene: Scene) -> None:
        store = scene.store
        one, two = await keep(scene, "One."), await keep(scene, "Two.")
        made = {one.id: ("One.", b"\x00\x01"), two.id: ("No longer this.", b"\x02\x03")}
        await store.set_memory_vectors("m", made)

        assert await store.memory_vectors(WORKSPACE, OF_ANN, of="m", limit=9) == [
            (two, None),
            (one, b"\x00\x01"),
        ]
        assert await store.memory_vectors(WORKSPACE, OF_ANN, of="n", limit=1) == [(two, None)]
        await store.change_memory(WORKSPACE, one.id, "Else.", HUMAN, at=scene.clock())
        vectors = await store.memory_vectors(WORKSPACE, OF_ANN, of="m", limit=9)
        assert [vector for _, vector in vectors] == [None, None]
