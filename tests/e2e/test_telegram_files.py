"""Photos and documents sent to a bot become attachments; anything else gets one line back."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.processes import environment, served
from tests.support import callers
from tests.support.servers import running_server, server_settings
from tests.support.telegram_server import TOKEN, FakeTelegram, running_telegram

from runwhy.core.triggers.telegram_files import MAX_FILE

BASE = "/api/v1/workspaces/default"


@pytest.fixture
def telegram() -> Iterator[FakeTelegram]:
    with running_telegram() as fake:
        yield fake


def bot_of(telegram: FakeTelegram) -> dict[str, Any]:
    return {
        "kind": "telegram",
        "name": "bot",
        "token": TOKEN,
        "allowedChatIds": [7],
        "apiBase": telegram.url,
        "spec": {"modelId": "echo"},
    }


def photo(id: str, size: int) -> dict[str, Any]:
    return {"file_id": id, "file_unique_id": id, "width": 1, "height": 1, "file_size": size}


def test_a_photo_and_a_document_become_attachments(tmp_path: Path, telegram: FakeTelegram) -> None:
    telegram.files = {"small": b"s", "large": b"\xff\xd8 photo", "doc": b"%PDF-1.7"}
    pdf = {"file_id": "doc", "file_name": "a b.pdf", "mime_type": "application/pdf"}
    with running_server(server_settings(tmp_path)) as server:
        callers.post(f"{server.base}/triggers", json=bot_of(telegram))
        sizes = [photo("small", 1), photo("large", 8), photo("huge", MAX_FILE + 1)]
        telegram.write(None, photo=sizes, caption="What is this?")
        telegram.wait_until(lambda: len(telegram.texts()) == 1)
        telegram.write(None, document=pdf)
        telegram.wait_until(lambda: len(telegram.texts()) == 2)
        runs = callers.get(f"{server.base}/agent-runs").json()["runs"]
        session = runs[0]["sessionId"]
        parts = [server.call(server.runwhy.store.list_parts(run["id"])) for run in runs[::-1]]
        history = callers.get(f"{server.base}/agent-sessions/{session}/history").json()
        telegram.end()

    first, second = (found[0] for found in parts)
    assert first.text == "What is this?"
    assert first.data["attachments"] == [
        {
            "type": "input_file",
            "mimeType": "image/jpeg",
            "filename": "photo.jpg",
            "data": b64encode(b"\xff\xd8 photo").decode(),
        }
    ]
    assert (second.text, second.data["attachments"][0]["filename"]) == ("", "a b.pdf")
    shown = [m["attachments"] for m in history["messages"] if m["role"] == "user"]
    assert [one["mimeType"] for (one,) in shown] == ["image/jpeg", "application/pdf"]
    assert telegram.downloads == ["large", "doc"]


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ({"voice": {"file_id": "v"}}, "It cannot read voice messages."),
        ({"sticker": {"file_id": "s"}}, "It cannot read stickers."),
        ({"video": {"file_id": "v"}, "caption": "Look"}, "It cannot read videos."),
        ({"animation": {"file_id": "a"}, "document": {"file_id": "a"}}, "read animations."),
        ({"location": {"latitude": 1, "longitude": 2}}, "It cannot read locations."),
        ({"document": {"file_id": "d", "file_size": MAX_FILE + 1}}, "over the limit of 5 MB."),
        ({"document": {"file_id": "unsaid"}}, "over the limit of 5 MB."),
        ({"document": {"file_id": "missing"}}, "could not be fetched"),
    ],
)
def test_a_message_that_cannot_be_read_gets_one_line_and_no_run(
    tmp_path: Path, telegram: FakeTelegram, message: dict[str, Any], line: str
) -> None:
    telegram.files = {"unsaid": b"x" * (MAX_FILE + 1)}  # its size is not known before
    with running_server(server_settings(tmp_path)) as server:
        callers.post(f"{server.base}/triggers", json=bot_of(telegram))
        telegram.write(None, **message)
        telegram.wait_until(lambda: len(telegram.texts()) == 1 and telegram.unread == 0)
        runs = callers.get(f"{server.base}/agent-runs").json()["runs"]
        telegram.end()

    (said,) = telegram.texts()
    assert line in said and "\n" not in said
    assert runs == []


def test_the_token_in_a_files_address_is_neither_logged_nor_stored(
    tmp_path: Path, telegram: FakeTelegram
) -> None:
    telegram.files = {"doc": b"content"}
    env = environment(tmp_path, RUNWHY_TELEGRAM_TOKEN=TOKEN, RUNWHY_LOG_LEVEL="debug")
    named = {**bot_of(telegram), "token": None, "tokenEnv": "RUNWHY_TELEGRAM_TOKEN"}
    with served(env=env) as server:
        callers.post(f"{server.url}{BASE}/triggers", json=named)
        telegram.write(None, document={"file_id": "gone"})
        telegram.write(None, document={"file_id": "doc"})
        telegram.wait_until(lambda: len(telegram.texts()) == 2 and telegram.unread == 0)
        telegram.end()
        _, log = server.end()

    assert "telegram.file_not_fetched" in log
    assert TOKEN not in log
    for file in tmp_path.iterdir():
        assert not file.is_file() or TOKEN.encode() not in file.read_bytes(), file
