"""Files in messages of other wires: data URLs, base64 and addresses become attachments."""

from __future__ import annotations

import base64
import mimetypes
import re
from urllib.parse import urlsplit

from runwhy.core.json import JsonObject
from runwhy.errors import InvalidInput, Problem
from runwhy.wire.fields import MAX_URL

ANY_IMAGE = "image/*"
_DATA_URL = re.compile(r"data:([\w.+-]+/[\w.+-]+);base64,(.*)", re.DOTALL)


def image_at(url: object, at: str) -> JsonObject:
    """Return the image at an address, or in a `data:` URL. Raises: InvalidInput."""
    if isinstance(url, str) and url.startswith("data:"):
        return file_in(url, at, images_only=True)
    return file_at(url, at, mimetypes.guess_type(str(url))[0] or ANY_IMAGE)


def file_at(url: object, at: str, media_type: str) -> JsonObject:
    """Return a file at an address. Raises: InvalidInput."""
    try:
        parts = urlsplit(url) if isinstance(url, str) else None
        is_web = parts is not None and parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_web = False
    if not is_web or not isinstance(url, str) or len(url) > MAX_URL:
        rule = f"must be an http:// or https:// URL of at most {MAX_URL} characters"
        raise InvalidInput([Problem(at, f"{rule}, or a data: URL with base64")])
    return {"type": "input_file_url", "url": url, "mimeType": media_type}


def file_in(
    url: object, at: str, *, images_only: bool = False, filename: str | None = None
) -> JsonObject:
    """Return the file in a `data:` URL. Raises: InvalidInput."""
    found = _DATA_URL.fullmatch(url) if isinstance(url, str) else None
    if found is None:
        raise InvalidInput([Problem(at, "must be a data: URL with a media type and base64")])
    if images_only and not found[1].startswith("image/"):
        raise InvalidInput([Problem(at, f"must be an image, not {found[1]}")])
    return file_of(found[2], found[1], at, filename=filename)


def file_of(
    data: object, media_type: object, at: str, *, filename: str | None = None
) -> JsonObject:
    """Return a file from its base64. Raises: InvalidInput."""
    if not isinstance(data, str) or not data or not isinstance(media_type, str):
        raise InvalidInput([Problem(at, "must have base64 data and a media type")])
    try:
        base64.b64decode(data, validate=True)
    except ValueError:
        raise InvalidInput([Problem(at, "is not valid base64")]) from None
    named = {"filename": filename} if filename else {}
    return {"type": "input_file", "mimeType": media_type, **named, "data": data}
