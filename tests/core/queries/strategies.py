"""Strategies for queries and subjects that often match each other."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from runwhy.core.queries import (
    COMPARABLE,
    COUNTS,
    DURATIONS,
    STATUSES,
    TIMES,
    All,
    Compare,
    Field,
    FieldIs,
    FieldPrefix,
    HasField,
    HasTag,
    Moment,
    Not,
    Op,
    Query,
    QuerySubject,
    TagIs,
    TagPrefix,
    Term,
    Text,
    all_of,
    any_of,
)

NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)

KEYS = ("customer", "env", "trace_id", "status", "trigger.id", "has", "tag.x", "-odd", "OR", "Env")
VALUES = (
    *("acme", "ac", "Acme", "prod", "", " ", "two words", "a*", "*", "a:b", "=", "-x", "OR", "%_"),
    *(
        'say "hi"',
        "back\\slash",
        "(",
        "żółć",
        "straße",
        "~20",
        "日本",
        "🙂",
        "line\nbreak",
        "O'Neil",
    ),
)
AGO = {
    "-0s": timedelta(),
    "-90s": timedelta(seconds=90),
    "-24h": timedelta(hours=24),
    "-1d12h": timedelta(days=1, hours=12),
    "-2w": timedelta(weeks=2),
}

_TEXTUAL = tuple(field for field in Field if field not in COMPARABLE and field is not Field.STATUS)
# NUL and lone surrogates are rejected, because some stores cannot hold them.
_CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0")


def values() -> st.SearchStrategy[str]:
    """Values of tags and fields, mostly from a few awkward ones so that they coincide."""
    return st.one_of(st.sampled_from(VALUES), st.text(_CHARACTERS, max_size=8))


def times() -> st.SearchStrategy[datetime]:
    """Times of the last weeks in milliseconds, as stores hold them; often the same."""
    days = st.integers(0, 21).map(lambda n: datetime(2026, 11, 15, tzinfo=UTC) - timedelta(days=n))
    ago = st.integers(0, 21 * 86_400_000).map(lambda n: NOW - timedelta(milliseconds=n))
    return st.one_of(days, ago)


def durations() -> st.SearchStrategy[timedelta]:
    """Durations to the millisecond, up to three hours."""
    awkward = st.sampled_from([0, 1, 500, 999, 1000, 30_000, 60_000, 3_600_000])
    milliseconds = st.one_of(awkward, st.integers(0, 10_800_000))
    return milliseconds.map(lambda n: timedelta(milliseconds=n))


def numbers() -> st.SearchStrategy[int]:
    return st.one_of(st.sampled_from([0, 1, 100, 1000]), st.integers(0, 2_000_000))


def terms() -> st.SearchStrategy[Term]:
    """Any term of the language."""
    keys = st.sampled_from(KEYS)
    fields = st.sampled_from(_TEXTUAL)
    prefixes = values().filter(bool)
    statuses = st.sampled_from(STATUSES)
    return st.one_of(
        st.builds(TagIs, keys, values()),
        st.builds(TagPrefix, keys, prefixes),
        st.builds(HasTag, keys),
        st.builds(FieldIs, st.just(Field.STATUS), statuses),
        st.builds(FieldPrefix, st.just(Field.STATUS), statuses.map(lambda status: status[:2])),
        st.builds(FieldIs, fields, values()),
        st.builds(FieldPrefix, fields, prefixes),
        st.builds(HasField, st.sampled_from(Field)),
        comparisons(),
        st.builds(Text, prefixes),
    )


def comparisons() -> st.SearchStrategy[Compare]:
    ops = st.sampled_from(Op)
    when = st.sampled_from(sorted(TIMES))
    relative = st.sampled_from(sorted(AGO)).map(lambda text: Moment(NOW - AGO[text], text))
    return st.one_of(
        st.builds(Compare, when, ops, times().map(Moment)),
        st.builds(Compare, when, ops.filter(lambda op: op is not Op.EQ), relative),
        st.builds(Compare, st.sampled_from(sorted(DURATIONS)), ops, durations()),
        st.builds(Compare, st.sampled_from(sorted(COUNTS)), ops, numbers()),
    )


def queries(*, max_terms: int = 8) -> st.SearchStrategy[Query]:
    """Any query, relative to `NOW`, a few levels deep."""

    def join(parts: st.SearchStrategy[Query]) -> st.SearchStrategy[Query]:
        some = st.lists(parts, min_size=2, max_size=4)
        return st.one_of(parts.map(Not), some.map(all_of), some.map(any_of))

    return st.recursive(st.one_of(terms(), st.just(All())), join, max_leaves=max_terms)


def subjects() -> st.SearchStrategy[QuerySubject]:
    """Any run, with every combination of known values."""
    known = st.none() | values()
    return st.builds(
        QuerySubject,
        tags=st.dictionaries(st.sampled_from(KEYS), values(), max_size=6),
        status=st.sampled_from(STATUSES),
        created=times(),
        trigger=known,
        trigger_id=known,
        trigger_name=known,
        actor=known,
        agent=known,
        model=known,
        executor=known,
        session=known,
        parent=known,
        rerun_of=known,
        finished=st.none() | times(),
        duration=st.none() | durations().map(timedelta.total_seconds),
        tokens=st.none() | numbers(),
        input_tokens=st.none() | numbers(),
        cached_tokens=st.none() | numbers(),
        cost=st.none() | numbers(),
        unpriced_calls=st.none() | numbers(),
        first_token=st.none() | durations().map(timedelta.total_seconds),
        error=known,
        text=st.lists(values(), max_size=4).map("\n".join),
    )
