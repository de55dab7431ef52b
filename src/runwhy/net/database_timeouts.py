"""Timeouts for connections to PostgreSQL, on our side and on the side of the database."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

# Without these, a connection to a host that has disappeared stays open for hours.
TIMEOUTS = {
    "connect_timeout": 10,  # seconds
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds
}

LOCK_TIMEOUT = 3.0  # seconds

# Settings of a session in the database. If one of our hosts disappears during a transaction, the
# database ends the transaction and releases its locks after about ten seconds.
SESSION_SETTINGS = {
    "lock_timeout": f"{LOCK_TIMEOUT:g}s",
    "idle_in_transaction_session_timeout": "10s",
    "tcp_keepalives_idle": "5s",
    "tcp_keepalives_interval": "2s",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "10s",
}
_OPTION = re.compile(r"(?:-c\s*|--)([\w-]+)\s*=")


def timeout_parameters(url: str) -> dict[str, Any]:
    """Return timeout parameters for a database URL; those in the URL take precedence."""
    in_url = parse_qs(urlsplit(url).query)
    return {name: value for name, value in TIMEOUTS.items() if name not in in_url}


def session_statements(url: str, **changes: str) -> str:
    """Return statements that set the session's timeouts; `options` in the URL take precedence.

    `changes` override the defaults. Statements also work through a pooler in session mode, which
    may refuse startup options.
    """
    options = " ".join(parse_qs(urlsplit(url).query).get("options", ()))
    chosen = {name.replace("-", "_") for name in _OPTION.findall(options)}
    wanted = {**SESSION_SETTINGS, **changes}
    return "; ".join(f"SET {name} = '{wanted[name]}'" for name in wanted if name not in chosen)
