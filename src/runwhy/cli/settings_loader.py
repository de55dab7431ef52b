"""Settings as the command line reads them, with errors that name the variable."""

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
from runwhy.settings import Settings

OPTIONS = {"database_url": "--db"}


def load_settings(**given: Any) -> Settings:
    """The settings; None is as if not given. Raises: BadSettings, naming every broken one."""
    try:
        _check_names()
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        problems = "\n".join(_problem(one, given) for one in error.errors(include_url=False))
        raise BadSettings(f"the settings are wrong:\n{problems}") from error
    except SettingsError as error:  # a variable whose value has to be JSON
        raise BadSettings(f"the settings are wrong:\n  {error}: it is not JSON") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadSettings(f"runwhy.toml is not TOML: {error}") from error


def _check_names() -> None:
    """A name in runwhy.toml that no setting has is a slip of the pen. Raises: BadSettings."""
    file = Path(str(Settings.model_config["toml_file"]))
    written = tomllib.loads(file.read_text()) if file.is_file() else {}
    unknown = [name for name in written if name not in Settings.model_fields]
    if unknown:
        told = "\n".join(f"  there is no setting {name!r}{_nearly(name)}" for name in unknown)
        raise BadSettings(f"{file.name} is wrong:\n{told}")


def _nearly(name: str) -> str:
    close = difflib.get_close_matches(name, Settings.model_fields, n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _problem(error: Any, given: dict[str, Any]) -> str:
    name = ".".join(str(step) for step in error["loc"])
    option = OPTIONS.get(name, f"--{name}")
    where = option if given.get(name) is not None else f"{name} (RUNWHY_{name.upper()})"
    said = error["msg"].removeprefix("Value error, ")
    return f"  {where}: {said}, not {_shown(str(error['input']))}"


def _shown(value: str) -> str:
    """What was given, without a password."""
    return repr(re.sub(r"//[^@/]*@", "//…@", value))


def database_name(settings: Settings) -> str:
    """Which database this is, without its password."""
    if not settings.is_postgres:
        return str(settings.sqlite_path.resolve())
    parts = urlsplit(settings.database_url)
    host = parts.netloc.rpartition("@")[2]
    user = f"{parts.username}@" if parts.username else ""
    return urlunsplit((parts.scheme, user + host, parts.path, "", ""))
