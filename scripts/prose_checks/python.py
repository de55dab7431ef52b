"""Passages of Python files: docstrings, comments, and strings that people or models read."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from prose_checks.sentences import Area, Passage

# Comments for tools, and lines of code that are commented out.
DIRECTIVE = re.compile(r"^#(?:!| ?noqa| ?type:| ?mypy:| ?pragma| ?ruff:| ?fmt:|.*-\*-)")
LEXEME = re.compile(
    r'"""(?:\\.|[^\\])*?"""' + r"|'''(?:\\.|[^\\])*?'''"
    r'|"(?:\\.|[^"\\\n])*"' + r"|'(?:\\.|[^'\\\n])*'|(?P<comment>#[^\n]*)",
    re.DOTALL,
)
PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*[-*] )")
READ_BY_PEOPLE = {"help", "short_help", "description", "epilog", "instructions", "prompt", "title"}
DOCUMENTED_BY_DOCSTRING = {"command", "group", "tool"}
SQL = re.compile(
    r"^\s*\(?(?:SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|WITH|PRAGMA|ANALYZE|VACUUM|SET|FROM"
    r"|WHERE|ORDER BY|LOCK|BEGIN|COPY|ON CONFLICT|JOIN|GRANT|LISTEN|AND|OR|UNION|VALUES)\b"
)
PROSE = re.compile(r"[^\W\d_]{2,}(?:[,;:.]|’s|'s)? +(?:[\w{`\"'(]|\x00)")
NOT_PROSE = re.compile(
    r"[=<>|\\]{2}|\w\(\)|^[^\w{\"\'`“(…]|://|^[a-z_.-]+[:=]\S*$|\bCOALESCE\b|\bSELECT\b|;\s*$"
)

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def passages(source: str, *, messages: bool = True) -> Iterator[Passage]:
    """Yield docstrings, comments and, by default, the strings that people or models read."""
    tree = ast.parse(source)
    docstrings: set[int] = set()
    for node in _documented(tree):
        area = Area.MESSAGES if messages and _is_command(node) else Area.DOCSTRINGS
        for text in _texts_alone(node.body):
            docstrings.add(id(text))
            yield from _paragraphs(str(text.value), text.lineno, area)
    yield from comments(source)
    if messages:
        yield from _messages(list(ast.walk(tree)), docstrings)


def _documented(node: ast.AST) -> Iterator[Documented]:
    """The module, classes and functions; expressions are not searched."""
    if isinstance(node, Documented):
        yield node
    for field in ("body", "orelse", "handlers", "finalbody"):
        statements = getattr(node, field, ())
        for statement in statements if isinstance(statements, list) else ():
            yield from _documented(statement)


def _texts_alone(body: list[ast.stmt]) -> Iterator[ast.Constant]:
    """Docstrings, also those of attributes."""
    for statement in body:
        match statement:
            case ast.Expr(value=ast.Constant(value=str()) as text):
                yield text


def _is_command(node: ast.AST) -> bool:
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    called = (one.func if isinstance(one, ast.Call) else one for one in node.decorator_list)
    names = {
        one.attr if isinstance(one, ast.Attribute) else getattr(one, "id", "") for one in called
    }
    return bool(names & DOCUMENTED_BY_DOCSTRING)


def _paragraphs(text: str, line: int, area: Area) -> Iterator[Passage]:
    """Paragraphs and list items; examples, which are indented or follow `\\b`, are skipped."""
    lines = text.expandtabs().split("\n")
    indents = [len(one) - len(one.lstrip()) for one in lines[1:] if one.strip()]
    base = min(indents, default=0)
    block: list[str] = []
    first, example = line, False
    for number, raw in enumerate([*lines, ""], line):
        indented = number > line and len(raw) - len(raw.lstrip()) >= base + 4
        item = re.match(r"\s*[-*] ", raw)
        if block and (not raw.strip() or item or (indented and not block[-1].strip())):
            yield Passage(area, first, "\n".join(block))
            block = []
        if not raw.strip():
            example = False
        elif raw.strip() == "\b" or raw.strip().startswith((">>>", "```")):
            example = True
        elif not example and not (indented and not block):
            first = first if block else number
            block.append(raw[item.end() :] if item else raw.strip())


def comments(source: str) -> Iterator[Passage]:
    """Yield comments. Whole lines that follow each other are one."""
    block: list[str] = []
    first = line = 1
    last = 0
    for token in LEXEME.finditer(source):
        line += source.count("\n", last, token.start())
        last = token.start()
        if token.lastgroup != "comment":
            continue
        alone = not source[source.rfind("\n", 0, last) + 1 : last].strip()
        text = "" if DIRECTIVE.match(token[0]) else token[0].lstrip("#: ")
        if block and (not alone or not text or first + len(block) != line):
            yield Passage(Area.COMMENTS, first, "\n".join(block))
            block = []
        if text and alone:
            first = first if block else line
            block.append(text)
        elif text:
            yield Passage(Area.COMMENTS, line, text.split("  # noqa")[0])
    if block:
        yield Passage(Area.COMMENTS, first, "\n".join(block))


def shell_comments(source: str) -> Iterator[Passage]:
    """Yield the whole-line comments of a shell script."""
    lines = (line if line.lstrip().startswith("#") else "" for line in source.split("\n"))
    yield from comments("\n".join(lines))


def _messages(nodes: list[ast.AST], docstrings: set[int]) -> Iterator[Passage]:
    inside = set(docstrings)
    named: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            inside |= {id(part) for part in ast.walk(node) if part is not node}
        elif isinstance(node, ast.keyword) and node.arg in READ_BY_PEOPLE:
            named.add(id(node.value))
    for node in nodes:
        if id(node) in inside or not isinstance(node, ast.JoinedStr | ast.Constant):
            continue
        text = _text(node)
        if id(node) in named or _is_prose(text):
            for paragraph in PARAGRAPH.split(text):
                yield Passage(Area.MESSAGES, node.lineno, paragraph.strip())


def _text(node: ast.JoinedStr | ast.Constant) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(
            _text(part) if isinstance(part, ast.Constant) else "{…}" for part in node.values
        )
    return node.value if isinstance(node.value, str) else ""


def _is_prose(text: str) -> bool:
    return bool(PROSE.search(text)) and not SQL.match(text) and not NOT_PROSE.search(text)
