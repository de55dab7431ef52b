"""Combining queries, listing their terms, and suggestions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from tests.core.queries.strategies import NOW

from runwhy.core.queries import (
    All,
    And,
    Compare,
    Field,
    FieldIs,
    FieldPrefix,
    HasTag,
    Moment,
    Not,
    Op,
    Or,
    Query,
    TagIs,
    TagPrefix,
    Text,
    all_of,
    and_also,
    any_of,
    closest,
    keys_used,
    parse,
    render,
    suggestions,
    tag_terms,
    terms,
)
from runwhy.core.runs.tags import parse_tags
from runwhy.errors import InvalidInput


def read(text: str) -> Query:
    return parse(text, now=NOW)


@pytest.mark.parametrize(
    ("query", "other", "both"),
    [
        ("", "env:prod", "env:prod"),
        ("env:prod", "", "env:prod"),
        ("env:prod", "env:prod", "env:prod"),
        ("env:prod customer:acme", "env:prod", "env:prod customer:acme"),
        (
            "env:prod customer:acme",
            "env:prod status:failed",
            "env:prod customer:acme status:failed",
        ),
        ("a OR b", "-env:prod", "(a OR b) -env:prod"),
    ],
)
def test_and_also_narrows_a_query_once(query: str, other: str, both: str) -> None:
    assert render(and_also(read(query), read(other))) == both


def test_joining_no_queries_matches_everything_for_and_and_nothing_for_or() -> None:
    assert all_of([]) == All()
    assert any_of([]) == Not(All())


def test_terms_and_keys_are_listed_from_left_to_right() -> None:
    query = read("env:prod (-customer:ac* OR has:trace_id) env:x refund status:failed")

    assert keys_used(query) == ("env", "customer", "trace_id")
    assert tag_terms(query) == (
        TagIs("env", "prod"),
        TagPrefix("customer", "ac"),
        HasTag("trace_id"),
        TagIs("env", "x"),
    )
    assert list(terms(query))[4:] == [Text("refund"), FieldIs(Field.STATUS, "failed")]
    assert list(terms(All())) == []


@pytest.mark.parametrize(
    ("text", "guesses"),
    [
        ("custmer:acme", ['did you mean "customer" instead of "custmer"?']),
        ("customer:acme env:prod", []),
        ("Status:failed", ['did you mean "status" instead of "Status"?']),
        ("zzz:1", []),
        ("tag.status:x", ['did you mean "status" instead of "tag.status"?']),
        ("env:prod or env:dev", ['did you mean "OR" instead of "or"?']),
    ],
)
def test_suggestions_for_unknown_keys_come_from_known_ones(text: str, guesses: list[str]) -> None:
    assert [str(guess) for guess in suggestions(read(text), ["customer", "env"])] == guesses


def test_a_suggestion_is_close_or_missing() -> None:
    assert closest("canceled", ["failed", "cancelled"]) == "cancelled"
    assert closest("ENV", ["env", "end"]) == "env"
    assert closest("zzz", ["failed"]) is None


@pytest.mark.parametrize("key", ["a", "A.b_c-9", "k" * 64, "", "k" * 65, "ä", "a b", "a\n"])
def test_queries_accept_exactly_the_valid_tag_keys(key: str) -> None:
    try:
        parse_tags({key: "x"})
    except InvalidInput:
        with pytest.raises(ValueError, match="not a tag key"):
            HasTag(key)
    else:
        assert read(render(TagIs(key, "x"))) == TagIs(key, "x")


A, B, C = Text("a"), Text("b"), Text("c")
WRONG: list[Callable[[], object]] = [
    lambda: And((A,)),
    lambda: And((And((A, B)), C)),
    lambda: And((A, All())),
    lambda: Or((Or((A, B)), C)),
    lambda: TagPrefix("env", ""),
    lambda: FieldIs(Field.TOKENS, "5"),
    lambda: FieldPrefix(Field.ACTOR, ""),
    lambda: Compare(Field.STATUS, Op.GT, 5),
    lambda: Compare(Field.TOKENS, Op.GT, -1),
    lambda: Compare(Field.CREATED, Op.GT, timedelta()),
    lambda: Compare(Field.CREATED, Op.EQ, Moment(NOW, "-0s")),
    lambda: Moment(datetime(2026, 11, 15)),
    lambda: Text(""),
]


@pytest.mark.parametrize("build", WRONG)
def test_nodes_reject_values_that_the_grammar_cannot_express(build: Callable[[], object]) -> None:
    with pytest.raises(ValueError):
        build()
