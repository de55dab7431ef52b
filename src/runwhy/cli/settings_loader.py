"""Load the settings, with errors that name the option or environment variable."""

from __future__ import annotations

import difflib
import re
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from pydantic import ValidationError
from pydantic_settings import SettingsError

from runwhy.cli.exit_codes import BadSettings
from runwhy.errors import plain_rule
from runwhy.settings import Settings

OPTIONS = {"database_url": "--db"}


def load_settings(**given: Any) -> Settings:
    """Load the settings, and override those given. Raises: BadSettings, with all problems."""
    try:
        _check_names()
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        problems = "\n".join(_problem(one, given) for one in error.errors(include_url=False))
        raise BadSettings(f"invalid settings:\n{problems}") from error
    except SettingsError as error:  # the value of a variable has to be JSON
        raise BadSettings(f"invalid settings:\n  {error}: the value is not JSON") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadSettings(f"runwhy.toml is not valid TOML: {error}") from error


def _check_names() -> None:
    """Reject unknown names in runwhy.toml. Raises: BadSettings."""
    file = Path(str(Settings.model_config["toml_file"]))
    values = tomllib.loads(file.read_text()) if file.is_file() else {}
    unknown = [name for name in values if name not in Settings.model_fields]
    if unknown:
        problems = "\n".join(f"  unknown setting {name!r}{_suggestion(name)}" for name in unknown)
        raise BadSettings(f"{file.name} is invalid:\n{problems}")


def _suggestion(name: str) -> str:
    close = difflib.get_close_matches(name, Settings.model_fields, n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _problem(error: Any, given: dict[str, Any]) -> str:
    name = ".".join(str(step) for step in error["loc"])
    option = OPTIONS.get(name, f"--{name}")
    where = option if given.get(name) is not None else f"{name} (RUNWHY_{name.upper()})"
    message = plain_rule(error["msg"].removeprefix("Value error, "))
    return f"  {where}: {message}, not {_hide_password(str(error['input']))}"


def _hide_password(value: str) -> str:
    return repr(re.sub(r"//[^@/]*@", "//…@", value))


def database_name(settings: Settings) -> str:
    """Return the path or URL of the database, without its password."""
    if not settings.is_postgres:
        return str(settings.sqlite_path.resolve())
    parts = urlsplit(settings.database_url)
    host = parts.netloc.rpartition("@")[2]
    user = f"{parts.username}@" if parts.username else ""
    return urlunsplit((parts.scheme, user + host, parts.path, "", ""))
