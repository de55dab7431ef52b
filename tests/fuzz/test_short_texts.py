"""Parsers of short text: tags, queries, cursors, schedules, headers and settings."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.fuzz.inputs import JSON, SHARP

from runwhy.cli.exit_codes import BadSettings
from runwhy.cli.settings_loader import load_settings
from runwhy.core.accounts.workspaces import parse_slug
from runwhy.core.json import compact_json
from runwhy.core.queries import MAX_CHARACTERS, parse, render
from runwhy.core.redaction import redact_text
from runwhy.core.runs.tags import parse_override, parse_tags
from runwhy.core.triggers.schedules import parse_schedule
from runwhy.core.triggers.webhook_signatures import HookRefused, verify
from runwhy.errors import InvalidInput
from runwhy.net.addresses import Allowed
from runwhy.server.middleware.client_address import client_address_of, parse_proxies
from runwhy.server.middleware.guards import check_local
from runwhy.settings import Settings
from runwhy.telemetry.propagation import baggage_tags, context_from, with_baggage, within
from runwhy.triggers.telegram_api import _refusal
from runwhy.wire.cursors import make_cursor, read_cursor

NOW = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)


@given(JSON | st.dictionaries(SHARP, SHARP | st.none(), max_size=20))
def test_tags_are_parsed_or_rejected_with_problems(value: object) -> None:
    for read in (parse_tags, parse_override):
        try:
            tags = read(value)
        except InvalidInput as error:
            assert error.problems and all(problem.problem for problem in error.problems)
            continue
        assert read(dict(tags)) == tags  # parsing again changes nothing
        assert len(compact_json(dict(tags)).encode()) <= 4096


@given(SHARP)
@example("(" * 3000)
@example("NOT " * 1000 + "a:b")
@example('"' + "\\" * 3999)
@example("a:" + "*" * 3000)
def test_a_query_is_rejected_or_survives_rendering_and_parsing(text: str) -> None:
    try:
        query = parse(text, now=NOW)
    except InvalidInput as error:
        assert error.message
        return
    written = render(query)
    assert len(written) <= 8 * MAX_CHARACTERS
    assert parse(written, now=NOW) == query


@given(SHARP, st.lists(st.integers(0, 2**63 - 1), min_size=1, max_size=3))
def test_a_cursor_keeps_its_position_and_a_damaged_one_is_rejected_or_in_range(
    text: str, position: list[int]
) -> None:
    question = {"q": text.encode(errors="replace").decode()}
    cursor = make_cursor(question, *position)
    assert read_cursor(cursor, question, length=len(position)) == tuple(position)
    for wrong in (text, cursor + text, cursor[1:], cursor[::-1]):
        if wrong != cursor:
            try:
                found = read_cursor(wrong, question, length=len(position))
            except InvalidInput:
                continue
            assert all(0 <= number < 2**63 for number in found)


FIELD = st.sampled_from(
    ["*", "*/5", "0", "59", "L", "1-5", "MON", "5#3", "1,2,3", "0/0", "99", "-", ""]
)


@given(SHARP | st.lists(FIELD | SHARP, max_size=7).map(" ".join), SHARP | st.just("Europe/Berlin"))
@example("0 0 30 2 *", "UTC")
@example("0 0 29 2 MON#5", "America/New_York")
@example("* * * * *", "../../etc/passwd")
def test_a_schedule_is_rejected_or_has_increasing_times(expression: str, zone: str) -> None:
    try:
        schedule = parse_schedule(expression, zone, after=NOW)
    except InvalidInput as error:
        assert all(p.field in ("/schedule", "/timezone") for p in error.problems)
        return
    times = schedule.first(3, after=NOW)
    assert times == sorted(set(times)) and all(at > NOW for at in times)
    assert schedule.in_words()


LATIN = SHARP.map(lambda text: text.encode(errors="replace").decode("latin-1"))
NAMES = st.sampled_from(
    [
        *("webhook-id", "webhook-timestamp", "webhook-signature", "x-hub-signature-256"),
        *("x-slack-request-timestamp", "x-slack-signature", "stripe-signature", "authorization"),
        *("x-runwhy-token", "traceparent", "tracestate", "baggage", "host", "origin"),
    ]
)
STAMP = st.just(str(int(NOW.timestamp())))
HEADERS = st.dictionaries(NAMES, LATIN | STAMP | st.just(f"t={int(NOW.timestamp())},v1=00"))


@given(st.sampled_from(["standard", "github", "slack", "stripe", "token"]), HEADERS, st.binary())
def test_a_signature_without_the_secret_is_rejected(
    scheme: str, headers: dict[str, str], body: bytes
) -> None:
    for secrets in (["whsec_c2VjcmV0LXRoYXQtbm9ib2R5LWtub3dz"], ["é-not-by-the-book"], []):
        with pytest.raises(HookRefused):
            verify(scheme, secrets, headers, body, now=NOW)


PARENTS = st.sampled_from(["00-" + "1" * 32 + "-" + "2" * 16 + "-01", "ff-0-0-0", "00-" + "0" * 32])


@given(LATIN | PARENTS, LATIN, LATIN | st.just("customer=acme,env=%ZZ"))
def test_an_invalid_trace_header_is_ignored(parent: str, state: str, baggage: str) -> None:
    headers = {"traceparent": parent, "tracestate": state, "baggage": baggage}
    around = context_from(headers)
    if around is not None:
        with within(with_baggage(around, headers, ["customer", "env"])):
            parse_tags(dict(baggage_tags(["customer", "env"])))


@given(LATIN, LATIN | st.none())
def test_foreign_hosts_and_origins_are_rejected(host: str, origin: str | None) -> None:
    for given_host in (host, "localhost:7420"):
        try:
            check_local(given_host, origin, {"localhost"})
        except Exception as error:
            assert type(error).__name__ == "Denied"
        else:
            assert given_host.lower().startswith("localhost")


@given(SHARP)
@example("a" * 5000 + "@" * 5000)
@example("Bearer " * 2000)
@example("password=" * 2000)
@example("-----BEGIN " * 2000)
@example("eyJ" + "." * 9000)
def test_redaction_is_bounded_and_idempotent(text: str) -> None:
    clean = redact_text(text, known=("hunter2hunter2",))
    assert len(clean) <= 4 * len(text) + 100
    assert redact_text(clean, known=("hunter2hunter2",)) == clean


@given(SHARP)
def test_slugs_and_host_lists_are_parsed_or_rejected(text: str) -> None:
    Allowed.parse([text])
    try:
        parse_slug(text)
    except InvalidInput:
        pass


SETTINGS = sorted(set(Settings.model_fields) - {"data_dir", "database_url"})


@given(st.sampled_from(SETTINGS), SHARP)
def test_settings_are_parsed_or_rejected_by_name(name: str, value: str) -> None:
    clean = value.replace("\0", "").encode(errors="replace").decode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(f"RUNWHY_{name.upper()}", clean)
        try:
            load_settings()
        except BadSettings as error:
            assert name in str(error).lower() or name.upper() in str(error)


def test_a_rare_schedule_finds_its_next_times() -> None:
    far = parse_schedule("0 0 29 2 *", "Europe/Berlin", after=NOW)
    assert far.first(3, after=NOW)[-1] - NOW < timedelta(days=366 * 16)


ADDRESSES = st.sampled_from(
    ["10.0.0.1", "1.1.1.1", "::1", "fe80::1%eth0", "::ffff:10.0.0.1", "10.0.0.2, "]
)


@given(st.lists(LATIN | ADDRESSES, max_size=3), ADDRESSES | LATIN, st.booleans())
def test_the_client_address_is_bounded_and_ignores_untrusted_proxies(
    forwarded: list[str], client: str, trusted: bool
) -> None:
    headers = [(b"x-forwarded-for", text.encode("latin-1")) for text in forwarded]
    scope = {"client": (client, 1), "headers": headers}
    address = client_address_of(scope, parse_proxies(["10.0.0.0/8"]) if trusted else ())
    assert address is not None and len(address) <= 64
    if not trusted:
        assert address == client_address_of({**scope, "headers": []}, ())


@given(st.integers(100, 599), JSON)
def test_errors_of_the_bot_api_are_parsed(status: int, body: object) -> None:
    code, description, wait = _refusal(status, body)
    assert code == status and len(description) <= 200 and wait >= 0
