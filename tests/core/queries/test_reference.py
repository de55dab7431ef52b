"""The reference page matches the parser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.core.queries.strategies import NOW

from runwhy.core.queries import (
    MAX_CHARACTERS,
    MAX_DEPTH,
    MAX_TERMS,
    STATUSES,
    Field,
    QueryError,
    parse,
)

PAGE = (Path(__file__).parents[3] / "docs/reference/query-language.md").read_text("utf-8")


def rows(title: str) -> list[tuple[str, str]]:
    """Return the first cell (without backticks) and the second of each row below a heading."""
    section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `(.+?)` \| (.+?) \|", section, re.MULTILINE)


@pytest.mark.parametrize("text", [query for query, _ in rows("Examples")])
def test_every_example_parses(text: str) -> None:
    parse(text, now=NOW)


@pytest.mark.parametrize(("text", "message"), rows("Errors"))
def test_every_error_is_worded_as_documented(text: str, message: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse(text, now=NOW)

    assert caught.value.message == message


def test_every_field_status_and_limit_is_documented() -> None:
    assert {name for name, _ in rows("Fields")} == set(Field)
    assert " ".join(STATUSES) in PAGE
    for limit in (MAX_CHARACTERS, MAX_DEPTH, MAX_TERMS):
        assert f"| {limit} |" in PAGE
