"""Each tag is one exact and reversible search term."""

from __future__ import annotations

import re
import sqlite3

from hypothesis import given
from hypothesis import strategies as st

from runwhy.core.queries import And, TagIs
from runwhy.stores.sql.tag_index import match_query, token, tokens

keys = st.from_regex(r"[A-Za-z0-9._-]{1,64}", fullmatch=True)
values = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=256)
pairs = st.tuples(st.integers(1, 10**6), keys, values)


def read_back(term: str) -> tuple[int, str, str]:
    """Return the tag of a term."""
    workspace, rest = term.split(".", 1)
    key, value = rest.split("=", 1)
    return int(workspace), _plain(key), _plain(value)


def _plain(written: str) -> str:
    found = re.findall(r"~([0-9a-f]{2})|(.)", written)
    return bytes(int(code, 16) if code else ord(plain) for code, plain in found).decode()


def test_a_term_contains_the_workspace_key_and_value() -> None:
    assert token(1, "customer", "acme") == "1.customer=acme"
    assert token(12, "Env", "Über ~") == "12.~45nv=~c3~9cber~20~7e"


def test_several_tags_become_one_query() -> None:
    both = And((TagIs("a", "b"), TagIs("c", "")))
    assert match_query(1, both) == '("1.a=b") AND ("1.c=")'


@given(pairs)
def test_a_term_identifies_exactly_one_tag(pair: tuple[int, str, str]) -> None:
    assert read_back(token(*pair)) == pair


@given(pairs, st.integers(0, 256))
def test_a_prefix_of_a_value_is_a_prefix_of_its_term(pair: tuple[int, str, str], end: int) -> None:
    workspace, key, value = pair
    assert token(workspace, key, value).startswith(token(workspace, key, value[:end]))


@given(st.lists(pairs, min_size=1, max_size=16))
def test_the_tokenizer_neither_splits_nor_folds_a_term(tags: list[tuple[int, str, str]]) -> None:
    db = sqlite3.connect(":memory:")
    try:
        db.execute(
            "CREATE VIRTUAL TABLE terms USING fts5"
            " (t, content='', detail=none, columnsize=0, tokenize=\"ascii tokenchars '-_.=~'\")"
        )
        db.execute("CREATE VIRTUAL TABLE v USING fts5vocab (terms, row)")
        for row, (workspace, key, value) in enumerate(tags):
            terms = tokens(workspace, {key: value})
            db.execute("INSERT INTO terms (rowid, t) VALUES (?, ?)", (row, terms))
        assert {term for (term,) in db.execute("SELECT term FROM v")} == {token(*t) for t in tags}
    finally:
        db.close()
