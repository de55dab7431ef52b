"""Redaction of many values together gives the same result as one by one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwhy.core.redaction import redact_json
from runwhy.core.redaction_batches import redact_values

CORPUS = Path(__file__).parent / "corpus"
LINES = [json.loads(line) for line in (CORPUS / "secrets.jsonl").read_text("utf-8").splitlines()]
SECRETS = [line["text"].replace("§", "".join(line["secret"])) for line in LINES]
INNOCENT = "The worker took the run, and the key of the map is the name of the token.\n" * 20
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(SECRETS),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["text", "password", "auth", "id", "apiKey"]), inner)
    ),
    max_leaves=8,
)


def one_by_one(values: list[Any], known: tuple[str, ...] = ()) -> list[Any]:
    return [redact_json(value, known=known) for value in values]


@given(st.lists(JSON, max_size=6))
def test_values_are_redacted_as_if_each_was_alone(values: list[Any]) -> None:
    assert list(redact_values(values)) == one_by_one(values)


@pytest.mark.parametrize("text", SECRETS)
def test_a_secret_is_found_among_innocent_texts(text: str) -> None:
    values = [{"text": INNOCENT}, {"text": f"{INNOCENT}{text}\n{INNOCENT}"}, {"text": INNOCENT}]

    assert list(redact_values(values)) == one_by_one(values)


def test_known_values_are_found() -> None:
    values: list[Any] = [{"text": INNOCENT}, ["it is swordfish-1"]]

    redacted = redact_values(values, known=("swordfish-1",))

    assert list(redacted) == [{"text": INNOCENT}, ["it is [redacted:known_value]"]]


def test_a_value_without_secrets_is_returned_as_it_is() -> None:
    value = {"text": INNOCENT, "items": [1, None, {"name": "x"}]}

    assert redact_values([value])[0] is value


def test_a_value_that_is_too_deep_is_cut() -> None:
    value: Any = "x"
    for _ in range(150):
        value = [value]

    assert list(redact_values([value])) == one_by_one([value])
