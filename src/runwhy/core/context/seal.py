"""The seal: proves to the model that the server wrote the envelope. Only the model sees it."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from runwhy.core.context.envelope import RULE_HEADING
from runwhy.core.context.seal_forms import (
    cannot_hold,
    find_seal,
    held_back_from,
    is_shown_whole,
)
from runwhy.core.ids import DIGITS
from runwhy.core.json import map_strings, texts_in
from runwhy.core.runs.log import Part, PartKind

T = TypeVar("T")

LENGTH = 20
NO_SEAL = "0" * LENGTH  # in place of the seal wherever an envelope or its rule is stored
MASK = "[seal]"  # in place of the seal in text that the server did not write
HOLDS_RULE = "holdsRule"  # marks the system prompt that the server wrote, in the part's data
SEAL_MARK = "\ue000"  # in place of the seal in signed thinking, on both sides of a word
LONGEST_HELD = 400  # characters
CHECKED_TOGETHER = 50  # parts
REMEMBERED = 120  # characters that were shown, in which a seal may have begun

# In the data of a part: about the model call that it is from. No model reads this.
_ABOUT_CALLS = frozenset({"tokens", "call", "model", "finishReason", "sent"})
_CLEAN_OF = "clean of"  # in a part's memo: the seal that it certainly does not hold
_BLANK = f'"seal":"{NO_SEAL}"'


@lru_cache(maxsize=1024)  # every step of a run needs it
def seal_for(secret: bytes, session_id: str) -> str:
    """Return the seal of a session (or of a run without one): 100 bits, stable, unguessable."""
    if not secret:
        raise ValueError("a seal needs a secret")
    digest = hmac.digest(secret, b"runwhy envelope seal 2\0" + session_id.encode(), hashlib.sha256)
    number = int.from_bytes(digest)
    return "".join(DIGITS[number >> shift & 31] for shift in range(0, 5 * LENGTH, 5))


def mask_seal(text: str, seal: str) -> str:
    """Replace the seal by `[seal]`, in every form that a model could read as it."""
    for start, end in reversed(find_seal(text, seal) if seal else []):
        text = text[:start] + MASK + text[end:]
    return text


def mask_seal_json(value: T, seal: str) -> T:
    """Replace the seal in every string of a JSON value, keys included."""
    if not seal or cannot_hold(texts_in(value), seal):
        return value
    return map_strings(value, lambda text: mask_seal(text, seal))


def mask_seal_part(part: Part, seal: str) -> Part:
    """Replace the seal in a part, except in the rule of a system prompt, which has none."""
    if not seal or _is_clean(part, seal):
        return part
    text, rule = _split_rule(part.text) if part.data.get(HOLDS_RULE) is True else (part.text, "")
    return replace(
        part,
        text=mask_seal(text, seal) + rule,
        thinking=mask_seal(part.thinking, seal),
        tool_calls=tuple(
            replace(call, args=mask_seal_json(call.args, seal)) for call in part.tool_calls
        ),
        data=_masked_data(part.data, seal),
    )


def _is_clean(part: Part, seal: str) -> bool:
    """Whether nothing in a part can be the seal. Attached files are not read here."""
    return "attachments" not in part.data and cannot_hold(texts_of((part,)), seal)


def texts_of(
    parts: Sequence[Part], beside: Iterable[object] = (), *, unread: Collection[str] = ()
) -> list[str]:
    """Return every string of some parts, except in attached files, and of JSON values `beside`.

    `unread` are names in the data of parts that are not read.
    """
    texts: list[str] = []
    values: list[object] = [*beside]
    for part in parts:
        texts += (part.text, part.thinking)
        values += [call.args for call in part.tool_calls]
        if unread:
            values += [value for name, value in part.data.items() if name not in unread]
        else:
            values.append(part.data)
    texts += texts_in(values)
    return texts


def _needs_look(part: Part) -> bool:
    """Whether the server wrote a part, or it has files: it is not decided with others."""
    written = part.kind is PartKind.ENVELOPE or part.data.get(HOLDS_RULE) is True
    return written or "attachments" in part.data


def seal_parts(parts: Sequence[Part], seal: str) -> list[Part]:
    """Return the parts as the model reads them: the seal is in the server's text, and only there.

    This is a pure function of each part and the seal, so prompts keep equal prefixes.
    """
    # Nearly all parts of a long history are clean, and many are checked in less time together.
    unknown = [p for p in parts if p.memo.get(_CLEAN_OF) != seal and not _needs_look(p)]
    for start in range(0, len(unknown) if seal else 0, CHECKED_TOGETHER):
        some = unknown[start : start + CHECKED_TOGETHER]
        if cannot_hold(texts_of(some, unread=_ABOUT_CALLS), seal):
            for part in some:
                part.memo[_CLEAN_OF] = seal
    return [p if seal and p.memo.get(_CLEAN_OF) == seal else _sealed(p, seal) for p in parts]


def seal_envelope(text: str, seal: str) -> str:
    """Put the seal into an envelope. Its values were masked before it was rendered."""
    return text.replace("{" + _BLANK, f'{{"seal":"{seal}"', 1)


def seal_rule(text: str, seal: str) -> str:
    """Put the seal into the rule that ends a system prompt, and mask it in the text before."""
    prompt, rule = _split_rule(text)
    return mask_seal(prompt, seal) + rule.replace(_BLANK, f'"seal":"{seal}"', 1)


def _split_rule(text: str) -> tuple[str, str]:
    """Return the text before the rule in a system prompt, and the rule.

    If both were masked together, the beginning of the rule could pass for the end of a seal.
    """
    blank = text.rfind(_BLANK)
    start = text.rfind(RULE_HEADING, 0, max(blank, 0))
    at = next((place for place in (start, blank) if place >= 0), len(text))
    return text[:at], text[at:]


class SealFilter:
    """Masks the seal in text that arrives in pieces. Holds back its possible beginning."""

    def __init__(self, seal: str) -> None:
        self._seal = seal
        self._shown = ""  # end of the text that was shown, as received
        self._held = ""

    def add(self, text: str) -> str:
        """Return the text that can be shown after this piece."""
        if not self._seal:
            return text
        whole = self._shown + self._held + text
        if is_shown_whole(whole, self._seal):
            shown = self._held + text
            self._shown, self._held = whole[-REMEMBERED:], ""
            return shown
        at = max(held_back_from(whole, self._seal), len(self._shown))
        return self._show(whole, at if len(whole) - at <= LONGEST_HELD else len(whole))

    def finish(self) -> str:
        """Return the text that was held back."""
        if not self._held:
            return ""
        whole = self._shown + self._held
        return self._show(whole, len(whole))

    def _show(self, whole: str, until: int) -> str:
        """Return the text after the part that was shown, with the seal masked."""
        shown, at = "", len(self._shown)
        for start, end in find_seal(whole[:until], self._seal) if self._seal else ():
            if end > at:
                shown += whole[at:start] + MASK
                at = end
        shown += whole[at:until]
        self._shown, self._held = whole[max(0, until - REMEMBERED) : until], whole[until:]
        return shown


def _sealed(part: Part, seal: str) -> Part:
    if part.kind is PartKind.ENVELOPE:
        return replace(part, text=seal_envelope(part.text, seal))
    if part.data.get(HOLDS_RULE) is True:
        return replace(part, text=seal_rule(part.text, seal))
    return mask_seal_part(part, seal)


def _masked_data(data: Mapping[str, object], seal: str) -> Mapping[str, object]:
    attached = data.get("attachments")
    if not isinstance(attached, list | tuple):
        return mask_seal_json(data, seal) if data else data
    rest = {name: value for name, value in data.items() if name != "attachments"}
    return mask_seal_json(rest, seal) | {"attachments": [_masked_file(f, seal) for f in attached]}


def _masked_file(file: object, seal: str) -> object:
    """Mask the seal in an attached text; images and other files are not read."""
    if not isinstance(file, Mapping) or not isinstance(content := file.get("data"), str):
        return mask_seal_json(file, seal)
    rest = mask_seal_json({k: v for k, v in file.items() if k != "data"}, seal)
    try:
        text = base64.b64decode(content, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return {**rest, "data": content}
    masked = mask_seal(text, seal)
    if masked == text:
        return {**rest, "data": content}
    return {**rest, "data": base64.b64encode(masked.encode()).decode()}
