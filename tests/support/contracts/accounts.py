"""Contract of workspaces, keys, agents and server secrets."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from itertools import count

import pytest
from tests.support.builders import WORKSPACE, an_agent
from tests.support.contracts.idempotency import a_key
from tests.support.contracts.scene import Scene

from runwhy.core.accounts.workspaces import Agent, Key, Scope
from runwhy.errors import Conflict


class AccountsContract:
    """Workspaces, keys, agents and server secrets."""

    async def test_an_open_store_responds_to_a_ping(self, scene: Scene) -> None:
        await scene.store.ping()

    async def test_a_workspace_is_found_by_its_slug(self, scene: Scene) -> None:
        made = await scene.store.add_workspace("acme", "Acme, Größe", at=scene.clock())

        assert await scene.store.get_workspace("acme") == made
        assert await scene.store.get_workspace("Acme") is None
        assert [w.slug for w in await scene.store.list_workspaces()] == ["default", "acme"]

    async def test_workspace_slugs_are_unique(self, scene: Scene) -> None:
        with pytest.raises(Conflict):
            await scene.store.add_workspace("default", "Another", at=scene.clock())

    async def test_keys_are_found_by_their_hash_until_they_are_revoked(self, scene: Scene) -> None:
        store = scene.store
        assert not await store.has_keys()
        key = replace(a_key("key_1"), scopes=frozenset({Scope.RUNS_READ, Scope.ADMIN}))
        other = a_key("key_2")
        await store.add_key(key)
        await store.add_key(other)

        assert await store.find_key(key.hash, at=scene.clock()) == key
        assert await store.find_key("another hash", at=scene.clock()) is None
        assert await store.list_keys(WORKSPACE) == [key, other]
        assert await store.list_keys(2) == []
        assert not await store.remove_key(2, key.id, at=scene.clock())
        assert await store.remove_key(WORKSPACE, key.id, at=scene.clock())
        assert not await store.remove_key(WORKSPACE, key.id, at=scene.clock())
        assert await store.find_key(key.hash, at=scene.clock()) is None
        assert await store.list_keys(WORKSPACE) == [other]
        assert await store.has_keys()
        await store.remove_key(WORKSPACE, other.id, at=scene.clock())
        assert not await store.has_keys()

    async def test_a_rotated_key_is_found_by_both_hashes_until_the_old_one_expires(
        self, scene: Scene
    ) -> None:
        store, now = scene.store, scene.clock()
        old = await store.add_key(a_key("key_1"))
        until = now + timedelta(minutes=1)

        def rotate(key: Key) -> Key:
            return replace(key, hash="new hash", old_hash=key.hash, old_until=until)

        new = await store.rotate_key(WORKSPACE, old.id, rotate)

        assert new is not None
        assert new.hash == "new hash"
        assert await store.find_key("new hash", at=until) == new
        assert await store.find_key(old.hash, at=now) == new
        assert await store.find_key(old.hash, at=until) is None
        assert await store.rotate_key(2, old.id, rotate) is None
        await store.remove_key(WORKSPACE, old.id, at=now)
        assert await store.find_key(old.hash, at=now) is None
        assert await store.rotate_key(WORKSPACE, old.id, rotate) is None

    async def test_a_key_is_changed_unless_it_is_revoked(self, scene: Scene) -> None:
        store = scene.store
        old = await store.add_key(a_key("key_1"))

        def rename(key: Key) -> Key:
            return replace(key, name="other")

        assert await store.change_key(WORKSPACE, old.id, rename) == replace(old, name="other")
        assert await store.list_keys(WORKSPACE) == [replace(old, name="other")]
        assert await store.change_key(2, old.id, rename) is None
        await store.remove_key(WORKSPACE, old.id, at=scene.clock())
        assert await store.change_key(WORKSPACE, old.id, rename) is None

    async def test_agents_can_be_added_changed_and_removed(self, scene: Scene) -> None:
        store, agent = scene.store, await scene.store.add_agent(an_agent())

        def renamed(old: Agent) -> Agent:
            return replace(old, name="new", version=old.version + 1)

        assert await store.get_agent(WORKSPACE, agent.id) == agent
        assert await store.get_agent(2, agent.id) is None
        assert await store.change_agent(2, agent.id, renamed) is None
        changed = await store.change_agent(WORKSPACE, agent.id, renamed)
        assert changed == replace(agent, name="new", version=2)
        assert await store.list_agents(WORKSPACE) == [changed]
        assert not await store.remove_agent(2, agent.id)
        assert await store.remove_agent(WORKSPACE, agent.id)
        assert await store.list_agents(WORKSPACE) == []

    async def test_concurrent_changes_of_an_agent_are_not_lost(self, crowd: list[Scene]) -> None:
        agent = await crowd[0].store.add_agent(an_agent())

        def counted(old: Agent) -> Agent:
            return replace(old, version=old.version + 1)

        changes = [s.store.change_agent(WORKSPACE, agent.id, counted) for s in crowd * 10]
        await asyncio.gather(*changes)

        found = await crowd[0].store.get_agent(WORKSPACE, agent.id)
        assert found is not None
        assert found.version == 1 + len(changes)

    async def test_a_server_secret_is_created_once(self, crowd: list[Scene]) -> None:
        made = count(1)

        def make() -> str:
            return f"made {next(made)}"

        reads = [scene.store.server_secret("seal", make) for scene in crowd * 5]
        secrets = set(await asyncio.gather(*reads))

        assert len(secrets) == 1
        assert await crowd[0].store.server_secret("seal", lambda: "later") in secrets
        assert await crowd[0].store.server_secret("other", lambda: "its own") == "its own"
