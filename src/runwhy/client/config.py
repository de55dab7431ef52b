"""Client configuration, from arguments and the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from urllib.parse import quote, urlsplit

DEFAULT_URL = "http://127.0.0.1:7420"
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})

_TRACEPARENT = re.compile(r"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")

# Paths outside of workspaces.
_GLOBAL_PATHS = ("/api/", "/healthz", "/readyz", "/metrics", "/openapi.json", "/hooks/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Server address, workspace, timeouts and headers."""

    base_url: str
    workspace: str
    timeout: float
    reconnect_for: float
    retry_for: float
    headers: Mapping[str, str] = field(repr=False)

    def url(self, path: str) -> str:
        """Return the full URL of a path, which is relative to the workspace unless it is global."""
        if path.startswith(_GLOBAL_PATHS):
            return self.base_url + path
        slug = quote(self.workspace, safe="")
        return f"{self.base_url}/api/v1/workspaces/{slug}/{path.lstrip('/')}"

    @property
    def is_loopback(self) -> bool:
        """Whether the server is on this machine."""
        return urlsplit(self.base_url).hostname in LOOPBACK

    @property
    def may_use_tls(self) -> bool:
        """Whether TLS may be needed; otherwise loading certificates is skipped."""
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
    """Combine arguments with the environment.

    Raises: ValueError if the URL is not an HTTP URL.
    """
    url = (base_url or env.get("RUNWHY_URL") or DEFAULT_URL).rstrip("/")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"base_url must start with http:// or https://; got {url!r}")
    key = (env.get("RUNWHY_API_KEY") or "" if api_key is None else api_key).strip()
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
    """Return the trace context this program was started with, so that its runs join the trace."""
    if not _TRACEPARENT.fullmatch(env.get("TRACEPARENT", "")):
        return {}
    found = {name: env.get(name.upper(), "") for name in ("traceparent", "tracestate", "baggage")}
    return {n: v for n, v in found.items() if v and v.isascii() and v.isprintable()}


def _version() -> str:
    try:
        return version("runwhy")
    except PackageNotFoundError:  # not installed
        return "0"


def segment(value: str) -> str:
    """Quote an id as one segment of a path."""
    return quote(value, safe="")
