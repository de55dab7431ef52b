"""Forms of a seal: finds a seal in a text in every form that a model could read as it."""

from __future__ import annotations

import base64
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

RUN = 10  # characters in a row that count as the seal: one change leaves a run of this length
BLOCK = 5  # every run of 10 characters contains one of the seal's four blocks
LEAST_FOLDED, LEAST_CASED = 3, 4  # characters of a form that may be its beginning

_ALNUM = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_REST = bytes(set(range(256)) - set(_ALNUM))
_FOLD = bytes.maketrans(b"ABCDEFGHIJKLMNOPQRSTUVWXYZoil", b"abcdefgh1jk1mn0pqrstuvwxyz011")

# Letters that look like Latin ones and that Unicode does not decompose into them.
_TWINS: dict[int, int | str] = {
    **str.maketrans(
        "авекмнорстухіѕјһԁԛԝґАВЕКМНОРСТУХІЅЈαβεικνοπρτυχγωΑΒΕΖΗΙΚΜΝΟΡΤΥΧɡʙᴄᴅᴇɢʜᴊᴋᴍɴᴘǫʀѕᴛᴠᴡʏᴢ",
        "abekmhopctyxisjhdqwrabekmhopctyxisjabeiknonptuxywabezhikmnoptyxgbcdeghjkmnpqrstvwyz",
    )
}
_TWINS |= {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)}  # invisible tag characters
_TWINS |= {first + n: chr(97 + n) for first in (0x1F150, 0x1F170, 0x1F1E6) for n in range(26)}

_HEX = "[0-9a-fA-F]"
_CODE = "([34567][0-9a-fA-F])"  # of a letter or digit, and of some signs
_DECIMAL = "((?:[4-9]|1[012])[0-9])"
# Each pattern begins with a set of characters, which makes the search fast.
_LETTER = re.compile(
    rf"[\\%&0U](?:(?<=\\)\\*(?:u00{_CODE}|u\{{0*{_CODE}\}}|U0{{6}}{_CODE}|x{_CODE})"
    rf"|(?<=%)(?:25)*{_CODE}|(?<=0)x{_CODE}\b|(?<=U)\+0*{_CODE}(?!{_HEX})"
    rf"|(?<=&)(?:amp;)*#(?:[xX]0*{_CODE}(?!{_HEX})|0*{_DECIMAL}(?![0-9]));?)"
)
_BETWEEN = re.compile(
    rf"[\\%&<](?:(?<=\\)\\*(?:[nrt]|u{_HEX}{{4}}|u\{{{_HEX}{{1,6}}\}}|U{_HEX}{{8}}|x{_HEX}{{2}})"
    rf"|(?<=%)(?:25)*{_HEX}{{2}}|(?<=&)(?:amp;)*(?:[a-zA-Z]{{2,24}}|#[xX]?{_HEX}{{1,7}});"
    r"|(?<=<)[^<>]{0,80}>)"
)
_BOTH = re.compile(f"{_LETTER.pattern}|{_BETWEEN.pattern}")
_NEITHER = re.compile(r"(?!)")
_UNFINISHED = re.compile(
    rf"(?:\\+(?:[uUx][{{]?{_HEX}{{0,7}})?|%(?:25)*{_HEX}?|0(?:x{_HEX}?)?|U\+?{_HEX}{{0,5}}"
    r"|&[#0-9a-zA-Z;]{0,24}|<[^<>]{0,80})\Z"
)


@dataclass(frozen=True, slots=True)
class Forms:
    """A seal as it appears in folded text, and encoded forms with the length that betrays them."""

    seal: bytes
    blocks: tuple[bytes, ...]
    folded: tuple[bytes, ...]  # reversed, hexadecimal, decimal codes
    cased: tuple[bytes, ...]  # base64, at each alignment
    shortest: int  # characters of the shortest of these two
    all_folded: bytes  # the seal and `folded`, with a separator that no text has
    all_cased: bytes

    @property
    def runs(self) -> tuple[bytes, ...]:
        """Every run of characters that counts as the seal."""
        last = max(1, len(self.seal) - RUN + 1)
        return tuple(self.seal[at : at + RUN] for at in range(last))


