"""Saved views, shared by everyone in a workspace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from runwhy.core.queries.saved_views import SavedView
from runwhy.errors import NotFound
from runwhy.ports import Clock, IdempotencyKey, NewId, SavedViewStore


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedViews:
    """Use cases for saved views."""

    store: SavedViewStore
    clock: Clock
    new_id: NewId

    async def add(
        self,
        workspace: int,
        name: str,
        page: str,
        params: str,
        *,
        by: str,
        once: IdempotencyKey | None = None,
    ) -> SavedView:
        """Save a view under a name."""
        view = SavedView(
            id=self.new_id("viw"),
            workspace=workspace,
            name=name,
            page=page,
            params=params,
            created_by=by,
            created_at=self.clock(),
        )
        return await self.store.add_saved_view(view, once=once)

    async def list(self, workspace: int) -> Sequence[SavedView]:
        """Return all views of a workspace, by name."""
        return await self.store.list_saved_views(workspace)

    async def remove(self, workspace: int, id: str) -> None:
        """Delete a view. Raises: NotFound."""
        if not await self.store.remove_saved_view(workspace, id):
            raise NotFound(f"no view {id}")
