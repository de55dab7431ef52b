"""Messages about inbox items, and the presses of their buttons."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.support.contracts.triggers import a_trigger

from runwhy.core.inbox.items import InboxItem, ItemAction, ItemKind
from runwhy.core.inbox.notices import (
    MAX_QUESTION,
    NotAllowed,
    Notice,
    buttons_of,
    decision_of_press,
    message_text,
    repeated_notice,
)
from runwhy.core.triggers.telegram import MAX_MESSAGE, ButtonPress, utf16_units
from runwhy.core.triggers.trigger import TriggerConfig

NOW = datetime(2026, 1, 1, tzinfo=UTC)
NOTICE = Notice(
    id="ntc_1",
    workspace=1,
    target="trg_1",
    item_id="approval:run_1:toolu_1",
    opened_at=NOW,
    nonce="secret",
    expires_at=NOW + timedelta(days=1),
    chat_id=7,
)
PRESS = ButtonPress(
    update_id=1, id="one", chat_id=7, message_id=1, user_id=42, data="rw:ntc_1:a:secret"
)
BOT = replace(
    a_trigger(id="trg_1", workspace=1),
    config=TriggerConfig(inbox_chat_id=7, inbox_user_ids=[42]),
)


def request_of(command: str) -> InboxItem:
    return InboxItem(
        id=NOTICE.item_id,
        kind=ItemKind.APPROVAL,
        title="claude wants to run a command",
        why="api",
        since=NOW,
        changed_at=NOW,
        actions=(ItemAction.APPROVE, ItemAction.DENY),
        approval_id="toolu_1",
        asked={"tool": "Bash", "input": {"command": command}},
    )


@pytest.mark.parametrize("character", ["x", "😀"])
def test_a_request_that_telegram_cannot_show_whole_can_only_be_denied(character: str) -> None:
    command = f"echo {character * 2000} && rm -rf /"
    item = request_of(command)
    labels = [button.label for button in buttons_of(item, NOTICE)]
    text = message_text(item)
    fits = utf16_units(command) < MAX_QUESTION

    assert (labels == ["Deny"]) is not fits
    assert (command in text) is fits and (command in repeated_notice(text, buttons=True)) is fits
    assert utf16_units(text) <= MAX_MESSAGE


def test_a_button_that_has_expired_is_refused() -> None:
    late = NOTICE.expires_at

    assert decision_of_press(PRESS, NOTICE, BOT, now=NOW) == "approve"
    with pytest.raises(NotAllowed, match="expired"):
        decision_of_press(PRESS, NOTICE, BOT, now=late)


def test_the_press_that_decided_still_counts_if_it_is_sent_again_after_the_expiry() -> None:
    decided = replace(NOTICE, pressed=PRESS.id)

    assert decision_of_press(PRESS, decided, BOT, now=NOTICE.expires_at) == "approve"
    with pytest.raises(NotAllowed, match="used before"):
        decision_of_press(replace(PRESS, id="two"), decided, BOT, now=NOTICE.expires_at)
