"""The reply of an ended run to a chat, and how failed attempts are retried."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.support.builders import a_run, an_origin
from tests.support.clock import NOON

from runwhy.core.runs.delivery import Delivery, DeliveryStatus
from runwhy.core.runs.run import Run, Status
from runwhy.core.triggers.replies import (
    MAX_PROBLEM,
    WAITS,
    Reply,
    after_failure,
    reply_text,
    skip_reason,
)
from runwhy.core.triggers.telegram_files import MAX_FILE, file_of, is_path, unsupported_kind

REPLY = Reply(run_id="run_1", trigger_id="trg_1", conversation="-7:3", delivery=Delivery())


def ended(trigger: str, status: Status, **changes: Any) -> Run:
    return a_run(origin=an_origin(trigger=trigger), status=status, **changes)


@pytest.mark.parametrize("trigger", ["telegram", "timer", "cron", "webhook", "api"])
def test_a_text_is_sent_whatever_started_the_run(trigger: str) -> None:
    assert reply_text(ended(trigger, Status.SUCCEEDED, final_text="Hi")) == "Hi"


@pytest.mark.parametrize("status", [Status.SUCCEEDED, Status.FAILED, Status.CANCELLED])
def test_without_a_text_only_a_message_in_the_chat_gets_a_line(status: Status) -> None:
    reason = "x" * 1000
    asked = reply_text(ended("telegram", status, failure_reason=reason, final_text=" "))

    assert asked is not None and 0 < len(asked) <= MAX_PROBLEM and "\n" not in asked
    for trigger in ("timer", "cron", "webhook", "api"):
        run = ended(trigger, status, failure_reason=reason, final_text="")
        assert reply_text(run) is None and skip_reason(run)


def test_a_failed_attempt_is_retried_with_growing_waits_and_then_given_up() -> None:
    reply, waits = REPLY, []
    while reply.is_open:
        reply = after_failure(reply, "502: Bad Gateway", at=NOON, final=False)
        if reply.next_at is not None:
            waits.append((reply.next_at - NOON).total_seconds())

    assert tuple(waits) == WAITS
    assert reply.delivery == Delivery(
        status=DeliveryStatus.FAILED, attempts=len(WAITS) + 1, error="502: Bad Gateway", at=NOON
    )


def test_a_channel_that_asks_to_wait_is_not_called_earlier() -> None:
    waiting = after_failure(REPLY, "429", at=NOON, final=False, wait=100.0)
    too_long = after_failure(REPLY, "429", at=NOON, final=False, wait=WAITS[-1] + 1)

    assert waiting.next_at == NOON + timedelta(seconds=100)
    assert too_long.delivery.status is DeliveryStatus.FAILED


def test_a_final_error_ends_the_delivery_and_keeps_what_was_sent() -> None:
    shown = replace(REPLY, delivery=Delivery(message_id=5, parts=2))
    failed = after_failure(shown, "403: " + "x" * 1000, at=NOON, final=True)

    assert (failed.is_open, failed.next_at) == (False, None)
    assert (failed.delivery.message_id, failed.delivery.attempts) == (5, 1)
    assert len(failed.delivery.error or "") == 300


def test_a_conversation_names_its_chat_and_topic() -> None:
    assert REPLY.chat == (-7, 3)
    assert replace(REPLY, conversation="7:0").chat == (7, None)


def test_the_best_photo_that_fits_is_chosen() -> None:
    sizes = [{"file_id": str(size), "file_size": size} for size in (9, MAX_FILE, MAX_FILE + 1, 5)]
    best, small = file_of({"photo": sizes}), file_of({"photo": sizes[2:3]})

    assert best is not None and best.id == str(MAX_FILE)
    assert small is not None and small.size == MAX_FILE + 1  # refused with its size


@pytest.mark.parametrize("media_type", ["", "text", "a/b; c=d", "x" * 200, 7, "image/p\nng"])
def test_a_malformed_media_type_is_not_passed_on(media_type: object) -> None:
    document = {"file_id": "d", "mime_type": media_type, "file_name": "n" * 999}
    file = file_of({"document": document})

    assert file is not None
    assert (file.media_type, len(file.name)) == ("application/octet-stream", 128)


@pytest.mark.parametrize(
    "path", ["", "/etc/passwd", "../x", "a/../b", "a//b", "http://x", "a b", "a?b", None, 7]
)
def test_a_path_outside_the_files_of_the_bot_is_refused(path: object) -> None:
    assert not is_path(path)
    assert is_path("photos/file_0-1.jpg")


def test_a_service_message_is_neither_read_nor_answered() -> None:
    assert unsupported_kind({"new_chat_members": [{}]}) is None
    assert unsupported_kind({"pinned_message": {}}) is None
