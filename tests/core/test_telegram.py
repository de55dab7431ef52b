"""Reading Telegram updates, and splitting long replies."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwhy.core.triggers.telegram import Incoming, is_token, read_update, split_reply, update_id_of

UPDATE: dict[str, Any] = {
    "update_id": 100,
    "message": {
        "message_id": 5,
        "from": {"id": 42, "first_name": "Ada", "username": "ada"},
        "chat": {"id": -1001, "type": "supergroup"},
        "message_thread_id": 9,
        "is_topic_message": True,
        "text": "Hello",
    },
}


def test_a_message_is_read_with_its_ids() -> None:
    incoming = read_update(UPDATE)

    assert incoming == Incoming(
        update_id=100,
        chat_id=-1001,
        message_id=5,
        text="Hello",
        chat_type="supergroup",
        topic_id=9,
        user_id=42,
        user_name="ada",
    )
    assert incoming.facts() == {
        "telegram_chat_id": -1001,
        "telegram_message_id": 5,
        "telegram_chat_type": "supergroup",
        "telegram_from_user_id": 42,
        "telegram_topic_id": 9,
    }
    assert (incoming.key, incoming.conversation) == ("-1001:5", "-1001:9")


def test_a_reply_thread_is_not_a_topic() -> None:
    message = {**UPDATE["message"], "is_topic_message": False}

    incoming = read_update({**UPDATE, "message": message})
    assert incoming is not None and incoming.conversation == "-1001:0"


@pytest.mark.parametrize(
    "update",
    [
        None,
        [],
        "text",
        {},
        {"update_id": 1},
        {"update_id": 1, "message": None},
        {"update_id": 1, "message": {"message_id": 2}},
        {"update_id": 1, "message": {"message_id": 2, "chat": {}, "text": "x"}},
        {"update_id": 1, "message": {"message_id": "2", "chat": {"id": 1}, "text": "x"}},
        {"update_id": 1, "message": {"message_id": 2, "chat": {"id": 1}, "text": "  "}},
        {"update_id": 1, "message": {"message_id": 2, "chat": {"id": 1}, "photo": []}},
        {"update_id": 1, "message": {"message_id": 2, "chat": {"id": 1}, "photo": [{}, 1]}},
        {"update_id": 1, "message": {"message_id": 2, "chat": {"id": 1}, "document": "x"}},
        {"update_id": 1, "edited_message": UPDATE["message"]},
        {"update_id": "1", "message": UPDATE["message"]},
    ],
)
def test_an_update_without_a_message_is_ignored(update: object) -> None:
    assert read_update(update) is None


def test_the_update_id_is_read_from_a_malformed_update() -> None:
    assert update_id_of({"update_id": 7, "message": "?"}) == 7
    assert update_id_of({"update_id": True}) is None
    assert update_id_of("?") is None


def test_a_reply_is_split_at_the_end_of_a_paragraph() -> None:
    text = "a" * 60 + "\n\n" + "b" * 60

    assert split_reply(text, 100) == ["a" * 60, "b" * 60]
    assert split_reply("one. two three", 10) == ["one. two", "three"]
    assert split_reply("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]
    assert split_reply("short") == ["short"]
    assert split_reply("  ") == []


@given(st.text(alphabet=st.sampled_from("a \n.😀é"), max_size=400), st.integers(8, 50))
def test_every_piece_fits_and_no_word_is_lost(text: str, limit: int) -> None:
    pieces = split_reply(text, limit)

    assert all(len(piece.encode("utf-16-le")) <= 2 * limit for piece in pieces)
    assert all(piece.strip() for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        ("123456:test-token", True),
        ("110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw", True),
        ("sk-proj-abcdefghijklmnop", False),
        ("postgresql://user:password@host/db", False),
        ("123456:test-token\n", False),
        ("123456:../../etc/passwd", False),
        ("", False),
    ],
)
def test_only_a_bot_token_is_recognized_as_one(text: str, looks: bool) -> None:
    assert is_token(text) is looks
