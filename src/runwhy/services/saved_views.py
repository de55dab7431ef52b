"""Saved views, shared by everyone in a workspace."""

from __future__ import annotations

from dataclasses import dataclass, replace

from runwhy.core.queries.saved_views import SavedView
from runwhy.ports import Clock, IdempotencyKey, NewId, SavedViewStore
from runwhy.services.operations import must_find, passes_on, removes


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedViews:
    """Use cases for saved views."""

    store: SavedViewStore
    clock: Clock
    new_id: NewId

    list = passes_on(SavedViewStore.list_saved_views)
    remove = removes(SavedViewStore.remove_saved_view, "view")

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

    async def change(
        self, workspace: int, id: str, *, name: str | None, params: str | None
    ) -> SavedView:
        """Change the name or the parameters of a view. Raises: NotFound."""

        def decide(view: SavedView) -> SavedView:
            kept = view.params if params is None else params
            return replace(view, name=name or view.name, params=kept)

        changed = await self.store.change_saved_view(workspace, id, decide)
        return must_find(changed, f"view {id}")
