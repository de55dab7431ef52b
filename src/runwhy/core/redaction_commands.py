"""Rules for redaction: passwords in the options of well-known commands."""

from __future__ import annotations

import re

from runwhy.core.redaction_rules import Shape, is_mixed, is_real, shape

# The start of a word; inside JSON inside a string, `\\n` ends a word too.
_START = r"(?:(?<![\w-])|(?<=\\[nrt]))"
# What stands between a command and its option. It does not reach into the next command.
_BETWEEN = r"(?:[^\n|;&\\]|\\(?!n)){0,200}?\s"
# A value, with or without quotes.
_VALUE = (
    r"""\\{0,8}["']?(?P<secret>(?<=')[^'\n]{1,200}|(?<=")[^"\n\\]{1,200}|[^\s"'`\\;&|]{1,200})"""
)
_PORT = re.compile(r"(?:[\d.]*:)?\d{1,5}:\d{1,5}(?:/\w+)?")


def _is_password(secret: str) -> bool:
    """Whether the text is a password and not the ports of a container named after a database."""
    return is_real(secret) and _PORT.fullmatch(secret) is None


def _is_key(secret: str) -> bool:
    return len(secret) >= 8 and is_mixed(secret)


def _option(hints: str, command: str, option: str) -> Shape:
    """A password after an option; the option's pattern includes the separator."""
    pattern = rf"{_START}(?:{command}){_BETWEEN}(?:{option}){_VALUE}"
    return shape("password", hints, pattern, _is_password)


COMMANDS = (
    _option("mysql mariadb", r"(?:mysql|mariadb)[\w-]{0,12}", r"-p(?![\s-])"),
    _option("mongo", r"mongo[a-z]{0,8}", r"-p\s{1,4}|-p(?=\S)(?!ort)"),
    _option("redis-cli valkey-cli", r"(?:redis|valkey)-cli", r"(?:-a|--pass)[\s=]{1,4}"),
    _option(
        "login",
        r"(?:docker|podman|helm|oras|oc|az|skopeo|buildah)\s[^\n|;&]{0,40}?login",
        r"-p[\s=]{1,4}",
    ),
    shape(
        "password",
        "sshpass",
        rf"{_START}sshpass\s{{1,4}}(?:-v\s{{1,4}})?-p\s{{0,4}}{_VALUE}",
        is_real,
    ),
    shape(
        "password",
        "curl",
        rf"{_START}curl\b[^\n]{{0,160}}?\s(?:-u|--user|-U|--proxy-user)[ =]?"
        r"""["']?[^\s:"'$]{1,100}:(?P<secret>[^\s"']{1,200})""",
        is_real,
    ),
    shape("key", "export", rf"{_START}export\s{{1,4}}KEY={_VALUE}", _is_key),
)
