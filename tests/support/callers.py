"""HTTP as tests speak it: patient, past any proxy, and without reading certificates."""

from __future__ import annotations

from typing import Any

import httpx2
from tests.support.servers import PATIENCE

# Nothing is verified because there is nothing to verify, and reading all certificates takes long.
HOW: dict[str, Any] = {"timeout": PATIENCE, "trust_env": False, "verify": False}


def client(base_url: str = "", **more: Any) -> httpx2.Client:
    """A client for several requests; whoever asks for it closes it."""
    return httpx2.Client(base_url=base_url, **{**HOW, **more})


def get(url: str, **more: Any) -> httpx2.Response:
    """One request."""
    return httpx2.get(url, **{**HOW, **more})


def post(url: str, **more: Any) -> httpx2.Response:
    """One request."""
    return httpx2.post(url, **{**HOW, **more})
