"""Settings as the command line reads them, with errors that name the variable."""

from __future__ import annotations

import tomllib
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from pydantic import ValidationError

from whence.cli.exits import BadSettings
from whence.settings import Settings


def load_settings(**given: Any) -> Settings:
    """The settings; None is as if not given. Raises: BadSettings, naming every broken one."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        problems = "\n".join(_problem(one, given) for one in error.errors(include_url=False))
        raise BadSettings(f"the settings are wrong:\n{problems}") from error
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(f"whence.toml is not TOML: {error}") from error


def _problem(error: Any, given: dict[str, Any]) -> str:
    name = ".".join(str(step) for step in error["loc"])
    where = f"--{name}" if given.get(name) is not None else f"{name} (WHENCE_{name.upper()})"
    return f"  {where}: {error['msg']}, not {error['input']!r}"


def database_name(settings: Settings) -> str:
    """Which database this is, without its password."""
    if not settings.is_postgres:
        return str(settings.sqlite_path.resolve())
    parts = urlsplit(settings.database_url)
    host = parts.netloc.rpartition("@")[2]
    user = f"{parts.username}@" if parts.username else ""
    return urlunsplit((parts.scheme, user + host, parts.path, "", ""))
