"""Terms of a text, and how well two texts match."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwhy.core.memory.terms import gist_of, says_the_same, stem, terms_of, word_scores


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("lives", "living"),
        ("lived", "live"),
        ("allergies", "allergy"),
        ("running", "runs"),
        ("boxes", "box"),
        ("classes", "class"),
        ("badly", "bad"),
    ],
)
def test_inflected_forms_share_a_term(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize("word", ["bus", "this", "red", "ring", "über", "5551", "gas2", "王"])
def test_letters_that_are_not_an_ending_stay(word: str) -> None:
    assert stem(word) == word


def test_common_words_are_ignored() -> None:
    assert terms_of("What would you like to tell me about it?") == ()
    assert terms_of("I don't live in Berlin, Berlin-Mitte.") == ("liv", "berlin", "mitt")
    assert terms_of("東京 tower") == ("東京", "tower")


@given(st.text(max_size=200))
def test_terms_need_no_quoting(text: str) -> None:
    for term in (*terms_of(text), *gist_of(text)):
        assert term.isalnum() or all(char.isalnum() for char in term)
        assert " " not in term


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("I like tea.", "I like TEA!", True),
        ("My dogs are barking", "My dog barks", True),
        ("I like tea", "I do not like tea", False),
        ("My number is 5551", "My number is 5552", False),
        ("I live in Rome", "I live in Oslo", False),
        ("Yes.", "No.", False),
    ],
)
def test_only_equivalent_texts_are_duplicates(one: str, other: str, same: bool) -> None:
    assert says_the_same(gist_of(one), gist_of(other)) is same


def test_one_extra_word_is_a_duplicate_but_a_different_number_is_not() -> None:
    words = [f"word{chr(97 + n)}" for n in range(20)]

    assert says_the_same(words, [*words, "more"])
    assert not says_the_same([*words, "at8"], [*words, "at9"])


def test_rare_words_count_more_than_frequent_ones() -> None:
    found = {n: ["mia", f"w{n}"] for n in range(9)} | {9: ["peanut", "allergic"]}

    scores = word_scores(["mia", "peanut"], found, total=10)

    assert scores[9] > scores[0] > 0
    assert max(scores.values()) <= 1
    assert word_scores(["peanut"], {9: found[9]}, total=10) == {9: 1.0}
    assert word_scores([], found, total=10) == {}
