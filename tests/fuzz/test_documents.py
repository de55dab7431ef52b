"""Parsers of JSON: API bodies, webhooks, Telegram updates and envelopes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import ValidationError
from tests.fuzz.inputs import JSON, SHARP, damaged, damaged_bytes
from tests.support.clock import NOON

from runwhy.core.context.envelope import (
    EnvelopeCore,
    EnvelopeDetails,
    build_envelope,
    byte_size,
    render,
)
from runwhy.core.context.envelope_fit import MAX_BYTES, fit
from runwhy.core.json import unstorable_text
from runwhy.core.sessions.autonomy import Policy, read_proposal
from runwhy.core.triggers.expressions import Finder, expression_problem
from runwhy.core.triggers.telegram import MAX_MESSAGE, read_update, split_reply, update_id_of
from runwhy.core.triggers.trigger import Trigger, TriggerConfig, TriggerKind
from runwhy.core.triggers.webhooks import (
    MAX_QUOTED,
    challenge_of,
    delivery_key,
    hook_facts,
    quote,
    render_prompt,
    shown_headers,
    tags_from,
)
from runwhy.errors import InvalidInput
from runwhy.executors import claude, copilot, cursor
from runwhy.server import app
from runwhy.wire.coding_options import read_options
from runwhy.wire.fields import Body
from runwhy.wire.json_decoder import MAX_DEPTH, decode_json

UPDATE = {
    "update_id": 7,
    "message": {
        "message_id": 3,
        "chat": {"id": -100, "type": "supergroup"},
        "from": {"id": 5, "username": "ann"},
        "is_topic_message": True,
        "message_thread_id": 9,
        "text": "Hello",
    },
}
RUN = {
    "systemPrompt": "Be brief.",
    "prompt": "Hello",
    "metadata": {"env": "prod"},
    "tools": [{"kind": "mcp", "name": "t", "url": "https://x.org", "headers": {"a": "b"}}],
    "context": {"a": [1, {"b": None}]},
    "budgets": {"maxToolTurns": 3},
    "toolBudgets": {"t": {"maxCalls": 1}},
    "loopDetection": {"consecutiveThreshold": 3},
    "outputSchema": {"type": "object"},
    "executorOptions": {"cwd": "/"},
    "messages": [{"role": "user", "content": "x"}],
}


def _all_subclasses(model: type[Body]) -> list[type[Body]]:
    return [kind for one in model.__subclasses__() for kind in (one, *_all_subclasses(one))]


BODIES = _all_subclasses(Body)  # all routes are imported by the app
assert len(BODIES) > 40 and app.ROUTERS
SEEDS = st.integers(0, 2**32)


@given(st.binary(max_size=200) | SHARP.map(lambda text: text.encode(errors="replace")))
def test_bytes_are_decoded_to_storable_json_or_rejected(raw: bytes) -> None:
    try:
        value = decode_json(raw)
    except InvalidInput:
        return
    assert unstorable_text(value) is None
    assert decode_json(json.dumps(value).encode()) == value


@given(JSON)
def test_json_is_decoded_unchanged_or_rejected(value: Any) -> None:
    try:
        found = decode_json(json.dumps(value).encode())
    except InvalidInput:
        return
    assert json.dumps(found) == json.dumps(value)


@pytest.mark.parametrize(
    "raw",
    [
        b"[" * 500_000,
        b'{"a":' * 100_000,
        b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1),
        b"{" + b",".join(b'"%d":1' % n for n in range(70_000)) + b',"69999":1}',
        b"9" * 1_000_000,
        b'"' + b"\\ud800" * 100_000 + b'"',
    ],
    ids=["open", "objects", "deep", "a duplicate key among many", "a long number", "surrogates"],
)
def test_expensive_json_is_rejected(raw: bytes) -> None:
    with pytest.raises(InvalidInput):
        decode_json(raw)


@given(st.sampled_from(BODIES), JSON | SEEDS.map(lambda seed: damaged(RUN, seed)))
def test_bodies_are_parsed_or_rejected_with_a_reason(model: type[Body], value: Any) -> None:
    try:
        model.read(value)
    except (ValidationError, InvalidInput) as error:
        assert str(error)


@given(JSON | SEEDS.map(lambda seed: damaged(UPDATE, seed)))
def test_a_telegram_update_is_a_valid_message_or_ignored(update: Any) -> None:
    number = update_id_of(update)
    assert number is None or abs(number) < 2**63
    found = read_update(update)
    if found is not None:
        assert unstorable_text([found.text, found.chat_type, found.user_name or ""]) is None
        numbers = [found.chat_id, found.message_id, found.update_id, found.user_id or 0]
        assert all(abs(number) < 2**63 for number in numbers)


@given(SHARP | st.tuples(SHARP, st.integers(1, 300)).map(lambda it: (it[0] + "🙂 ") * it[1]))
def test_a_reply_is_split_into_messages_without_losing_text(text: str) -> None:
    pieces = split_reply(text)
    assert all(0 < len(piece) <= MAX_MESSAGE for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(text.split())


EXPRESSIONS = st.sampled_from(["a", "a.b", "a[*].b", "length(@)", "to_string(@)", "keys(@)", "@"])


@given(JSON, EXPRESSIONS, SHARP)
@example([1e308, 1e308], "sum(@)", "")
def test_a_webhook_body_gives_tags_and_a_prompt_or_is_rejected(
    body: Any, path: str, text: str
) -> None:
    template = "Do {{ " + path + " }} {{" + text
    config = TriggerConfig(tags_from={"k": path}, prompt_template=template)
    trigger = Trigger(
        id="trg_1",
        workspace=1,
        kind=TriggerKind.WEBHOOK,
        name="t",
        config=config,
        created_at=NOON,
        updated_at=NOON,
    )
    for read in (tags_from, render_prompt):
        try:
            read(trigger, body)
        except InvalidInput as error:
            assert error.problems
    for scheme in ("standard", "github", "slack", "stripe", "token"):
        headers = {"webhook-id": text, "x-github-event": text, "x-github-delivery": text}
        key = delivery_key(scheme, headers, body)
        assert key is None or len(key) <= 255
        facts = hook_facts(scheme, headers, body, delivery_id="d", key=key)
        assert all(len(str(fact)) <= 128 for fact in facts.values())
        challenge_of(scheme, headers, body)


@given(SHARP, st.dictionaries(SHARP, SHARP, max_size=5))
def test_a_quotation_is_bounded_and_its_fence_cannot_be_closed(
    text: str, headers: dict[str, str]
) -> None:
    clean = text.encode(errors="replace").decode() + "`" * (len(text) % 9)
    quoted = quote(clean)
    fence = quoted.rsplit("\n", 1)[1]
    assert set(fence) == {"`"} and quoted.count(fence) == 2
    assert len(quoted.encode()) <= MAX_QUOTED + 1000
    assert len(shown_headers(headers, secret="x")) <= 64


@given(st.dictionaries(SHARP, JSON, max_size=6), st.integers(700, MAX_BYTES))
def test_an_envelope_fits_into_its_limit(context: dict[str, Any], limit: int) -> None:
    try:
        core = EnvelopeCore(
            seal="s", run_id="run_1", trigger="api", attended=True, requested_at=NOON
        )
        details = EnvelopeDetails(context=context)
        envelope = build_envelope(core, details, now=NOON, timezone="UTC")
    except InvalidInput as error:
        assert all(problem.field for problem in error.problems)
        return
    fitted = fit(envelope, limit=limit)
    assert byte_size(fitted) <= limit
    assert render(fitted) == render(fit(fitted, limit=limit))
    assert json.loads(render(fitted))


@given(st.binary(max_size=100), SEEDS)
def test_damaged_bodies_are_decoded_or_rejected(raw: bytes, seed: int) -> None:
    for data in (damaged_bytes(json.dumps(RUN).encode(), seed), raw):
        try:
            decode_json(data)
        except InvalidInput as error:
            assert error.message


PATHS = st.lists(
    st.sampled_from(
        [
            *(
                "a",
                ".",
                "[",
                "]",
                "*",
                "@",
                "|",
                "&",
                "length(",
                ")",
                "`1`",
                "'x'",
                "[?",
                "==",
                ",",
            ),
            *("{a:", "}", "!", "map(&", "sort_by(@,&", "[::-1]", "[]", "to_string(@)", '"q"'),
        ]
    )
    | SHARP,
    max_size=14,
).map("".join)


@given(PATHS, JSON)
@example("`word`", {})  # an old form of '"word"'
def test_an_expression_is_rejected_or_evaluated(path: str, body: Any) -> None:
    problem = expression_problem(path)
    if problem is not None:
        assert "JMESPath" in problem
        return
    try:
        Finder(body, field="/x").find(path)
    except InvalidInput as error:
        assert [one.field for one in error.problems] == ["/x"]


@given(SHARP | JSON.map(json.dumps) | st.just("[" * 100_000))
def test_an_evaluator_answer_is_a_proposal_within_limits_or_ignored(text: str) -> None:
    found = read_proposal(text, Policy())
    assert found is None or 0 <= found.delay_seconds <= Policy().max_delay_seconds


@given(
    st.dictionaries(st.sampled_from(["cwd", "approvals", "allowedTools", "resume", "fork"]), JSON)
)
def test_options_of_a_coding_agent_never_become_flags_of_its_command(given: Any) -> None:
    try:
        options = read_options(given)
    except InvalidInput as error:
        assert all(one.field.startswith("/executorOptions/") for one in error.problems)
        return
    values = [options.resume, *options.allowed_tools, options.cwd]
    assert not any(text.startswith("-") for text in values if text is not None)


LINES = st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode())


@given(LINES | st.just(b'{"type":"control_request","a":' + b"[" * 100_000))
def test_control_lines_of_a_coding_agent_are_parsed_or_left_unchanged(line: bytes) -> None:
    claude._control(line)
    for mark in (b'"user"', b'"user.message"', b""):
        marked = mark + line
        assert copilot.strip_prefix(marked, "sent", 0) == marked
        assert cursor.strip_prefix(marked, "sent", 0) == marked
