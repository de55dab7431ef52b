"""Access of keys bound to tags: denied unless a route or its run or session allows it."""

from __future__ import annotations

from fastapi import Request

from runwhy.core.runs.tags import Tags
from runwhy.errors import Denied, NotFound
from runwhy.server.cookies import SAFE
from runwhy.services.access import Caller
from runwhy.services.runs import Runs
from runwhy.services.sessions import Sessions


async def check_tag_scope(
    request: Request, caller: Caller, runs: Runs, sessions: Sessions, *, tag_aware: bool
) -> None:
    """Check that a caller bound to tags may use this route.

    Routes below a run or session require its tags to match. Any other route must be `tag_aware`.
    Raises: NotFound, Denied.
    """
    path = request.path_params
    tags = await _tags_of(path, caller.workspace.id, runs, sessions)
    # Same message as for an unknown id, to reveal nothing.
    if tags is not None and not caller.can_see(tags):
        name = "run" if "run_id" in path else "session"
        raise NotFound(f"no {name} {path[f'{name}_id']}")
    if request.method not in SAFE or (tags is None and not tag_aware):
        raise Denied("a key bound to tags is not allowed to do this")


async def _tags_of(
    path: dict[str, str], workspace: int, runs: Runs, sessions: Sessions
) -> Tags | None:
    if (id := path.get("run_id")) is not None:
        return (await runs.get(workspace, id)).tagging.tags
    if (id := path.get("session_id")) is not None:
        return (await sessions.get(workspace, id)).tags
    return None
