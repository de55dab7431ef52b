"""What a caller who is bound to tags may reach: where nothing is said about it, nothing."""

from __future__ import annotations

from fastapi import Request

from runwhy.core.runs.tags import Tags
from runwhy.errors import Denied, NotFound
from runwhy.server.cookies import SAFE
from runwhy.services.access import Caller
from runwhy.services.runs import Runs
from runwhy.services.sessions import Sessions


async def keep_within(
    request: Request, caller: Caller, runs: Runs, sessions: Sessions, *, heeds_tags: bool
) -> None:
    """What is below a run or session exists for them if that carries their tags; any other route
    has to heed the tags itself, and to say so. Raises: NotFound, Denied."""
    path = request.path_params
    tags = await _tags_of(path, caller.workspace.id, runs, sessions)
    if tags is not None and not caller.can_see(tags):  # in the very words for what is nowhere
        name = "run" if "run_id" in path else "session"
        raise NotFound(f"no {name} {path[f'{name}_id']}")
    if request.method not in SAFE or (tags is None and not heeds_tags):
        raise Denied("a key that is bound to tags may not do this")


async def _tags_of(
    path: dict[str, str], workspace: int, runs: Runs, sessions: Sessions
) -> Tags | None:
    if (id := path.get("run_id")) is not None:
        return (await runs.get(workspace, id)).tagging.tags
    if (id := path.get("session_id")) is not None:
        return (await sessions.get(workspace, id)).tags
    return None
