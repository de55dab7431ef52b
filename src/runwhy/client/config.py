"""Where the server is and how it is spoken to: arguments first, then the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from urllib.parse import quote, urlsplit

DEFAULT_URL = "http://127.0.0.1:7420"
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})

_PLACE = re.compile(r"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")

# Paths that stand outside of every workspace.
_OUTSIDE = ("/api/", "/healthz", "/readyz", "/metrics", "/openapi.json", "/hooks/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Where the server is and how it is spoken to."""

    base_url: str
    workspace: str
    timeout: float
    reconnect_for: float
    retry_for: float
    headers: Mapping[str, str] = field(repr=False)

    def url(self, path: str) -> str:
        """The whole URL of a path, which is in the workspace unless it stands outside of all."""
        if path.startswith(_OUTSIDE):
            return self.base_url + path
        slug = quote(self.workspace, safe="")
        return f"{self.base_url}/api/v1/workspaces/{slug}/{path.lstrip('/')}"

    @property
    def is_loopback(self) -> bool:
        """Whether the server is on this machine."""
        return urlsplit(self.base_url).hostname in LOOPBACK

    @property
    def may_meet_tls(self) -> bool:
        """Whether a certificate may have to be checked, so that reading the known ones pays."""
        return not self.is_loopback or self.base_url.startswith("https:")


def configure(
    *,
    base_url: str | None,
    api_key: str | None,
    workspace: str | None,
    timeout: float,
    reconnect_for: float,
    retry_for: float,
    headers: Mapping[str, str] | None,
    env: Mapping[str, str] = os.environ,
) -> Config:
    """Read what was given, and the environment for what was not.

    Raises: ValueError for a URL that is not one of HTTP.
    """
    url = (base_url or env.get("RUNWHY_URL") or DEFAULT_URL).rstrip("/")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"base_url must begin with http:// or https://, not {url!r}")
    key = (api_key or env.get("RUNWHY_API_KEY") or "").strip()
    return Config(
        base_url=url,
        workspace=workspace or env.get("RUNWHY_WORKSPACE") or "default",
        timeout=timeout,
        reconnect_for=reconnect_for,
        retry_for=retry_for,
        headers=_headers(key, {**_trace(env), **(headers or {})}),
    )


def _headers(key: str, more: Mapping[str, str]) -> Mapping[str, str]:
    headers = {"Accept": "application/json", "User-Agent": f"runwhy-python/{_version()}"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    return headers | dict(more)


def _trace(env: Mapping[str, str]) -> Mapping[str, str]:
    """The trace that this program was started in, if it was told of one: its runs belong to it."""
    if not _PLACE.fullmatch(env.get("TRACEPARENT", "")):
        return {}
    found = {name: env.get(name.upper(), "") for name in ("traceparent", "tracestate", "baggage")}
    return {n: v for n, v in found.items() if v and v.isascii() and v.isprintable()}


def _version() -> str:
    try:
        return version("runwhy")
    except PackageNotFoundError:  # run from a tree that was never installed
        return "0"


def segment(value: str) -> str:
    """An id as one part of a path, whatever it contains."""
    return quote(value, safe="")
