"""Passages of the dashboard's TypeScript: JSX text, strings with a blank in them, comments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from prose_checks.sentences import Area, Passage

TOKEN = re.compile(
    r"(?P<block>/\*.*?\*/)"
    r"|(?P<line>(?<![:\w])//[^\n]*)"
    r"|(?P<regex>(?<=[(,=:!&|?+] )/(?![*/ ])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\\[])+/[a-z]*"
    r"|(?<=\()/(?![*/ ])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\\[])+/[a-z]*)"
    r"|(?P<string>\"(?:\\.|[^\"\\\n])*\"|(?<!\w)'(?:\\.|[^'\\\n])*')"
    r"|(?P<template>`(?:\\.|\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\}|[^`\\])*`)",
    re.DOTALL,
)
JSX = re.compile(r"(?<![=\-])[>}]([^<>{}]*[^\W\d_]{2,}[^<>{}]*)(?=[<{])")
NOT_TEXT = re.compile(r"[;=|]|=>|&&|\?\?|^\s*[).,:?]|\w\(|\b(?:const|return|export|import|else)\b")
NOT_READ = re.compile(r"\b(?:(?:from|import)\s*\(?|(?:className|viewBox|d)=\{?)$")
INTERPOLATION = re.compile(r"\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\}")


def passages(source: str) -> Iterator[Passage]:
    """Yield comments, strings and JSX text. Adjacent whole-line comments are one."""
    bare: list[str] = []
    last = 0
    comment: list[str] = []
    first = 0
    for token in TOKEN.finditer(source):
        line = source.count("\n", 0, token.start()) + 1
        text = token[0]
        begins = not source[source.rfind("\n", 0, token.start()) + 1 : token.start()].strip()
        follows = token.lastgroup == "line" and begins and first + len(comment) == line
        if comment and not follows:
            yield Passage(Area.UI, first, "\n".join(comment))
            comment = []
        match token.lastgroup:
            case "line":
                first = first if comment else line
                comment.append(text.lstrip("/ "))
            case "block":
                yield Passage(Area.UI, line, re.sub(r"(?m)^\s*/?\*+/?|\*+/$", "", text))
            case "string" | "template" if not NOT_READ.search(source[: token.start()][-20:]):
                inner = INTERPOLATION.sub("{…}", text[1:-1])
                if " " in inner.strip():
                    yield Passage(Area.UI, line, inner)
        bare += [source[last : token.start()], re.sub(r"[^\n]", " ", text)]
        last = token.end()
    if comment:
        yield Passage(Area.UI, first, "\n".join(comment))
    plain = "".join([*bare, source[last:]])
    for found in JSX.finditer(plain):
        if not NOT_TEXT.search(found[1]):
            lead = len(found[1]) - len(found[1].lstrip())
            yield Passage(
                Area.UI, plain.count("\n", 0, found.start(1) + lead) + 1, found[1].strip()
            )
