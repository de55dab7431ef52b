"""Workspaces: their slugs, and scopes."""

from __future__ import annotations

import pytest

from runwhy.core.accounts.workspaces import ALL_SCOPES, Scope, allows, parse_slug
from runwhy.errors import InvalidInput


@pytest.mark.parametrize("slug", ["default", "a", "0", "team-7", "a" * 63])
def test_a_slug_is_short_and_plain(slug: str) -> None:
    assert parse_slug(slug) == slug


@pytest.mark.parametrize("slug", ["", "-a", "A", "a_b", "a/b", "ä", "a\n", "a" * 64])
def test_anything_else_is_no_slug(slug: str) -> None:
    with pytest.raises(InvalidInput):
        parse_slug(slug)


@pytest.mark.parametrize("scope", Scope)
def test_a_scope_allows_itself_and_admin_allows_all(scope: Scope) -> None:
    assert allows(frozenset({scope}), scope)
    assert allows(frozenset({Scope.ADMIN}), scope)
    assert allows(ALL_SCOPES, scope)
    assert not allows(frozenset(), scope)


@pytest.mark.parametrize("thing", ["runs", "sessions", "triggers"])
def test_who_may_write_may_read_but_not_the_other_way_round(thing: str) -> None:
    read, write = Scope(f"{thing}:read"), Scope(f"{thing}:write")

    assert allows(frozenset({write}), read)
    assert not allows(frozenset({read}), write)


def test_a_scope_allows_nothing_of_another_thing() -> None:
    assert not allows(frozenset({Scope.RUNS_WRITE}), Scope.SESSIONS_READ)
    assert not allows(frozenset({Scope.RUNS_WRITE}), Scope.MODELS_READ)
    assert not allows(frozenset({Scope.RUNS_WRITE}), Scope.ADMIN)
