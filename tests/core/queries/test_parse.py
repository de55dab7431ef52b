"""The meaning of each form of a query."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from tests.core.queries.strategies import NOW

from runwhy.core.queries import (
    All,
    And,
    Compare,
    Field,
    FieldIs,
    FieldPrefix,
    HasField,
    HasTag,
    Moment,
    Not,
    Op,
    Or,
    Query,
    QueryError,
    TagIs,
    TagPrefix,
    Text,
    parse,
    render,
    terms,
)

ACME = TagIs("customer", "acme")
PROD = TagIs("env", "prod")
STAGING = TagIs("env", "staging")
FAILED = FieldIs(Field.STATUS, "failed")


def read(text: str) -> Query:
    return parse(text, now=NOW)


def day(month: int, number: int) -> Moment:
    return Moment(datetime(2026, month, number, tzinfo=UTC))


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "*", "(*)"])
def test_an_empty_query_matches_everything(text: str) -> None:
    assert read(text) == All()


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("customer:acme env:prod", And((ACME, PROD))),
        ("customer=acme AND env=prod", And((ACME, PROD))),
        ("env:prod OR env:staging", Or((PROD, STAGING))),
        ("-status:failed", Not(FAILED)),
        ("NOT status:failed", Not(FAILED)),
        ("NOT NOT status:failed", Not(Not(FAILED))),
        ("--status:failed", Not(Not(FAILED))),
        ("customer:acme env:prod OR env:staging", Or((And((ACME, PROD)), STAGING))),
        ("customer:acme (env:prod OR env:staging)", And((ACME, Or((PROD, STAGING))))),
        ("NOT customer:acme env:prod", And((Not(ACME), PROD))),
        ("-(customer:acme env:prod)", Not(And((ACME, PROD)))),
        ("NOT(customer:acme)", Not(ACME)),
        ("((customer:acme) env:prod) status:failed", And((ACME, PROD, FAILED))),
        ("customer:acme OR (env:prod OR env:staging)", Or((ACME, PROD, STAGING))),
        ("* customer:acme", ACME),
        ("(customer:acme)(env:prod)", And((ACME, PROD))),
        ("-*", Not(All())),
    ],
)
def test_terms_are_joined_by_not_then_and_then_or(text: str, query: Query) -> None:
    assert read(text) == query


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("customer:ac*", TagPrefix("customer", "ac")),
        ('customer:"acme co"', TagIs("customer", "acme co")),
        ('customer:"acme co"*', TagPrefix("customer", "acme co")),
        ('customer:"ac*"', TagIs("customer", "ac*")),
        ('customer:""', TagIs("customer", "")),
        ("customer:*", HasTag("customer")),
        ("has:trace_id", HasTag("trace_id")),
        (r'say:"a \"b\" \\ c"', TagIs("say", r'a "b" \ c')),
        (r"path:C:\temp", TagIs("path", r"C:\temp")),
        ("url:https://a.example/?x=1", TagIs("url", "https://a.example/?x=1")),
        ("customer:AND", TagIs("customer", "AND")),
        ("NOT:x", TagIs("NOT", "x")),
        ("n:-1", TagIs("n", "-1")),
        ("Status:done", TagIs("Status", "done")),
    ],
)
def test_any_name_other_than_a_field_is_a_tag(text: str, query: Query) -> None:
    assert read(text) == query


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("tag.status:x", TagIs("status", "x")),
        ("tag.customer:acme", ACME),
        ("tag.has:x", TagIs("has", "x")),
        ("tag.-odd:x", TagIs("-odd", "x")),
        ("-tag.-odd:x", Not(TagIs("-odd", "x"))),
        ("tag.tag.x:y", TagIs("tag.x", "y")),
        ("tag:x", TagIs("tag", "x")),
        ("has:tag.status", HasTag("status")),
        ("has:has", HasTag("has")),
    ],
)
def test_a_tag_named_like_a_field_needs_the_tag_prefix(text: str, query: Query) -> None:
    assert read(text) == query


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("trigger:cron", FieldIs(Field.TRIGGER, "cron")),
        ("trigger.id:trg_1", FieldIs(Field.TRIGGER_ID, "trg_1")),
        ("trigger.name:nightly", FieldIs(Field.TRIGGER_NAME, "nightly")),
        ("rerun_of:run_1", FieldIs(Field.RERUN_OF, "run_1")),
        ("model:openai:gpt*", FieldPrefix(Field.MODEL, "openai:gpt")),
        ("status:fail*", FieldPrefix(Field.STATUS, "fail")),
        ("error:*", HasField(Field.ERROR)),
        ("has:error", HasField(Field.ERROR)),
        ("has:parent", HasField(Field.PARENT)),
        ("finished:*", HasField(Field.FINISHED)),
        ("tokens:*", HasField(Field.TOKENS)),
    ],
)
def test_fields_are_matched_as_text(text: str, query: Query) -> None:
    assert read(text) == query


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("refund", Text("refund")),
        ("refund order", And((Text("refund"), Text("order")))),
        ('"refund order"', Text("refund order")),
        ('"env:prod"', Text("env:prod")),
        ('"OR"', Text("OR")),
        ("or", Text("or")),
        ("refu*", Text("refu")),
        ('"5*"', Text("5*")),
        ("don't", Text("don't")),
        ("-refund", Not(Text("refund"))),
        ("e-mail", Text("e-mail")),
    ],
)
def test_bare_words_search_the_text(text: str, query: Query) -> None:
    assert read(text) == query


@pytest.mark.parametrize(
    ("text", "op", "value"),
    [
        ("tokens>1000", Op.GT, 1000),
        ("tokens>=10k", Op.GE, 10_000),
        ("tokens<1.5k", Op.LT, 1_500),
        ("tokens<=2M", Op.LE, 2_000_000),
        ("tokens:7", Op.EQ, 7),
        ('tokens="7"', Op.EQ, 7),
        ("tokens:100..", Op.GE, 100),
        ("tokens:..200", Op.LE, 200),
    ],
)
def test_tokens_are_compared_with_numbers(text: str, op: Op, value: int) -> None:
    assert read(text) == Compare(Field.TOKENS, op, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("30s", timedelta(seconds=30)),
        ("500ms", timedelta(milliseconds=500)),
        ("2m", timedelta(minutes=2)),
        ("1h30m", timedelta(hours=1, minutes=30)),
        ("1.5h", timedelta(hours=1, minutes=30)),
        ("0.0015s", timedelta(microseconds=1500)),
        ("1w2d", timedelta(days=9)),
    ],
)
def test_duration_is_compared_with_durations(text: str, value: timedelta) -> None:
    assert read(f"duration>{text}") == Compare(Field.DURATION, Op.GT, value)


@pytest.mark.parametrize(
    ("text", "op", "picos"),
    [
        ("cost>0.50", Op.GT, 500_000_000_000),
        ("cost>=$2", Op.GE, 2 * 10**12),
        ("cost<0.000000000001", Op.LT, 1),
        ("cost:..1.25", Op.LE, 1_250_000_000_000),
    ],
)
def test_cost_is_compared_with_dollars(text: str, op: Op, picos: int) -> None:
    assert read(text) == Compare(Field.COST, op, picos)
    assert read(render(read(text))) == read(text)


@pytest.mark.parametrize("text", ["cost>cheap", "cost>0.0000000000001", "cost>1k", "cost>10000000"])
def test_a_cost_that_is_no_amount_of_dollars_is_refused(text: str) -> None:
    with pytest.raises(QueryError, match=r"dollars such as 2, 0\.50 or 0\.000125"):
        read(text)


def test_the_time_to_the_first_token_is_a_duration() -> None:
    assert read("first_token>2s") == Compare(Field.FIRST_TOKEN, Op.GT, timedelta(seconds=2))


def test_a_range_includes_both_ends() -> None:
    ends = (Compare(Field.TOKENS, Op.GE, 100), Compare(Field.TOKENS, Op.LE, 200))

    assert read("tokens:100..200") == And(ends)
    assert read("-tokens:100..200") == Not(And(ends))


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("created>=2026-11-01", Compare(Field.CREATED, Op.GE, day(11, 1))),
        ("created<2026-11-01", Compare(Field.CREATED, Op.LT, day(11, 1))),
        ("created>2026-11-01", Compare(Field.CREATED, Op.GE, day(11, 2))),
        ("created<=2026-11-01", Compare(Field.CREATED, Op.LT, day(11, 2))),
        (
            "finished:2026-11-01",
            And(
                (
                    Compare(Field.FINISHED, Op.GE, day(11, 1)),
                    Compare(Field.FINISHED, Op.LT, day(11, 2)),
                )
            ),
        ),
        (
            "created:2026-10-01..2026-10-31",
            And(
                (
                    Compare(Field.CREATED, Op.GE, day(10, 1)),
                    Compare(Field.CREATED, Op.LT, day(11, 1)),
                )
            ),
        ),
    ],
)
def test_a_day_lasts_from_midnight_to_midnight(text: str, query: Query) -> None:
    assert read(text) == query


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("2026-11-01T10:00Z", datetime(2026, 11, 1, 10, 1, tzinfo=UTC)),
        ("2026-11-01T10:00", datetime(2026, 11, 1, 10, 1, tzinfo=UTC)),
        ("2026-11-01T10:00:00z", datetime(2026, 11, 1, 10, 0, 1, tzinfo=UTC)),
        ("2026-11-01t11:00:00+01:00", datetime(2026, 11, 1, 10, 0, 1, tzinfo=UTC)),
        ("2026-11-01T10:00:00.123Z", datetime(2026, 11, 1, 10, 0, 0, 124_000, tzinfo=UTC)),
    ],
)
def test_the_precision_of_a_time_decides_its_length(text: str, end: datetime) -> None:
    assert read(f"created>{text}") == Compare(Field.CREATED, Op.GE, Moment(end))


def test_a_time_with_microseconds_is_one_moment() -> None:
    at = Moment(datetime(2026, 11, 1, 10, 0, tzinfo=UTC))

    assert read("created>2026-11-01T10:00:00.000000Z") == Compare(Field.CREATED, Op.GT, at)
    assert read("created:2026-11-01T10:00:00.000000Z") == Compare(Field.CREATED, Op.EQ, at)


@pytest.mark.parametrize(
    ("text", "ago"),
    [
        ("-24h", timedelta(hours=24)),
        ("-7d", timedelta(days=7)),
        ("-30m", timedelta(minutes=30)),
        ("-2w", timedelta(weeks=2)),
    ],
)
def test_a_relative_time_counts_from_now_and_keeps_its_text(text: str, ago: timedelta) -> None:
    assert read(f"created>{text}") == Compare(Field.CREATED, Op.GT, Moment(NOW - ago, text))


def test_a_moment_is_kept_in_utc() -> None:
    berlin = timezone(timedelta(hours=1))

    assert Moment(datetime(2026, 11, 1, 1, tzinfo=berlin)).at.isoformat() == (
        "2026-11-01T00:00:00+00:00"
    )


def test_the_allowed_statuses_can_be_replaced() -> None:
    query = parse("status:ended", now=NOW, statuses=("active", "ended"))

    assert query == FieldIs(Field.STATUS, "ended")


def test_a_relative_time_counts_from_now_each_time_the_same_text_is_parsed() -> None:
    first, second = (
        parse("env:prod created>-1h", now=NOW + timedelta(hours=hours)) for hours in (0, 5)
    )
    assert matched_moments(second) == [at + timedelta(hours=5) for at in matched_moments(first)]


def matched_moments(query: Query) -> list[datetime]:
    return [
        term.value.at
        for term in terms(query)
        if isinstance(term, Compare) and isinstance(term.value, Moment)
    ]


def test_the_same_text_has_other_statuses_for_sessions() -> None:
    assert parse("status:failed", now=NOW) == FieldIs(Field.STATUS, "failed")
    with pytest.raises(QueryError):
        parse("status:failed", now=NOW, statuses=("active", "ended"))
