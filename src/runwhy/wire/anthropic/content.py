"""Content of messages on Anthropic's wire: text, images and documents."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from runwhy.core.json import JsonObject
from runwhy.errors import InvalidInput, Problem
from runwhy.wire.attachments import ANY_IMAGE, file_at, file_of
from runwhy.wire.openai.content import MAX_FILES, Content
from runwhy.wire.openai.problems import Problems

_PDF = "application/pdf"
_CACHE = frozenset({"type", "ttl"})
BLOCK_KEYS: Mapping[str, frozenset[str]] = {
    "text": frozenset({"type", "text", "citations", "cache_control"}),
    "image": frozenset({"type", "source", "cache_control"}),
    "document": frozenset({"type", "source", "title", "citations", "cache_control"}),
    "tool_use": frozenset({"type", "id", "name", "input", "cache_control"}),
    "tool_result": frozenset({"type", "tool_use_id", "content", "is_error", "cache_control"}),
    "thinking": frozenset({"type", "thinking", "signature"}),
    "redacted_thinking": frozenset({"type", "data"}),
}
_SOURCE_KEYS: Mapping[str, frozenset[str]] = {
    "base64": frozenset({"type", "media_type", "data"}),
    "url": frozenset({"type", "url"}),
    "text": frozenset({"type", "media_type", "data"}),
}


def check_block(block: object, at: str, problems: Problems) -> None:
    """Refuse unknown keys of a block by name."""
    given: Mapping[str, Any] = block if isinstance(block, Mapping) else {}
    known = BLOCK_KEYS.get(str(given.get("type")))
    if known is None:  # a block that is refused
        return
    problems.check_keys(given, at, known)
    check_cache_control(given.get("cache_control"), f"{at}/cache_control", problems)
    source, citations = given.get("source"), given.get("citations")
    if isinstance(source, Mapping) and (keys := _SOURCE_KEYS.get(str(source.get("type")))):
        problems.check_keys(source, f"{at}/source", keys)
    if given.get("type") == "document" and citations not in (None, {"enabled": False}):
        problems.add(f"{at}/citations", "is not supported, except with the value enabled: false")


def check_cache_control(given: object, at: str, problems: Problems) -> None:
    """Refuse unknown keys of a cache control by name."""
    if isinstance(given, Mapping):
        problems.check_keys(given, at, _CACHE)
    elif given is not None:
        problems.add(at, "must be an object")


def content_of(
    value: object,
    at: str,
    problems: Problems,
    *,
    files: bool = True,
    places: Sequence[int] | None = None,
) -> Content:
    """Return the content of a message: a string, or a list of blocks, or those at `places`."""
    if value is None or isinstance(value, str):
        return Content(text=value or "")
    if not isinstance(value, list):
        problems.add(at, "must be a string or a list of content blocks")
        return Content()
    texts: list[str] = []
    attached: list[JsonObject] = []
    for number in range(len(value)) if places is None else places:
        block, where = value[number], f"{at}/{number}"
        check_block(block, where, problems)
        try:
            found = _read_block(block, where, files=files)
        except InvalidInput as error:
            problems.found += error.problems
            continue
        if isinstance(found, str):
            texts.append(found)
        else:
            attached.append(found)
    if len(attached) > MAX_FILES:
        problems.found.append(Problem.over(at, "files", len(attached), MAX_FILES))
    return Content(text="\n".join(texts), files=attached)


def _read_block(block: object, at: str, *, files: bool) -> str | JsonObject:
    given: Mapping[str, Any] = block if isinstance(block, Mapping) else {}
    kind = given.get("type")
    if kind == "text":
        text = given.get("text")
        if not isinstance(text, str):
            raise InvalidInput([Problem(f"{at}/text", "must be a string")])
        return text
    if kind in ("image", "document") and files:
        return _file(given, at, is_image=kind == "image")
    raise InvalidInput([Problem(f"{at}/type", f"a block of type {kind!r} is not supported here")])


def _file(given: Mapping[str, Any], at: str, *, is_image: bool) -> JsonObject:
    source = given.get("source")
    inner: Mapping[str, Any] = source if isinstance(source, Mapping) else {}
    where = f"{at}/source"
    title = given.get("title")
    name = title if isinstance(title, str) else None
    match inner.get("type"):
        case "base64":
            media = inner.get("media_type")
            if is_image and not str(media).startswith("image/"):
                raise InvalidInput(
                    [Problem(f"{where}/media_type", f"must be an image, not {media}")]
                )
            return file_of(inner.get("data"), media, f"{where}/data", filename=name)
        case "url":
            return file_at(inner.get("url"), f"{where}/url", ANY_IMAGE if is_image else _PDF)
        case "text" if not is_image and isinstance(inner.get("data"), str):
            data = base64.b64encode(str(inner["data"]).encode()).decode()
            return file_of(data, "text/plain", f"{where}/data", filename=name)
        case kind:
            rule = f"a source of type {kind!r} is not supported; send the content itself"
            raise InvalidInput([Problem(f"{where}/type", rule)])
