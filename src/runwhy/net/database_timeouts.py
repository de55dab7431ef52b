"""How long a PostgreSQL that does not answer is waited for."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

# A host that is gone says nothing; without these, a connection to it is kept for hours.
PATIENCE = {
    "connect_timeout": 10,  # seconds
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,  # milliseconds
}


def patience(url: str) -> dict[str, Any]:
    """Parameters for a connection to this address; what the address itself says stands."""
    said = parse_qs(urlsplit(url).query)
    return {name: value for name, value in PATIENCE.items() if name not in said}
