"""The audit log: changes that callers have made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from runwhy.core.accounts.audit import AuditFilter, AuditRecord
from runwhy.ports import AuditStore
from runwhy.services.pages import split_page


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditLog:
    """Use cases for the audit log."""

    store: AuditStore

    async def list(
        self, workspace: int, filter: AuditFilter, *, limit: int, before: int | None
    ) -> tuple[Sequence[AuditRecord], int | None]:
        """Return changes, newest first, and the cursor of the next page, if any."""
        found = await self.store.list_audit(workspace, filter, limit=limit + 1, before=before)
        return split_page(found, limit)
