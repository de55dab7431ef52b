"""Slugs of workspaces, and scopes."""

from __future__ import annotations

import pytest

from runwhy.core.accounts.workspaces import ALL_SCOPES, Scope, allows, parse_slug
from runwhy.errors import InvalidInput


@pytest.mark.parametrize("slug", ["default", "a", "0", "team-7", "a" * 63])
def test_a_slug_is_short_and_plain(slug: str) -> None:
    assert parse_slug(slug) == slug


@pytest.mark.parametrize("slug", ["", "-a", "A", "a_b", "a/b", "ä", "a\n", "a" * 64])
def test_anything_else_is_rejected_as_a_slug(slug: str) -> None:
    with pytest.raises(InvalidInput):
        parse_slug(slug)


@pytest.mark.parametrize("scope", Scope)
def test_a_scope_includes_itself_and_admin_includes_everything(scope: Scope) -> None:
    assert allows(frozenset({scope}), scope)
    assert allows(frozenset({Scope.ADMIN}), scope)
    assert allows(ALL_SCOPES, scope)
    assert not allows(frozenset(), scope)


@pytest.mark.parametrize("thing", ["runs", "sessions", "triggers"])
def test_a_write_scope_includes_read_but_not_the_reverse(thing: str) -> None:
    read, write = Scope(f"{thing}:read"), Scope(f"{thing}:write")

    assert allows(frozenset({write}), read)
    assert not allows(frozenset({read}), write)


def test_a_scope_does_not_include_other_resources() -> None:
    assert not allows(frozenset({Scope.RUNS_WRITE}), Scope.SESSIONS_READ)
    assert not allows(frozenset({Scope.RUNS_WRITE}), Scope.MODELS_READ)
    assert not allows(frozenset({Scope.RUNS_WRITE}), Scope.ADMIN)
