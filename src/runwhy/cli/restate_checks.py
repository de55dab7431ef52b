"""The checks of `runwhy doctor` for the queue on Restate."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from importlib.util import find_spec
from typing import Any

import httpx2

from runwhy.cli.check_results import CheckResult, fail, ok, warn
from runwhy.settings import Settings

CHECK_TIMEOUT = 5.0  # seconds
TESTED = "1.7"


def check_restate(settings: Settings) -> Iterator[CheckResult]:
    """Check that Restate can be reached and has workers."""
    if find_spec("restate") is None:
        do = "run `pip install '.[restate]'` in a clone of Runwhy"
        yield fail("restate", "its SDK is not installed", do)
        return
    headers = {}
    if settings.restate_token:
        headers = {"authorization": f"Bearer {settings.restate_token}"}
    with httpx2.Client(timeout=CHECK_TIMEOUT, headers=headers) as client:
        yield _ingress(settings, client)
        found = yield from _admin(settings, client)
        if found:
            yield _workers(settings, client)


def _ingress(settings: Settings, client: httpx2.Client) -> CheckResult:
    url = f"{settings.restate_ingress_url.rstrip('/')}/restate/health"
    problem = _get(client, url)[1]
    if problem:
        do = _remedy(problem, "start Restate, or set RUNWHY_RESTATE_INGRESS_URL")
        return fail("restate ingress", problem, f"{do}; until then, runs wait")
    return ok("restate ingress", settings.restate_ingress_url)


def _admin(settings: Settings, client: httpx2.Client) -> Generator[CheckResult, None, bool]:
    """Yield whether the admin API answers; return that as well."""
    url = settings.restate_admin_url.rstrip("/")
    answer, problem = _get(client, f"{url}/version")
    if problem:
        do = _remedy(problem, "start Restate, or set RUNWHY_RESTATE_ADMIN_URL")
        yield fail("restate admin", problem, do)
        return False
    version = str(answer.get("version", "unknown"))
    if not version.startswith(f"{TESTED}."):
        do = f"if a run fails, use the tested version {TESTED}"
        yield warn("restate admin", f"{url}, Restate {version}", do)
    else:
        yield ok("restate admin", f"{url}, Restate {version}")
    return True


def _workers(settings: Settings, client: httpx2.Client) -> CheckResult:
    """Check which address Restate calls for the runs of this database."""
    url, name = settings.restate_admin_url.rstrip("/"), settings.restate_service
    answer, problem = _get(client, f"{url}/services/{name}")
    if problem:
        do = "start a server: `runwhy serve --queue restate`"
        return warn("restate workers", f"no server has registered {name}", do)
    deployment, problem = _get(client, f"{url}/deployments/{answer.get('deployment_id')}")
    uri = str(deployment.get("uri", "")).rstrip("/")
    own = settings.restate_url.rstrip("/") or f"http://{settings.restate_bind}"
    if uri != own:
        do = "give all servers the same RUNWHY_RESTATE_URL, and restart them"
        return warn("restate workers", f"Restate calls {uri or problem}, not {own}", do)
    return ok("restate workers", f"Restate calls {uri} for {name}")


def _remedy(problem: str, otherwise: str) -> str:
    """Return what to do about a problem of Restate's APIs."""
    refused = problem.endswith(("returned 401", "returned 403"))
    return "set RUNWHY_RESTATE_TOKEN to a token that it accepts" if refused else otherwise


def _get(client: httpx2.Client, url: str) -> tuple[dict[str, Any], str]:
    """Return the answer of Restate, and the problem if there is one."""
    try:
        answer = client.get(url)
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        return {}, f"{url} cannot be reached: {str(error) or type(error).__name__}"
    if answer.is_error:
        return {}, f"{url} returned {answer.status_code}"
    found = answer.json() if answer.content else {}
    return (found if isinstance(found, dict) else {}), ""