@lru_cache(maxsize=256)
def forms_of(seal: str) -> Forms:
    """Return the forms of a seal."""
    plain = _fold(seal)
    cases = (seal.encode(), seal.upper().encode())
    codes = ["".join(map(str, case)).encode() for case in cases]
    folded = (plain[::-1], *[case.hex().encode().translate(_FOLD) for case in cases], *codes)
    cased = tuple([_in_base64(case, at) for case in cases for at in range(3)])
    ends = range(0, len(plain) - BLOCK + 1, BLOCK)
    return Forms(
        seal=plain,
        blocks=tuple([plain[at : at + BLOCK] for at in ends]),
        folded=folded,
        cased=cased,
        shortest=min(map(len, (*folded, *cased))),
        all_folded=b" ".join((plain, *folded)),
        all_cased=b" ".join(cased),
    )


def find_seal(text: str, seal: str) -> list[tuple[int, int]]:
    """Return where the seal is in the text, in any form, as positions in order."""
    if len(text) < RUN and text.isascii():  # most strings in JSON are short
        return []
    forms = forms_of(seal)
    spans: list[tuple[int, int]] = []
    for pattern, read in _readings(text):
        if _holds(_kept(read), forms):
            # Escapes inside escapes are decoded by the reading only; then all the text is meant.
            spans += [*_spans(text, pattern, forms)] or [(0, len(text))]
    return _merged(spans)


def cannot_hold(texts: Iterable[str], seal: str) -> bool:
    """Return whether none of the texts can hold the seal, which is so for nearly all.

    This reads them together, which is much faster than one by one. The sign between them is neither
    a letter nor a part of an escape. Texts with escapes are not decided here.
    """
    joined = ">".join(texts)
    return not _has_marks(joined) and not _holds(_kept(joined), forms_of(seal))


def is_shown_whole(text: str, seal: str) -> bool:
    """Return whether a text neither contains the seal nor ends with its possible beginning.

    It is so for nearly all texts, and this reads a text once. Others are not decided here.
    """
    if _has_marks(text) or _UNFINISHED.search(text):
        return False
    kept, forms = _kept(text), forms_of(seal)
    return _cannot_begin(kept, forms) and not _holds(kept, forms)


def held_back_from(text: str, seal: str) -> int:
    """Return where a possible beginning of the seal starts at the end of the text, or its length.

    Three characters of the seal are a beginning: fewer occur by chance in ordinary text.
    """
    unfinished = _UNFINISHED.search(text)
    whole = text[: unfinished.start()] if unfinished else text
    starts = (
        _tail_start(whole, pattern, _kept(read), forms_of(seal))
        for pattern, read in _readings(whole)
    )
    return min((at for at in starts if at is not None), default=len(text))


def _readings(text: str) -> Iterator[tuple[re.Pattern[str], str]]:
    """Yield the ways to read a text: unchanged, with letters decoded, without marks in between."""
    yield _NEITHER, text
    if not _has_marks(text):
        return
    decoded = _LETTER.sub(_letter, text)
    if decoded != text:
        yield _LETTER, decoded
    joined = _BETWEEN.sub("", decoded)
    if joined != decoded:
        yield _BOTH, joined


def _has_marks(text: str) -> bool:
    """Return whether a text may have escapes or tags."""
    return "\\" in text or "%" in text or "&" in text or "<" in text or "0x" in text or "U+" in text


def _letter(escape: re.Match[str]) -> str:
    """Return the letter of an escape; nothing for a mark between letters."""
    *codes, decimal = escape.groups()
    code = next(filter(None, codes), None)
    return chr(int(code, 16)) if code else chr(int(decimal)) if decimal else ""


