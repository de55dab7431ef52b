"""Progress of an imported history."""

from __future__ import annotations

from runwhy.core.requests.history_import import REMEMBERED, ImportProgress, count
from runwhy.core.runs.run import Tokens


def test_a_repeated_message_counts_once_with_its_latest_usage() -> None:
    first, second = Tokens(input=10, output=1), Tokens(input=20, output=2)
    taken = count(ImportProgress(), [("msg_1", first), ("msg_2", second), ("msg_1", first)])
    taken = count(taken, [("msg_1", Tokens(input=10, cached=4, output=7))])

    assert taken.tokens == Tokens(input=30, cached=4, output=9)


def test_only_the_newest_messages_are_remembered() -> None:
    taken = ImportProgress()
    for number in range(REMEMBERED + 5):
        taken = count(taken, [(f"msg_{number}", Tokens(input=1))])

    assert taken.tokens == Tokens(input=REMEMBERED + 5)
    assert list(taken.counted) == [f"msg_{n}" for n in range(5, REMEMBERED + 5)]
