"""The server, key and workspace of a command: options, environment, profile, this machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Server, key and workspace to use, and the profile that names them.

    A server of None is this machine.
    """

    server: str | None = None
    api_key: str | None = None
    workspace: str | None = None
    profile: str | None = None


HERE = Target()
FindProfile = Callable[[str | None], Target]


def select_target(options: Target, environment: Target, find_profile: FindProfile) -> Target:
    """Return the target of a command: options, then the environment, then a profile.

    A profile that an option names counts as an option, so that a key in the environment is not
    sent to its server. `find_profile` gets None for the default profile.
    """
    unnamed = replace(environment, profile=None)
    if options.server is not None:
        return _combine(replace(options, profile=None), unnamed)
    if options.profile is not None:
        named = find_profile(options.profile)
        return _combine(options, named, Target(workspace=environment.workspace))
    if environment.server is not None:
        return _combine(options, unnamed)
    return _combine(options, unnamed, find_profile(environment.profile))


def _combine(*layers: Target) -> Target:
    """Return the first value of each field. The profile is the one that names the server."""
    source = next((layer for layer in layers if layer.server is not None), HERE)
    return Target(
        server=source.server,
        api_key=next((layer.api_key for layer in layers if layer.api_key is not None), None),
        workspace=next((layer.workspace for layer in layers if layer.workspace is not None), None),
        profile=source.profile,
    )
