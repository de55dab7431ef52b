"""Content of messages on OpenAI's wire: text, images and files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from runwhy.core.agents.steps import BROKEN_ARGS
from runwhy.core.json import JsonObject
from runwhy.core.requests.plan import InputMessage
from runwhy.core.runs.log import Role
from runwhy.errors import InvalidInput, Problem
from runwhy.wire.attachments import file_at, file_in, image_at
from runwhy.wire.json_decoder import decode_json
from runwhy.wire.openai.problems import Problems

MAX_FILES = 20  # of one message
_TEXT = ("text", "input_text", "output_text", "summary_text")
_PDF = "application/pdf"
_CACHE = "prompt_cache_breakpoint"  # caching is a setting of the server
_KEYS: Mapping[str, frozenset[str]] = {
    **{kind: frozenset({"type", "text", "annotations", "logprobs", _CACHE}) for kind in _TEXT},
    "refusal": frozenset({"type", "refusal"}),
    "image_url": frozenset({"type", "image_url", _CACHE}),
    "input_image": frozenset({"type", "image_url", "detail", "file_id", _CACHE}),
    "file": frozenset({"type", "file", _CACHE}),
    "input_file": frozenset({"type", "file_data", "file_url", "file_id", "filename", _CACHE}),
}
_URL_KEYS = frozenset({"url", "detail"})
_FILE_KEYS = frozenset({"file_data", "file_id", "filename"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """The text of a message and its files."""

    text: str = ""
    files: Sequence[JsonObject] = ()

    @property
    def data(self) -> JsonObject:
        """The files as the log stores them."""
        return {"attachments": list(self.files)} if self.files else {}


def content_of(value: object, at: str, problems: Problems, *, files: bool = True) -> Content:
    """Return the content of a message: a string, or a list of parts."""
    if value is None:
        return Content()
    if isinstance(value, str):
        return Content(text=value)
    if not isinstance(value, list):
        problems.add(at, "must be a string or a list of content parts")
        return Content()
    texts: list[str] = []
    attached: list[JsonObject] = []
    for number, part in enumerate(value):
        where = f"{at}/{number}"
        _check_keys(part, where, problems)
        try:
            found = _read_part(part, where, files=files)
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


def _check_keys(part: object, at: str, problems: Problems) -> None:
    given: Mapping[str, Any] = part if isinstance(part, Mapping) else {}
    known = _KEYS.get(str(given.get("type")))
    if known is None:  # a part that is refused
        return
    problems.check_keys(given, at, known)
    for name, keys in (("image_url", _URL_KEYS), ("file", _FILE_KEYS)):
        if name in known and isinstance(inner := given.get(name), Mapping):
            problems.check_keys(inner, f"{at}/{name}", keys)


def _read_part(part: object, at: str, *, files: bool) -> str | JsonObject:
    given: Mapping[str, Any] = part if isinstance(part, Mapping) else {}
    kind = given.get("type")
    if kind in _TEXT:
        return _text(given, "text", at)
    if kind == "refusal":
        return _text(given, "refusal", at)
    if not files:
        raise InvalidInput([Problem(f"{at}/type", f"{kind!r} is not supported here; use text")])
    if kind in ("image_url", "input_image"):
        return _image(given, at)
    if kind in ("file", "input_file"):
        return _file(given, at)
    raise InvalidInput([Problem(f"{at}/type", f"content of type {kind!r} is not supported")])


def _text(given: Mapping[str, Any], name: str, at: str) -> str:
    text = given.get(name)
    if not isinstance(text, str):
        raise InvalidInput([Problem(f"{at}/{name}", "must be a string")])
    return text


def _image(given: Mapping[str, Any], at: str) -> JsonObject:
    if given.get("file_id") is not None:
        raise InvalidInput([Problem(f"{at}/file_id", _NO_FILES)])
    image = given.get("image_url")
    nested = isinstance(image, Mapping)
    detail = image.get("detail") if isinstance(image, Mapping) else given.get("detail")
    if detail not in (None, "auto", "low", "high", "original"):
        raise InvalidInput([Problem(f"{at}/detail", "must be auto, low or high")])
    url = image.get("url") if isinstance(image, Mapping) else image
    found = image_at(url, f"{at}/image_url/url" if nested else f"{at}/image_url")
    return {**found, "detail": detail} if detail not in (None, "auto") else found


_NO_FILES = "this server stores no files; send the content itself"


def _file(given: Mapping[str, Any], at: str) -> JsonObject:
    inner = given.get("file")
    file: Mapping[str, Any] = inner if isinstance(inner, Mapping) else given
    where = f"{at}/file" if isinstance(inner, Mapping) else at
    if file.get("file_id") is not None:
        raise InvalidInput([Problem(f"{where}/file_id", _NO_FILES)])
    if file.get("file_url") is not None:
        return file_at(file["file_url"], f"{where}/file_url", _PDF)
    name = file.get("filename")
    filename = name if isinstance(name, str) else None
    return file_in(file.get("file_data"), f"{where}/file_data", filename=filename)


def arguments_of(text: object) -> JsonObject:
    """Return the arguments of a claimed call; text that is not an object is kept."""
    raw = text if isinstance(text, str) else ""
    if not raw.strip():
        return {}
    try:
        found = decode_json(raw.encode())
    except InvalidInput:
        found = None
    return found if isinstance(found, dict) else {BROKEN_ARGS: raw}


def message(role: Role, content: Content, **more: Any) -> InputMessage:
    """Return a message with its content."""
    return InputMessage(role=role, text=content.text, data=content.data, **more)
