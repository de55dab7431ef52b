"""The cookie of who has signed in, and the rule that no other site can make use of it."""

from __future__ import annotations

from fastapi import Request, Response

from runwhy.core.accounts.workspaces import Key
from runwhy.errors import Denied
from runwhy.services.sign_in import LASTS, SignIns

COOKIE = "runwhy_session"
PATH = "/api"
OURS = "x-runwhy-dashboard"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def set_cookie(response: Response, token: str, *, secure: bool) -> None:
    """No script reads it, no other site sends it."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=int(LASTS.total_seconds()),
        path=PATH,
        secure=secure,
        httponly=True,
        samesite="strict",
    )


def clear_cookie(response: Response) -> None:
    """Take it away."""
    response.delete_cookie(COOKIE, path=PATH, httponly=True, samesite="strict")


async def key_of_cookie(request: Request, signins: SignIns) -> Key | None:
    """The key that the cookie of a request stands for. Raises: Denied, see `check_ours`."""
    token = request.cookies.get(COOKIE)
    key = await signins.key_of(token) if token else None
    if key is not None and request.method not in SAFE:
        check_ours(request)
    return key


def check_ours(request: Request) -> None:
    """A form or a page elsewhere cannot send this header without asking, and we never allow it;
    browsers that say where a request comes from must say that it comes from here.

    Raises: Denied.
    """
    if OURS not in request.headers:
        raise Denied("what the dashboard's cookie is used for needs the header X-Runwhy-Dashboard")
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Denied("the dashboard's cookie may not be used from another site")
