"""Profiles: named servers with their keys, in a file that only its owner can read."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from runwhy.cli.exit_codes import Exit, Stop
from runwhy.cli.target import Target
from runwhy.data_dir import write_privately

PROFILES_FILE = "profiles.json"
DEFAULT = "default"  # used if no profile is selected
LOCAL = "local"  # this machine, without a profile
KEYRING_SERVICE = "runwhy"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A server, the workspace to use, and the place of the key: `file`, `keyring` or `none`."""

    name: str
    url: str
    workspace: str
    stored_in: str = "none"
    api_key: str | None = None

    @property
    def account(self) -> str:
        """The name of the key in the keyring. The key is only sent to the server in it."""
        return f"{self.name} {self.url}"

    def target(self) -> Target:
        """Return the server, key and workspace that the profile selects."""
        return Target(
            server=self.url, api_key=self.api_key, workspace=self.workspace, profile=self.name
        )

    def as_json(self) -> dict[str, Any]:
        """Return the profile without its key."""
        return {
            "name": self.name,
            "url": self.url,
            "workspace": self.workspace,
            "key": self.stored_in,
        }


class NoProfile(Stop):
    """There is no profile with this name."""

    exit_code = Exit.NOT_FOUND

    def __init__(self, name: str) -> None:
        super().__init__(f"no profile {name}; `runwhy profiles` lists all profiles")


def is_name(text: str) -> bool:
    """Whether a text can be the name of a profile."""
    return _NAME.fullmatch(text) is not None and text != LOCAL


@dataclass(frozen=True, slots=True)
class ProfileStore:
    """The profiles of a user. Keys are in the keyring, or in the file if there is none."""

    directory: Path

    @property
    def file(self) -> Path:
        """The file of all profiles."""
        return self.directory / PROFILES_FILE

    def list(self) -> Mapping[str, Profile]:
        """Return all profiles by name; keys in the keyring are not read. Raises: Stop."""
        try:
            stored = json.loads(self.file.read_text())
            return {name: _read(name, fields) for name, fields in sorted(stored.items())}
        except FileNotFoundError:
            return {}
        except (ValueError, AttributeError, TypeError, KeyError) as error:
            why = "delete the file, and sign in again with `runwhy login`"
            raise Stop(f"{self.file} is damaged: {why}") from error

    def find(self, name: str) -> Profile | None:
        """Return a profile with its key. Raises: Stop if the keyring does not have it."""
        profile = self.list().get(name)
        if profile is None or profile.stored_in != "keyring":
            return profile
        keyring = _keyring()
        secret = keyring.get_password(KEYRING_SERVICE, profile.account) if keyring else None
        if secret is None:
            raise Stop(
                f"the keyring has no key of the profile {name}; sign in again with "
                f"`runwhy login --profile {name} {profile.url}`"
            )
        return replace(profile, api_key=secret)

    def save(self, profile: Profile) -> Profile:
        """Store a profile and its key, and return it with the place of the key."""
        self.remove(profile.name)
        if profile.api_key is None:
            kept = profile
        elif _store_in_keyring(profile.account, profile.api_key):
            kept = replace(profile, stored_in="keyring")
        else:
            kept = replace(profile, stored_in="file")
        self._write({**self.list(), profile.name: kept})
        return kept

    def remove(self, name: str) -> bool:
        """Delete a profile and its key; return whether it existed."""
        profiles = dict(self.list())
        found = profiles.pop(name, None)
        if found is None:
            return False
        keyring = _keyring() if found.stored_in == "keyring" else None
        if keyring is not None:
            _try(keyring.delete_password, KEYRING_SERVICE, found.account)
        self._write(profiles)
        return True

    def _write(self, profiles: Mapping[str, Profile]) -> None:
        self.directory.mkdir(parents=True, exist_ok=True)
        stored = {name: _stored(profile) for name, profile in profiles.items()}
        write_privately(self.file, json.dumps(stored, indent=1) + "\n", place=os.replace)


def _read(name: str, fields: Mapping[str, Any]) -> Profile:
    return Profile(
        name=name,
        url=str(fields["url"]),
        workspace=str(fields["workspace"]),
        stored_in=str(fields["key"]),
        api_key=fields.get("apiKey"),
    )


def _stored(profile: Profile) -> dict[str, Any]:
    fields = {"url": profile.url, "workspace": profile.workspace, "key": profile.stored_in}
    secret = {"apiKey": profile.api_key} if profile.stored_in == "file" else {}
    return {**fields, **secret}


def _keyring() -> Any:
    """Return the package `keyring`, if it is installed."""
    try:
        return import_module("keyring")
    except ImportError:
        return None


def _store_in_keyring(account: str, secret: str) -> bool:
    """Store a key in the keyring, and return whether the keyring has it."""
    keyring = _keyring()
    if keyring is None or not _try(keyring.set_password, KEYRING_SERVICE, account, secret):
        return False
    return bool(keyring.get_password(KEYRING_SERVICE, account) == secret)


def _try(action: Any, *args: str) -> bool:
    try:
        action(*args)
    except Exception:  # each keyring has its own errors, such as a locked or missing one
        return False
    return True
