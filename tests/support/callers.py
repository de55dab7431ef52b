"""HTTP requests for tests, with a long timeout and without proxies or certificates."""

from __future__ import annotations

from typing import Any

import httpx2
from tests.support.servers import PATIENCE

# Tests use no TLS, and loading the certificates takes long.
OPTIONS: dict[str, Any] = {"timeout": PATIENCE, "trust_env": False, "verify": False}


def client(base_url: str = "", **more: Any) -> httpx2.Client:
    """Return a client for several requests. The caller closes it."""
    return httpx2.Client(base_url=base_url, **{**OPTIONS, **more})


def get(url: str, **more: Any) -> httpx2.Response:
    """Send a GET request."""
    return httpx2.get(url, **{**OPTIONS, **more})


def post(url: str, **more: Any) -> httpx2.Response:
    """Send a POST request."""
    return httpx2.post(url, **{**OPTIONS, **more})
