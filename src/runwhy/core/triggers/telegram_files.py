"""Files in Telegram messages: which become attachments, and the line that others get back."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from runwhy.core.json import JsonObject, storable

MAX_FILE = 5 * 1024 * 1024  # bytes
MAX_FILENAME = 128
SUPPORTED = f"This bot reads text, photos and files of up to {MAX_FILE // 2**20} MB."
_MEDIA_TYPE = re.compile(r"[A-Za-z0-9][\w.+-]{0,62}/[A-Za-z0-9][\w.+-]{0,62}")
_PATH = re.compile(r"[A-Za-z0-9_-][\w.-]*(/[A-Za-z0-9_-][\w.-]*)*", re.ASCII)

# Animations come with a copy under `document`, so the order matters.
_UNSUPPORTED = {
    "animation": "animations",
    "audio": "audio files",
    "contact": "contacts",
    "dice": "dice",
    "game": "games",
    "location": "locations",
    "paid_media": "paid media",
    "poll": "polls",
    "sticker": "stickers",
    "story": "stories",
    "venue": "venues",
    "video": "videos",
    "video_note": "video messages",
    "voice": "voice messages",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file of a message, before it is downloaded."""

    id: str
    name: str
    media_type: str
    size: int | None = None  # bytes, if known

    def attachment(self, data: bytes) -> JsonObject:
        """Return the file as an attachment of a message."""
        return {
            "type": "input_file",
            "mimeType": self.media_type,
            "filename": self.name,
            "data": b64encode(data).decode(),
        }


def file_of(message: Mapping[str, object]) -> File | None:
    """Return the file of a message: its photo in the best size that fits, or its document."""
    photo, document = message.get("photo"), message.get("document")
    if isinstance(photo, Sequence) and not isinstance(photo, str):
        return _photo([size for size in photo if isinstance(size, Mapping)])
    if not isinstance(document, Mapping):
        return None
    media_type, name = document.get("mime_type"), document.get("file_name")
    known = isinstance(media_type, str) and _MEDIA_TYPE.fullmatch(media_type)
    return _file(
        document,
        storable(name)[:MAX_FILENAME] if isinstance(name, str) and name else "file",
        str(media_type) if known else "application/octet-stream",
    )


def _photo(sizes: Sequence[Mapping[str, object]]) -> File | None:
    found = [file for size in sizes if (file := _file(size, "photo.jpg", "image/jpeg"))]
    found.sort(key=lambda file: file.size or 0)
    fitting = [file for file in found if not is_too_large(file.size)]
    return fitting[-1] if fitting else next(iter(found), None)


def _file(given: Mapping[str, object], name: str, media_type: str) -> File | None:
    id, size = given.get("file_id"), given.get("file_size")
    if not isinstance(id, str) or not 0 < len(id) <= 512:
        return None
    known = type(size) is int and 0 <= size < 2**53
    return File(id=id, name=name, media_type=media_type, size=size if known else None)  # type: ignore[arg-type]


def unsupported_kind(message: Mapping[str, object]) -> str | None:
    """Return the kind of a message that the bot cannot read, or None."""
    return next((name for key, name in _UNSUPPORTED.items() if message.get(key)), None)


def is_too_large(size: int | None) -> bool:
    """Whether a file is over the limit, as far as its size is known."""
    return size is not None and size > MAX_FILE


def is_path(path: object) -> bool:
    """Whether this is a relative path that can follow the address of the Bot API."""
    return isinstance(path, str) and len(path) <= 512 and _PATH.fullmatch(path) is not None


def unsupported_line(kind: str) -> str:
    """Return the answer to a message that the bot cannot read."""
    return f"{SUPPORTED} It cannot read {kind}."


def too_large_line(file: File) -> str:
    """Return the answer to a file over the limit."""
    size = "" if file.size is None else f" This file has {file.size / 2**20:.1f} MB."
    return f"The file is over the limit of {MAX_FILE // 2**20} MB.{size}"


FAILED_LINE = "The file could not be fetched from Telegram. Send it again."