def _kept(text: str) -> bytes:
    """Return the letters and digits of a text as ASCII: look-alikes replaced, the rest removed."""
    if not text.isascii():
        twins = {ord(char): twin for char in set(text) if (twin := _twin(char))}
        text = text.translate(twins) if twins else text
    return text.encode("ascii", "ignore").translate(None, _REST)


@lru_cache(maxsize=20_000)
def _twin(char: str) -> str:
    """Return the ASCII letters that a character looks like; nothing for ASCII and the rest."""
    if char.isascii():
        return ""
    known = char.translate(_TWINS)
    return unicodedata.normalize("NFKD", known).encode("ascii", "ignore").decode()


def _fold(text: str) -> bytes:
    return _kept(text).translate(_FOLD)


def _holds(kept: bytes, forms: Forms) -> bool:
    """Return whether any form is in the text; nearly always False, so this is fast."""
    if len(kept) < RUN:
        return False
    folded = kept.translate(_FOLD)
    for block in forms.blocks:  # loops, because generators take three times as long
        if block in folded and any(run in folded for run in forms.runs):
            return True
    if len(kept) < forms.shortest:
        return False
    for form in forms.folded:
        if form in folded:
            return True
    for form in forms.cased:  # noqa: SIM110
        if form in kept:
            return True
    return False


def _spans(text: str, pattern: re.Pattern[str], forms: Forms) -> Iterator[tuple[int, int]]:
    kept, places = _located(text, pattern)
    folded = kept.translate(_FOLD)
    found = [(form, folded) for form in (*forms.runs, *forms.folded)]
    for form, inside in [*found, *((form, kept) for form in forms.cased)]:
        at = inside.find(form)
        while at >= 0:
            yield places[at][0], places[at + len(form) - 1][1]
            at = inside.find(form, at + 1)


def _located(text: str, pattern: re.Pattern[str]) -> tuple[bytes, list[tuple[int, int]]]:
    """Return the letters and digits of a text, and where each of them is in the text."""
    kept = bytearray()
    places: list[tuple[int, int]] = []

    def add(piece: str, start: int, end: int) -> None:
        letters = _kept(piece)
        kept.extend(letters)
        places.extend([(start, end)] * len(letters))

    at = 0
    for escape in pattern.finditer(text):
        for n in range(at, escape.start()):
            add(text[n], n, n + 1)
        add(_letter(escape), escape.start(), at := escape.end())
    for n in range(at, len(text)):
        add(text[n], n, n + 1)
    return bytes(kept), places


def _tail_start(text: str, pattern: re.Pattern[str], kept: bytes, forms: Forms) -> int | None:
    """Return where the longest end of the text starts that is also inside a form."""
    if _cannot_begin(kept, forms):
        return None
    folded = kept.translate(_FOLD)
    length = max(
        _tail(folded, forms.seal, LEAST_FOLDED),
        *(_tail(folded, form, len(form) // 8 + 1) for form in forms.folded),
        *(_tail(kept, form, LEAST_CASED) for form in forms.cased),
    )
    places = _located(text, pattern)[1] if length else []
    return places[-length][0] if len(places) >= length > 0 else None


def _cannot_begin(kept: bytes, forms: Forms) -> bool:
    """Return whether no end of a text is inside a form: the last characters are in none."""
    end = kept[-LEAST_FOLDED:].translate(_FOLD)
    if len(end) < LEAST_FOLDED:
        return True
    return end not in forms.all_folded and kept[-LEAST_CASED:] not in forms.all_cased


def _tail(text: bytes, form: bytes, least: int) -> int:
    length = least - 1
    while length < len(text) and length < len(form) and text[-(length + 1) :] in form:
        length += 1
    return length if length >= least else 0


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _in_base64(data: bytes, offset: int) -> bytes:
    """Return the characters that stand for the data in base64, if it starts at this offset."""
    encoded = base64.b64encode(bytes(offset) + data).rstrip(b"=")
    partial = (offset + len(data)) % 3 != 0
    return encoded[(0, 2, 3)[offset] : len(encoded) - partial]
