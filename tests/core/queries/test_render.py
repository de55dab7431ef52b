"""Rendering a query as text with the same meaning."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.queries.strategies import KEYS, NOW, VALUES, queries

from runwhy.core.queries import (
    All,
    Compare,
    Field,
    Moment,
    Op,
    Or,
    Query,
    QueryError,
    Text,
    parse,
    render,
)

PIECES = (
    *(" ", " ", "(", ")", "-", "NOT ", " AND ", " OR ", '"', "\\", "*", ":", "=", ">", ">=", "<="),
    *("created", "duration", "tokens", "status", "has:", "tag.", "-24h", "2026-11-01", "30s", "5k"),
    *("failed", "..", "T10:00", "Z", ".5", *KEYS, *VALUES),
)


def read_or_column(text: str) -> tuple[Query | None, int]:
    try:
        return parse(text, now=NOW), 0
    except QueryError as error:
        return None, error.column


@pytest.mark.parametrize(
    ("text", "rendered"),
    [
        ("", ""),
        ("customer=acme AND NOT env:prod", "customer:acme -env:prod"),
        ("(a OR b) c", "(a OR b) c"),
        ("(a b) OR c", "a b OR c"),
        ("NOT (a OR b)", "-(a OR b)"),
        ("tag.customer:x tag.status:x tag.has:x", "customer:x tag.status:x tag.has:x"),
        ("customer:*", "has:customer"),
        ('env:"prod" env:"a b"', 'env:prod env:"a b"'),
        ("created>-24h", "created>-24h"),
        ("created<=2026-11-01", "created<2026-11-02"),
        ("created>=2026-11-01T10:00+01:00", "created>=2026-11-01T09:00:00Z"),
        ("duration>90m tokens>1k", "duration>90m tokens>1000"),
        ("duration<0.0015s", "duration<0.001500s"),
        ('"OR" "-x" "5*"', '"OR" "-x" "5*"'),
    ],
)
def test_a_query_is_rendered_in_its_usual_form(text: str, rendered: str) -> None:
    assert render(parse(text, now=NOW)) == rendered


@given(queries())
@settings(max_examples=200)
def test_a_rendered_query_parses_to_the_same_query(query: Query) -> None:
    assert parse(render(query), now=NOW) == query


@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=12).map("".join)))
@settings(max_examples=200)
def test_any_text_is_a_query_or_a_query_error(text: str) -> None:
    query, column = read_or_column(text)

    if query is None:
        assert 1 <= column <= len(text) + 1
    else:
        assert parse(render(query), now=NOW) == query


def test_a_relative_time_stays_relative_when_parsed_later() -> None:
    later = NOW + timedelta(days=3)
    saved = render(parse("created>-24h", now=NOW))

    assert parse(saved, now=later) == Compare(
        Field.CREATED, Op.GT, Moment(later - timedelta(hours=24), "-24h")
    )


def test_the_query_that_matches_everything_renders_as_a_star_inside_another() -> None:
    assert render(Or((All(), Text("a")))) == "* OR a"
