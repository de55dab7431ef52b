"""Rules for redaction: passwords in the options of well-known commands."""

from __future__ import annotations

import re
from collections.abc import Callable

from runwhy.core.redaction_rules import Shape, is_mixed, is_real, shape, word

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


def _is_login(secret: str) -> bool:
    return is_mixed(secret) and "/" not in secret  # not the directory of `mkdir -p`


def _option(
    hint: str,
    command: str,
    option: str,
    rest: str = "",
    accept: Callable[[str], bool] = _is_password,
) -> Shape:
    """A password after an option of a command; the option's pattern includes the separator."""
    start = rf"{command}(?:(?<![\w-]{command})|(?<=\\[nrt]{command}))"
    return shape("password", hint, rf"{start}{rest}{_BETWEEN}(?:{option}){_VALUE}", accept)


# Hints are shared where possible, because every text is searched for each of them.
COMMANDS = (
    _option("-p", "mysql", r"-p(?![\s-])", r"[\w-]{0,12}"),
    _option("-p", "mariadb", r"-p(?![\s-])", r"[\w-]{0,12}"),
    _option("-p", "mongo", r"-p\s{1,4}|-p(?=\S)(?!ort)", r"[a-z]{0,8}"),
    _option("redis-cli", "redis-cli", r"(?:-a|--pass)[\s=]{1,4}"),
    _option("-p", "login", r"-p[\s=]{1,4}", accept=_is_login),
    shape(
        "password",
        "-p",
        word("sshpass") + r"\s{1,4}(?:-v\s{1,4})?-p\s{0,4}" + _VALUE,
        is_real,
    ),
    shape(
        "password",
        "curl",
        word("curl") + r"\b[^\n]{0,160}?\s(?:-u|--user|-U|--proxy-user)[ =]?"
        r"""["']?[^\s:"'$]{1,100}:(?P<secret>[^\s"']{1,200})""",
        is_real,
    ),
    shape("key", "key", word("export") + r"\s{1,4}KEY=" + _VALUE, _is_key),
)
