"""Timeouts for connections to PostgreSQL."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

# Without these, a connection to a host that has disappeared stays open for hours.
TIMEOUTS = {
    "connect_timeout": 10,  # seconds
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,  # milliseconds
}


def timeout_parameters(url: str) -> dict[str, Any]:
    """Return timeout parameters for a database URL; those in the URL take precedence."""
    in_url = parse_qs(urlsplit(url).query)
    return {name: value for name, value in TIMEOUTS.items() if name not in in_url}
