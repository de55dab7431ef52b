"""Store methods for workspaces, keys, sign-ins, agents, saved views and the audit log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from runwhy.core.accounts.audit import AuditFilter, AuditRecord
from runwhy.core.accounts.sign_ins import SignIn
from runwhy.core.accounts.workspaces import Agent, Key, Workspace
from runwhy.core.json import JsonObject
from runwhy.core.queries.saved_views import SavedView
from runwhy.ports import IdempotencyKey
from runwhy.stores.accounts import accounts, audit, saved_views, sign_ins
from runwhy.stores.sql.transactions import Transactions


class SqlAccounts(Transactions):
    """Workspaces, keys, agents, saved views and the audit log."""

    async def get_workspace(self, slug: str) -> Workspace | None:
        return await self._read(accounts.get_workspace, slug)

    async def list_workspaces(self) -> Sequence[Workspace]:
        return await self._read(accounts.list_workspaces)

    async def add_workspace(self, slug: str, name: str, *, at: datetime) -> Workspace:
        return await self._write(accounts.add_workspace, slug, name, at)

    async def add_key(self, key: Key, *, once: IdempotencyKey | None = None) -> Key:
        return await self._write(accounts.add_key, key, once)

    async def find_key(self, hash: str, *, at: datetime) -> Key | None:
        return await self._read(accounts.find_key, hash, at)

    async def list_keys(self, workspace: int) -> Sequence[Key]:
        return await self._read(accounts.list_keys, workspace)

    async def remove_key(self, workspace: int, id: str, *, at: datetime) -> bool:
        return await self._write(accounts.remove_key, workspace, id, at)

    async def rotate_key(self, workspace: int, id: str, rotate: Callable[[Key], Key]) -> Key | None:
        return await self._write(accounts.rotate_key, workspace, id, rotate)

    async def add_sign_in(self, sign_in: SignIn, key: Key) -> None:
        await self._write(sign_ins.add, sign_in, key)

    async def find_sign_in(self, hash: str) -> tuple[SignIn, Key] | None:
        return await self._read(sign_ins.find, hash)

    async def record_sign_in_use(self, hash: str, *, at: datetime) -> None:
        await self._write(sign_ins.record_use, hash, at)

    async def remove_sign_in(self, hash: str, key: Key) -> None:
        await self._write(sign_ins.remove, hash, key)

    async def forget_sign_ins(self, *, unused_since: datetime, at: datetime) -> int:
        return await self._write(sign_ins.forget, unused_since=unused_since, at=at)

    async def has_keys(self) -> bool:
        return await self._read(accounts.has_keys)

    async def add_agent(self, agent: Agent, *, once: IdempotencyKey | None = None) -> Agent:
        return await self._write(accounts.add_agent, agent, once)

    async def get_agent(self, workspace: int, id: str) -> Agent | None:
        return await self._read(accounts.get_agent, workspace, id)

    async def list_agents(self, workspace: int) -> Sequence[Agent]:
        return await self._read(accounts.list_agents, workspace)

    async def change_agent(
        self, workspace: int, id: str, change: Callable[[Agent], Agent]
    ) -> Agent | None:
        return await self._write(accounts.change_agent, workspace, id, change)

    async def remove_agent(self, workspace: int, id: str) -> bool:
        return await self._write(accounts.remove_agent, workspace, id)

    async def server_secret(self, name: str, make: Callable[[], str]) -> str:
        return await self._write(accounts.server_secret, name, make)

    async def forget_answers(self, *, before: datetime) -> int:
        return await self._write(accounts.forget_answers, before)

    async def list_audit(
        self, workspace: int, filter: AuditFilter, *, limit: int, before: int | None = None
    ) -> Sequence[AuditRecord]:
        return await self._read(audit.list_audit, workspace, filter, limit, before)

    async def note_change(
        self, workspace: int, action: str, subject: str, after: JsonObject | None = None
    ) -> None:
        await self._write(audit.record, action, workspace, subject, after=after)

    async def add_saved_view(
        self, view: SavedView, *, once: IdempotencyKey | None = None
    ) -> SavedView:
        return await self._write(saved_views.add, view, once)

    async def list_saved_views(self, workspace: int) -> Sequence[SavedView]:
        return await self._read(saved_views.list_views, workspace)

    async def remove_saved_view(self, workspace: int, id: str) -> bool:
        return await self._write(saved_views.remove, workspace, id)
