"""Private commands: terminal commands that must not be recorded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase

_SHOWS_SECRETS = frozenset({"printenv", "pass", "gopass", "op", "bw", "vault", "security"})
_DUMPS_WHEN_BARE = frozenset({"env", "set", "export", "declare", "typeset", "history"})
_SECRET_FILES = (
    *(".env", ".env.*", "*.env", ".netrc", ".pgpass", ".npmrc", ".pypirc", ".git-credentials"),
    *("id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "*.pem", "*.key", "*.kdbx", "credentials"),
)
_HARMLESS = (".env.example", ".env.sample", ".env.template", ".env.dist", "*.pub")
_SEPARATOR = re.compile(r"\|\|?|&&?|;|\n|\(|\)|`|\$\(")
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_REDIRECTION = re.compile(r"\d?[<>]+&?\s*\S+")
_LOOKED_AT = 20_000  # characters; longer commands are not typed by hand


def is_private(cmd: str, rules: Sequence[str] = ()) -> bool:
    """Whether a command is private: by a leading space, by `!!`, or by a rule.

    `rules` are globs for the whole line. Commands known to show secrets are always private.
    """
    line = cmd.strip()
    if not line or cmd[0].isspace() or line.startswith("!!"):
        return True
    if any(fnmatchcase(line, rule) for rule in rules):
        return True
    parts = _SEPARATOR.split(line[:_LOOKED_AT])
    return any(_shows_secrets(p) or any(map(_is_secret_file, _words(p)[1:])) for p in parts)


def _shows_secrets(part: str) -> bool:
    words = _words(_REDIRECTION.sub("", part))
    while words and (words[0] in ("sudo", "command", "builtin") or _ASSIGNMENT.match(words[0])):
        words = words[1:]
    if not words:
        return False
    program, arguments = _name(words[0]), words[1:]
    if program in _SHOWS_SECRETS:
        return True
    return program in _DUMPS_WHEN_BARE and all(word in ("-p", "-0", "-x") for word in arguments)


def _words(part: str) -> list[str]:
    return [word.strip("\"'") for word in part.split()]


def _is_secret_file(word: str) -> bool:
    name = _name(word.lstrip("<>@"))
    if any(fnmatchcase(name, pattern) for pattern in _HARMLESS):
        return False
    return any(fnmatchcase(name, pattern) for pattern in _SECRET_FILES)


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1]
