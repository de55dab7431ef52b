"""Parsers of outside text take linear time.

The lowest CPU time of several rounds counts. For 8 times the text, a linear parser takes 8 times as
long and a quadratic one 64 times; the limit is in between.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.support.clock import NOON

from runwhy.core.memory.memories import _SENTENCES
from runwhy.core.memory.terms import terms_of
from runwhy.core.queries import parse
from runwhy.core.redaction import redact_text
from runwhy.core.runs.tags import parse_tags
from runwhy.core.terminal.marks import CommandReader, Scanner
from runwhy.core.terminal.private_commands import is_private
from runwhy.core.triggers.expressions import ExpressionTooCostly, Finder
from runwhy.core.triggers.trigger import Trigger, TriggerConfig, TriggerKind
from runwhy.core.triggers.webhooks import hook_problems, quote, render_prompt, tags_from
from runwhy.errors import InvalidInput
from runwhy.executors.builtin.echo import _directives
from runwhy.executors.builtin.schemas import (
    Target,
    answer_text,
    check_answer,
    may_be_endless,
    problem_with,
)
from runwhy.normalizers.registry import NORMALIZERS
from runwhy.server.middleware.guards import check_local
from runwhy.terminal.screen import rendered

MAX_RATIO = 24.0
MIN_SECONDS = 0.0005  # shorter times are mostly overhead


def hook(**config: Any) -> Trigger:
    return Trigger(
        id="trg_1",
        workspace=1,
        kind=TriggerKind.WEBHOOK,
        name="t",
        config=TriggerConfig(verify="token", **config),
        created_at=NOON,
        updated_at=NOON,
    )


def templates(text: str) -> None:
    trigger = hook(prompt_template=text)
    list(hook_problems(trigger))
    render_prompt(trigger, {"a": 1})


def normalize_text(text: str) -> None:
    for fold in NORMALIZERS.values():
        fold.step(fold.start(), json.dumps({"type": "x", "text": text}).encode())


def scan(text: str) -> None:
    scanner, reader = Scanner("n"), CommandReader()
    list(reader.read([*scanner.feed(text.encode()), *scanner.flush()]))


NOW = datetime(2026, 11, 3, tzinfo=UTC)
CASES: dict[str, tuple[Callable[[str], object], list[str], int]] = {
    "the echo model": (_directives, ["[[tool ", "[[tool x]", "[[", "]]", "[[fail\t", " "], 4000),
    "templates": (templates, ["{{", "{{a", "}}", "{{}", "{"], 4000),
    "redaction": (
        redact_text,
        [
            *("password=", "Bearer ", "a.b.", "eyJ.", "-----BEGIN ", "https://a:", "key: "),
            *('"a":"', "/", "=="),
            *("<a>", "--token ", "sk-", "ghp_", "AKIA", "x_", "\\", "aA1", ":@", 'password: \\"'),
        ],
        500,
    ),
    "queries": (lambda text: parse(text[:4000], now=NOW), ['\\"', "a:", "(", "-", "* ", "0."], 50),
    "private commands": (is_private, ["<", "< ", "1>", "a=", "$(", "`", "| ", "\n"], 300),
    "memories": (_SENTENCES.split, [". ", "\n", " ", "!\t", "a"], 4000),
    "words": (terms_of, ["n't", "'s", "a_", "日", "é"], 2000),
    "screens": (
        lambda text: rendered(text.encode(), 80, 24, history=50),
        ["\x1b[m", "\x1b[0;", "\x1b[m%", "\x1b[m" + " " * 9, "\r \r", "a"],
        1000,
    ),
    "marks": (scan, ["\x1b]633;", "\x1b", "\\", "\x1b]633;E;\\x", "\x07"], 800),
    "agents": (normalize_text, ["Exit code 1\n", "\nOutput:", "Exit code: -", "\\u0000"], 3000),
    "hosts": (lambda text: check_local(text, text, {"localhost"}), ["a.", "[::", ":1", "-"], 3000),
    "tags": (lambda text: parse_tags({text: text}), ["a", ".", "-_"], 3000),
    "quotations": (quote, ["`", "``\n", "{"], 1000),
}


def seconds(read: Callable[[str], object], text: str) -> float:
    best = 60.0
    for _ in range(3):
        began = time.process_time()
        try:
            read(text)
        except Exception as error:
            assert not isinstance(error, RecursionError | MemoryError)
        best = min(best, time.process_time() - began)
    return best


@pytest.mark.parametrize("name", CASES)
def test_the_cost_of_long_text_is_linear(name: str) -> None:
    read, pieces, count = CASES[name]
    seconds(read, pieces[0])  # imports are not measured
    for piece in pieces:
        for front, end in (("", ""), ("x " + piece, "!")):
            short, long = (front + piece * n + end for n in (count, 8 * count))
            before = max(seconds(read, short), MIN_SECONDS)
            assert seconds(read, long) <= MAX_RATIO * before, (name, piece)


DOUBLING = ["[@,@][]", "[@,@]", "{a:@,b:@}", "[[@,@][],@][]", "values({a:@,b:@})[]"]


@pytest.mark.parametrize("step", DOUBLING)
@pytest.mark.parametrize("end", ["", "|to_string(@)"])
def test_a_small_expression_cannot_build_a_huge_result(step: str, end: str) -> None:
    expression = "|".join([step] * ((490 - len(end)) // (len(step) + 1))) + end

    with pytest.raises(ExpressionTooCostly, match="too costly"):
        Finder(["x"], field="/tagsFrom").find(expression)


def test_repeatedly_doubling_a_text_is_stopped() -> None:
    expression = "|".join(["join('',[@,@])"] * 30)

    with pytest.raises(ExpressionTooCostly):
        Finder("xxxxxxxx", field="/tagsFrom").find(expression)


def test_all_expressions_of_a_trigger_share_one_cost_limit() -> None:
    body = [[n] for n in range(10_000)]
    assert Finder(body, field="/x").find("[*][0] | length(@)") == 10_000

    with pytest.raises(InvalidInput, match="too costly"):
        tags_from(hook(tags_from={f"k{n}": "length([*][0])" for n in range(16)}), body)
    with pytest.raises(InvalidInput, match="more than 65536 characters"):
        render_prompt(hook(prompt_template="{{ @ }}" * 5000), body)


@pytest.mark.parametrize("text", ["[" * 200_000, "[" * 5000 + "]" * 5000, '{"a":' * 90_000])
def test_a_deeply_nested_answer_is_not_json(text: str) -> None:
    assert "is not JSON" in (problem_with(text, {"type": "object"}) or "")
    assert answer_text(text, Target(schema={}, wrapped=True)) == text


def test_an_expensive_schema_is_checked_in_a_process_with_a_timeout() -> None:
    """`uniqueItems` compares all pairs, so the check runs in a process that can be killed."""
    items = json.dumps([{"a": n} for n in range(20_000)])

    assert may_be_endless({"type": "array", "uniqueItems": True})
    problem = asyncio.run(check_answer(items, {"uniqueItems": True}, within=1.0))
    assert problem is not None and "took longer than 1 seconds" in problem


def test_a_long_answer_to_a_long_schema_is_checked_in_a_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def check_in_server(*_: object) -> None:
        raise AssertionError("this would block the server")

    monkeypatch.setattr("runwhy.executors.builtin.schemas.problem_with", check_in_server)
    rules = {"items": {"allOf": [{"type": "integer"}] * 100}}

    problem = asyncio.run(check_answer(json.dumps([1] * 500 + ["x"]), rules, within=30.0))
    assert problem == "at /500: 'x' is not of type 'integer'"
