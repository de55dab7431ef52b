"""Every option that is a time accepts the times that commands print, in the user's time zone."""

from __future__ import annotations

from datetime import UTC, datetime

import click
import pytest
from tests.cli.conftest import Command
from tests.cli.test_durations import _options

from runwhy.cli.times import Time


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("2026-11-18 09:00:00", datetime(2026, 11, 18, 9).astimezone()),
        ("2026-11-18", datetime(2026, 11, 18).astimezone()),
        ("2026-11-18T09:00:00Z", datetime(2026, 11, 18, 9, tzinfo=UTC)),
    ],
)
def test_a_time_without_a_zone_is_in_the_zone_of_the_user(text: str, at: datetime) -> None:
    assert Time().convert(text, None, None) == at


@pytest.mark.parametrize("text", ["yesterday", "", "18:00", "2026-13-01"])
def test_anything_else_is_rejected_with_an_example(text: str) -> None:
    with pytest.raises(click.BadParameter, match="is not a time; use a time such as '2026-11-18"):
        Time().convert(text, None, None)


def test_every_time_of_a_command_is_read_alike() -> None:
    times = {(path, one.name) for path, one in _options() if one.metavar == "TIME"}
    read = {(path, one.name) for path, one in _options() if isinstance(one.type, Time)}

    assert times == read and len(read) >= 3


def test_a_printed_time_can_be_pasted_into_an_option(command: Command) -> None:
    agent = command("agents", "add", "punctual", "--system", "You keep time.").stdout.strip()
    rows = command("audit", "--action", "agent").stdout.splitlines()
    (row,) = [row for row in rows if agent in row]
    printed = row[: len("2026-11-18 09:00:00")]

    assert agent in command("audit", "--action", "agent", "--since", printed).stdout
    assert agent not in command("audit", "--action", "agent", "--until", printed).stdout
    assert "--since" in command("audit", "--since", "yesterday", code=2).stderr
