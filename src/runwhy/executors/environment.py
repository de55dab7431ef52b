"""What a coding agent gets of the server's environment: what programs need, its own, no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

COMMON = (
    *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "LC_*", "TZ", "TERM"),
    *("TMPDIR", "XDG_*", "SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS"),
    *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"),
    *("http_proxy", "https_proxy", "all_proxy", "no_proxy", "SSH_AUTH_SOCK", "IS_SANDBOX"),
)


def allowed(environ: Mapping[str, str], *patterns: Sequence[str]) -> dict[str, str]:
    """The variables whose names one of the patterns fits."""
    wanted = [*COMMON, *(name for group in patterns for name in group)]
    return {
        name: value
        for name, value in environ.items()
        if any(fnmatchcase(name, pattern) for pattern in wanted)
    }
