"""Every option that is a duration has the same format, the same help and the same error."""

from __future__ import annotations

import click
import pytest
from tests.cli.conftest import Command
from tests.cli.test_help import groups

from runwhy.cli.durations import Duration


def _options() -> list[tuple[str, click.Option]]:
    found = []
    for path, group in groups():
        context = click.Context(group)
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            params = [] if command is None else command.params
            found += [(f"{path} {name}", each) for each in params if isinstance(each, click.Option)]
    return found


DURATIONS = [(path, option) for path, option in _options() if isinstance(option.type, Duration)]
REQUIRE_UNIT = ("--older-than",)  # a rule that erases runs


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("90", 90), ("1.5", 1.5), ("90s", 90), ("15m", 900), ("2h", 7200), ("30d", 2_592_000)],
)
def test_a_duration_is_a_number_of_seconds_or_has_a_unit(text: str, seconds: float) -> None:
    assert Duration("0s", "30d", needs_unit=False).convert(text, None, None) == seconds


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("soon", "'soon' is not a duration; use 90 (seconds), 90s, 15m, 2h or 30d"),
        ("nan", "'nan' is not a duration"),
        ("", "'' is not a duration"),
        ("9s", "9s is too short; the minimum is 10s"),
        ("-1", "-1 is too short; the minimum is 10s"),
        ("31d", "31d is too long; the maximum is 30d"),
    ],
)
def test_an_invalid_duration_is_explained(text: str, problem: str) -> None:
    with pytest.raises(click.BadParameter, match=problem.replace("(", r"\(").replace(")", r"\)")):
        Duration("10s", "30d", needs_unit=False).convert(text, None, None)


@pytest.mark.parametrize(("path", "option"), DURATIONS, ids=lambda each: str(each))
def test_the_help_of_a_duration_names_the_format(path: str, option: click.Option) -> None:
    examples = "90s, 15m, 2h or 30d."
    assert option.help is not None
    rule = examples if option.opts[0] in REQUIRE_UNIT else f"90 (seconds), {examples}"
    assert f", such as {rule}" in option.help


def test_no_other_option_is_in_seconds() -> None:
    assert len(DURATIONS) >= 16
    others = [each for _, each in _options() if not isinstance(each.type, Duration)]
    assert not [each.opts for each in others if each.metavar in ("SECONDS", "DURATION", "AGE")]
    assert not [each.opts for each in others if " seconds" in (each.help or "").split(", or 6")[0]]


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["keys", "rotate", "key_1", "--grace", "31d"], "'--grace': 31d is too long"),
        (
            ["sessions", "timers", "add", "ses_1", "--in", "soon"],
            "'--in': 'soon' is not a duration",
        ),
        (["submit", "--timeout", "1 hour", "Hi"], "'--timeout': '1 hour' is not a duration"),
        (
            ["runs", "watch", "--interval", "0.5"],
            "'--interval': 0.5 is too short; the minimum is 1s",
        ),
        (
            ["retention", "add", "r", "--older-than", "90"],
            "'--older-than': '90' has no unit; use 90s",
        ),
        (["alerts", "add", "a", "--above", "much"], "'--above': 'much' is not a value"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_errors_name_the_option(command: Command, args: list[str], problem: str) -> None:
    assert problem in command(*args, code=2).output
