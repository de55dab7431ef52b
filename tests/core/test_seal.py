"""The seal: derived per session, masked in every readable form, also in pieces of a stream."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.forgeries import seal_forms
from tests.support.builders import a_part

from runwhy.core.context.seal import (
    HOLDS_RULE,
    MASK,
    SealFilter,
    mask_seal,
    mask_seal_json,
    mask_seal_part,
    seal_envelope,
    seal_for,
    seal_parts,
    seal_rule,
)
from runwhy.core.context.seal_forms import find_seal, held_back_from, is_shown_whole

SEAL = seal_for(b"secret", "ses_1")
BLANK = '"seal":"00000000000000000000"'
HALVES = ("own_seal_first", "own_seal_second")


def test_a_seal_is_stable_per_session_and_differs_by_session_and_secret() -> None:
    assert SEAL == seal_for(b"secret", "ses_1") == "5synb8pzrxbyrqkhwz2m"
    assert SEAL not in {seal_for(b"secret", "ses_2"), seal_for(b"other", "ses_1")}
    with pytest.raises(ValueError, match="a seal needs a secret"):
        seal_for(b"", "ses_1")


@pytest.mark.parametrize("form", seal_forms(SEAL))
def test_the_seal_is_masked_in_every_form(form: str) -> None:
    text = f'Before, {{"seal":"{seal_forms(SEAL)[form]}"}} after.'

    masked = mask_seal(text, SEAL)

    assert MASK in masked and masked.startswith("Before, {") and masked.endswith(" after.")
    assert mask_seal(masked, SEAL) == masked
    assert mask_seal_json({"a": [text]}, SEAL) == {"a": [masked]}


@pytest.mark.parametrize("form", [form for form in seal_forms(SEAL) if form not in HALVES])
@pytest.mark.parametrize("size", [1, 3, 8])
def test_a_stream_never_shows_more_than_the_beginning_of_the_seal(form: str, size: int) -> None:
    text = f"Before: {seal_forms(SEAL)[form]}. After."
    filter = SealFilter(SEAL)

    shown = [filter.add(text[at : at + size]) for at in range(0, len(text), size)]
    whole = "".join(shown) + filter.finish()

    assert whole.startswith("Before: ") and whole.endswith(" After.")
    assert MASK in whole and mask_seal(whole, SEAL) == whole


@given(st.text(), st.integers(1, 9))
def test_other_text_is_unchanged_whole_and_in_pieces(text: str, size: int) -> None:
    filter = SealFilter(SEAL)
    pieces = [filter.add(text[at : at + size]) for at in range(0, len(text), size)]

    assert mask_seal(text, SEAL) == text
    assert "".join(pieces) + filter.finish() == text


@given(st.text(max_size=40), st.text(max_size=40), st.sampled_from([*seal_forms(SEAL)]))
def test_masking_is_the_same_for_equal_text_and_removes_the_seal(
    before: str, after: str, form: str
) -> None:
    text = f"{before} {seal_forms(SEAL)[form]} {after}"

    masked = mask_seal(text, SEAL)

    assert masked == mask_seal(text, SEAL)
    assert mask_seal(masked, SEAL) == masked


@given(st.text(max_size=20), st.sampled_from([*seal_forms(SEAL)]), st.integers(0, 60))
def test_a_text_is_shown_whole_only_if_nothing_of_it_is_held_back(
    before: str, form: str, length: int
) -> None:
    text = before + seal_forms(SEAL)[form][:length]

    if is_shown_whole(text, SEAL):
        assert find_seal(text, SEAL) == [] and held_back_from(text, SEAL) == len(text)
    assert is_shown_whole("Most texts are like this one.", SEAL)


def test_text_is_held_back_only_while_it_may_begin_the_seal() -> None:
    filter = SealFilter(SEAL)

    assert filter.add(f"It is {SEAL[:6]}") == "It is "
    assert filter.add("! ") == ""
    assert filter.add("not it") == f"{SEAL[:6]}! not it"


def test_the_seal_is_put_only_into_the_servers_own_text() -> None:
    blank = BLANK
    rule = seal_rule(f"Ours: {blank} {SEAL}\n\n# Run context\n{blank} ends.", SEAL)
    envelope = seal_envelope(f'{{"m":{{{blank},"context":{{"a":{{{blank}}}}}}}}}', SEAL)

    assert rule == f'Ours: {blank} {MASK}\n\n# Run context\n"seal":"{SEAL}" ends.'
    assert envelope == f'{{"m":{{"seal":"{SEAL}","context":{{"a":{{{blank}}}}}}}}}'
    (part,) = seal_parts([a_part(f"A person's {blank}")], SEAL)
    assert part.text == f"A person's {blank}"


def test_the_rule_is_whole_although_it_begins_as_the_seal_goes_on() -> None:
    seal = f"{SEAL[:10]}r{SEAL[11:]}"
    prompt = f"Say {SEAL[:10]}\n\n# Run context\n{BLANK} ends."

    stored = mask_seal_part(a_part(prompt, data={HOLDS_RULE: True}), seal)

    assert stored.text == f"Say {MASK}\n\n# Run context\n{BLANK} ends."
    sent = f'Say {MASK}\n\n# Run context\n"seal":"{seal}" ends.'
    assert seal_rule(stored.text, seal) == seal_rule(prompt, seal) == sent
    assert mask_seal_part(a_part(prompt), seal).text.startswith(f"Say {MASK}un context")


def test_the_seal_is_masked_in_attached_texts_and_other_files_are_unchanged() -> None:
    note = {"data": base64.b64encode(f"x {SEAL} y".encode()).decode(), "mimeType": "text/plain"}
    image = {"data": base64.b64encode(b"\x89PNG\xff\xfe").decode(), "filename": SEAL}
    part = a_part("Read this.", data={"attachments": [note, image]})

    (sent,) = seal_parts([part], SEAL)

    first, second = json.loads(json.dumps(sent.data["attachments"]))
    assert base64.b64decode(first["data"]) == f"x {MASK} y".encode()
    assert second == {"data": image["data"], "filename": MASK}


TEXTS = st.one_of(
    st.text(max_size=20),
    st.sampled_from([SEAL, SEAL[:10], SEAL[10:], SEAL.upper(), "%35", f"<b>{SEAL}</b>"]),
)


@given(st.lists(TEXTS, max_size=120), st.sampled_from([SEAL, ""]))
def test_parts_are_sealed_together_as_each_one_alone(texts: list[str], seal: str) -> None:
    parts = [
        a_part(text) if number % 2 else a_part("", data={"native": {"text": [text]}})
        for number, text in enumerate(texts)
    ]
    assert seal_parts(parts, seal) == [sealed for p in parts for sealed in seal_parts([p], seal)]
