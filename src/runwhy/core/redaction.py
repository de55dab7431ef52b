"""Redaction: replaces secrets before a text reaches a model, a log, a store or an event."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote

from runwhy.core.json import JsonValue, compact_json, storable
from runwhy.core.redaction_rules import (
    MARKER,
    SHAPES,
    Shape,
    is_basic,
    is_mixed,
    is_placeholder,
    secret_label,
)

MIN_KNOWN = 6
MIN_DIGITS = 16  # fewer digits are a count, unless they are a password
MAX_DEPTH = 100
BEFORE, BEHIND = 64, 1024  # characters around a hint
LONG_WORD = 15  # letters, digits, `_` and `-`
BEFORE_WORD = 20  # room for a prefix that ends with another character, such as `hvs.`


class _KnownValues(NamedTuple):
    """Secret values in every form, and a pattern that matches them."""

    forms: tuple[str, ...]
    pattern: re.Pattern[str]


_Known = _KnownValues | None
_Span = tuple[int, int, str]

_MARKER = re.compile(MARKER)
_HINTS = tuple((hint.encode(), n) for n, shape in enumerate(SHAPES) for hint in shape.hints)
_NAME_HINTS = (b"pass", b"pwd", b"secret", b"token", b"key", b"auth", b"jwt", b"_pat")
_NAMED = tuple(pair for pair in _HINTS if any(name in pair[0] for name in _NAME_HINTS))
_IN_WORDS = tuple(p for p in _HINTS if SHAPES[p[1]].in_long_word and p not in _NAMED)
_ANYWHERE = tuple(p for p in _HINTS if p not in _NAMED and p not in _IN_WORDS)
_NAME = (
    r"(?P<name>(?:(?i:api|access|secret|private|signing|encryption|account|auth)[ ])?+"
    r"[A-Za-z_][A-Za-z0-9_.-]{0,63}+)"
)
_ASSIGNMENT = re.compile(
    r"(?:(?<![A-Za-z0-9_/\\])(?<!::)|(?<=\\[nrt]))" + _NAME + r"""(?P<close>\\{0,8}["'])?\]?\??"""
    r"(?P<sep>[ \t]{0,8}+(?::[ \t]?(?:str|bytes|string|String|SecretStr|str \| None)[ \t]?=(?!=)"
    r"|=>|:=|[=!]=+|=|:(?!:))[ \t]{0,8}+)"
)
_FLAG = re.compile(r"(?<![\w-])--?" + _NAME + r"(?P<close>)(?P<sep>[ \t]{1,8}+)(?!-)")
_QUOTED = re.compile(
    r"""[bBfFrRuU]{0,2}+(?P<quote>\\{0,8}["'`])(?P<value>[^\r\n]{0,16000}?)"""
    r"(?:(?<!\\)(?P=quote)|(?=[\r\n])|\Z)"
)
_BARE = re.compile(rf"(?P<value>(?:{MARKER}|[^\s\"'`<>(){{}}\[\],;&|\\])++)")
_ENV = re.compile(rf"(?P<value>(?:{MARKER}|[^\s\"'`<>();&|\\])++)")
_TAG = re.compile(r"<(?P<name>[A-Za-z_][\w.:-]{0,63}+)>(?P<value>[^<>\r\n]{1,512}+)</(?P=name)>")
_CODE_PATH = re.compile(r"[A-Za-z_]+\d?(?:\??\.[A-Za-z_]+\d?)+")
_SENTENCE = re.compile(
    r"(?i)\b(?:a|an|and|as|at|be|can|does|enter|for|from|has|in|is|it|must|no|not|of|or|please|should"
    r"|the|to|too|was|with|you|your)\b"
)
_MARKED = bytes(
    97 if (byte < 128 and chr(byte).isalnum()) or byte in b"_-" else 32 for byte in range(256)
)
_RUN = b"a" * LONG_WORD
_NEGATED = re.compile(r"\[\^(?:\\.|[^\]\\])*\]")
_LINE_BREAK = re.compile(r"\\[sSWDn]|\(\?s")


def redact_text(text: str, *, known: Sequence[str] = ()) -> str:
    """Replace each secret with its kind, such as `[redacted:github_token]`.

    `known` are secret values to replace even if no pattern matches. Redaction is idempotent: it
    repeats until a pass finds nothing more.
    """
    return _redact(text, _known_pattern(known))


def redact_json(value: JsonValue, *, known: Sequence[str] = ()) -> JsonValue:
    """Redact all text in a JSON value, and every value whose name announces a secret."""
    return _redact_value(value, _known_pattern(known), label=None, depth=0)


def redact_document(text: str, *, known: Sequence[str] = ()) -> str:
    """Redact a text that may be JSON. JSON is redacted value by value, and stays JSON.

    A secret that spans several values may take a name with it, which then announces other secrets.
    """
    while (redacted := _redact_document(text, known)) != text:
        text = redacted
    return text


def _redact_document(text: str, known: Sequence[str]) -> str:
    try:
        value = json.loads(text)
        clean = redact_json(value, known=known)
        kept = text if clean == value else storable(compact_json(clean))  # without escapes
    except (ValueError, RecursionError):
        return redact_text(text, known=known)
    whole = redact_text(kept, known=known)  # finds secrets across values, such as a PEM key
    return whole if whole == kept or _is_json(whole) else kept


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _redact(text: str, known: _Known) -> str:
    while (redacted := _redact_once(text, known)) != text:
        text = redacted
    return text


def _redact_value(value: JsonValue, known: _Known, *, label: str | None, depth: int) -> JsonValue:
    if depth > MAX_DEPTH:
        return _mark("too_deep")  # unchecked text is never passed on
    match value:
        case str():
            text = _redact(value, known)
            return _mark(label) if label and _is_secret_value(label, text) else text
        case int() if label and not isinstance(value, bool):
            is_secret = label == "password" or len(str(abs(value))) >= MIN_DIGITS
            return _mark(label) if is_secret else value
        case Mapping():
            return _redact_object(value, known, depth)
        case list() | tuple() if _holds_key(value):
            return list(_redact("\n".join(map(str, value)), known).split("\n"))
        case list() | tuple():
            return [_redact_value(item, known, label=label, depth=depth + 1) for item in value]
        case _:
            return value


def _holds_key(items: Sequence[JsonValue]) -> bool:
    """Whether the items are the lines of a text with a PEM key, which no single line reveals."""
    is_text = all(isinstance(item, str) for item in items)
    return is_text and any("-----BEGIN" in str(item) for item in items)


def _redact_object(
    values: Mapping[str, JsonValue], known: _Known, depth: int
) -> dict[str, JsonValue]:
    redacted: dict[str, JsonValue] = {}
    for original, item in values.items():
        name = _redact_name(original, known)
        label = _json_label(_MARKER.sub("", name), item)
        redacted[name] = _redact_value(item, known, label=label, depth=depth + 1)
    return redacted


@lru_cache(maxsize=4096)
def _redact_name(name: str, known: _Known) -> str:
    """Redact a name; cached, because names repeat."""
    return _redact(name, known)


def _json_label(name: str, item: JsonValue) -> str | None:
    if name == "auth" and isinstance(item, str) and is_basic(item):
        return "basic_auth"
    return "cookie" if name.lower() in ("cookie", "set-cookie") else secret_label(name)


def _is_secret_value(label: str, value: str) -> bool:
    if value.isdigit() and label != "password":
        return len(value) >= MIN_DIGITS
    return bool(value.strip()) and not is_placeholder(value) and not _is_sentence(value)


def _redact_once(text: str, known: _Known) -> str:
    if known and any(form in text for form in known.forms):
        text = known.pattern.sub(_keep_marker, text)
    for shape in _hinted_shapes(text):
        if _may_match(text, shape):
            text = _redact_shape(text, shape)
    if _name_lines(text):
        for pattern in (_ASSIGNMENT, _FLAG):
            text = _replace_spans(text, _assigned(text, pattern))
        text = _replace_spans(text, _tagged(text))
    return text


def _known_pattern(known: Sequence[str]) -> _Known:
    return _pattern_of(tuple(known))


@lru_cache(maxsize=8)  # a server's known secrets rarely change
def _pattern_of(known: tuple[str, ...]) -> _Known:
    """Match each known value literally, as escaped in JSON, and as encoded in a URL."""
    forms = {
        form
        for value in known
        if len(value) >= MIN_KNOWN
        for form in (
            value,
            json.dumps(value)[1:-1],
            json.dumps(value, ensure_ascii=False)[1:-1],
            quote(value, safe="", errors="replace"),
        )
    }
    longest_first = sorted(forms, key=lambda form: (-len(form), form))
    pattern = re.compile("|".join((MARKER, *map(re.escape, longest_first))))
    return _KnownValues(tuple(longest_first), pattern) if forms else None


def _keep_marker(match: re.Match[str]) -> str:
    return match[0] if _MARKER.fullmatch(match[0]) else _mark("known_value")


def _mark(label: str) -> str:
    return f"[redacted:{label}]"


def _hinted_shapes(text: str) -> Iterable[Shape]:
    """Return the shapes with a hint in the text; each hint is searched where it can be."""
    lower, words = _folded(text), _long_words(text)
    named = b"\n".join([lower[start:end] for start, end in _name_lines(text)])
    found = {number for hint, number in _NAMED if hint in named}
    found |= {number for hint, number in _IN_WORDS if hint in words}
    found |= {number for hint, number in _ANYWHERE if hint in lower}
    return [SHAPES[number] for number in sorted(found)]


def _may_match(text: str, shape: Shape) -> bool:
    """Whether the pattern matches a line with its hint; a pattern over several lines may always."""
    if shape.after:
        places = _places_before(text, shape.hints, shape.after)
    elif _may_cross_lines(shape.pattern):
        return True
    else:
        places = iter(_hinted_lines(text, [hint.encode() for hint in shape.hints]))
    matches = (match for place in places for match in shape.pattern.finditer(text, *place))
    return any(_is_secret(shape, match["secret"]) for match in matches)


def _is_secret(shape: Shape, text: str) -> bool:
    return not _MARKER.fullmatch(text) and shape.accept(text)


def _redact_shape(text: str, shape: Shape) -> str:
    def replace(match: re.Match[str]) -> str:
        secret = match["secret"]
        if not _is_secret(shape, secret):
            return match[0]
        start, end = (at - match.start() for at in match.span("secret"))
        return match[0][:start] + _mark(shape.name) + match[0][end:]

    return shape.pattern.sub(replace, text)


def _replace_spans(text: str, spans: Iterator[_Span]) -> str:
    parts: list[str] = []
    done = 0
    for start, end, replacement in spans:
        parts += (text[done:start], replacement)
        done = end
    return "".join((*parts, text[done:]))


def _assigned(text: str, pattern: re.Pattern[str]) -> Iterator[_Span]:
    """Find the secrets after `name=`, `"name": ` or `--name `, left to right, without overlap."""
    done = 0
    for name in _in_hinted_lines(text, pattern):
        if name.start() < done or not (label := secret_label(name["name"])):
            continue
        if quoted := _QUOTED.match(text, name.end()):
            if _is_quoted_secret(name, quoted, label):
                done = quoted.end("value")
                yield *quoted.span("value"), _mark(label)
        elif bare := (_ENV if _is_env(name) else _BARE).match(text, name.end()):
            done = bare.end()
            if _is_bare_secret(name, bare["value"], label, after=text[done : done + 1]):
                wrap = name["close"] or ""
                yield *bare.span("value"), f"{wrap}{_mark(label)}{wrap}"


def _in_hinted_lines(text: str, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Match the pattern only on lines that contain a hint of a secret's name."""
    for start, end in _name_lines(text):
        yield from pattern.finditer(text, start, end)


@lru_cache(maxsize=1)  # every pattern needs it
def _name_lines(text: str) -> Sequence[tuple[int, int]]:
    return _hinted_lines(text, _NAME_HINTS)


def _tagged(text: str) -> Iterator[_Span]:
    for tag in _TAG.finditer(text):
        label = secret_label(tag["name"])
        if label and _is_secret_value(label, tag["value"]):
            yield *tag.span("value"), _mark(label)


def _is_env(name: re.Match[str]) -> bool:
    return name["name"].isupper() and name["sep"] == "="


def _is_quoted_secret(name: re.Match[str], quoted: re.Match[str], label: str) -> bool:
    value = quoted["value"]
    if not _is_secret_value(label, value) or _is_label(name["name"], value):
        return False
    if label == "token" and "==" in name["sep"]:
        return len(value) >= 8  # a parser compares `token == "def"`
    is_closed = quoted.end() > quoted.end("value")
    return bool(name["close"]) or (is_closed and len(value) >= 3) or is_mixed(value)


def _is_bare_secret(name: re.Match[str], value: str, label: str, *, after: str) -> bool:
    """Whether an unquoted value is a literal, and not code or the next word of a sentence."""
    if is_placeholder(value) or _CODE_PATH.fullmatch(value) or (after and after in "([{<"):
        return False
    if value.isdigit():
        return len(value) >= (4 if label == "password" else MIN_DIGITS)
    if _is_label(name["name"], value):
        return False
    if _is_env(name):
        return True
    if name["sep"] == "=" and not name["close"]:
        is_name_in_call = value.isidentifier() and not is_mixed(value) and after and after in ",)"
        return len(value) >= (3 if label == "password" else 6) and not is_name_in_call
    return len(value) >= (6 if label == "password" else 8) and is_mixed(value)


def _is_label(name: str, value: str) -> bool:
    """Whether the value only repeats the name, as in `token=token` or `password: "Password"`."""
    plain = re.sub(r"[\W_]", "", value).lower()
    return bool(plain) and re.sub(r"[\W_]", "", name).lower().endswith(plain)


def _is_sentence(text: str) -> bool:
    return text.count(" ") >= 2 and _SENTENCE.search(text) is not None


# Where a text may contain secrets: patterns skip all lines without a hint.


@lru_cache(maxsize=1)  # needed several times while one text is checked
def _folded(text: str) -> bytes:
    """Return the text in lower case, one byte per character; hints are ASCII."""
    return text.encode("ascii", "replace").lower()


def _long_words(text: str) -> bytes:
    """Return the long words of a text, each with the characters before it."""
    lower = _folded(text)
    marked = lower.translate(_MARKED)
    found: list[bytes] = []
    at = marked.find(_RUN)
    while at >= 0:
        end = marked.find(b" ", at)
        end = end if end >= 0 else len(lower)
        found.append(lower[max(0, at - BEFORE_WORD) : end])
        at = marked.find(_RUN, end)
    return b"\n".join(found)


def _hinted_lines(text: str, hints: Iterable[bytes]) -> Sequence[tuple[int, int]]:
    """Return the start and end of each line with a hint, in order."""
    lower = _folded(text)
    found: dict[int, int] = {}
    for hint in hints:
        at = lower.find(hint)
        while at >= 0:
            end = lower.find(b"\n", at)
            end = end if end >= 0 else len(lower)
            found[lower.rfind(b"\n", 0, at) + 1] = end
            at = lower.find(hint, end)
    return sorted(found.items())


def _places_before(text: str, hints: Sequence[str], after: str) -> Iterator[tuple[int, int]]:
    """Yield the surroundings of each hint that a pattern follows."""
    for hint in hints:
        for match in _following(hint, after).finditer(_folded(text)):
            yield max(0, match.start() - BEFORE), match.end() + BEHIND


@lru_cache(maxsize=64)
def _following(hint: str, after: str) -> re.Pattern[bytes]:
    return re.compile((re.escape(hint) + after).encode())


@lru_cache(maxsize=256)
def _may_cross_lines(pattern: re.Pattern[str]) -> bool:
    """Return whether a match of the pattern may contain a line break."""
    return _LINE_BREAK.search(_NEGATED.sub("", pattern.pattern)) is not None
