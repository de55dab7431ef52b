"""The dashboard's sign-in cookie, and its protection against cross-site requests."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from runwhy.core.accounts.sign_ins import LASTS, SignIn
from runwhy.core.accounts.workspaces import Key
from runwhy.errors import Denied
from runwhy.services.access import SignIns

COOKIE = "runwhy_session"
PATH = "/api"
DASHBOARD_HEADER = "x-runwhy-dashboard"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def set_cookie(response: Response, token: str, *, secure: bool) -> None:
    """Set the sign-in cookie. Scripts cannot read it, and other sites cannot send it."""
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
    """Delete the sign-in cookie."""
    response.delete_cookie(COOKIE, path=PATH, httponly=True, samesite="strict")


async def sign_in_from_cookie(request: Request, signins: SignIns) -> tuple[SignIn, Key] | None:
    """Return the sign-in of the request's cookie.

    Raises: Unauthorized if its key has expired, Denied, see `check_same_site`.
    """
    token = request.cookies.get(COOKIE)
    found = await signins.find(token) if token else None
    if found is not None and request.method not in SAFE:
        check_same_site(request)
    return found


def check_same_site(request: Request) -> None:
    """Check that a request with the dashboard's cookie comes from the dashboard.

    Another site cannot send the custom header without a CORS preflight, which is never allowed.
    Browsers that send `Sec-Fetch-Site` must report the same origin.

    Raises: Denied.
    """
    if DASHBOARD_HEADER not in request.headers:
        raise Denied("requests with the dashboard's cookie need the header X-Runwhy-Dashboard")
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Denied("the dashboard's cookie cannot be used from another site")
