"""`runwhy alerts`: create, list, show, edit, silence, preview and delete."""

from __future__ import annotations

import pytest
from tests.cli.conftest import Command
from tests.cli.processes import json_lines

ADD = (
    *("alerts", "add", "acme-failures", "--query", "customer:acme", "--measure", "failure_rate"),
    *("--window", "1h", "--above", "20%", "--resolve", "10%", "--minimum", "10"),
)


def test_an_alert_is_managed_by_its_name(command: Command) -> None:
    assert command(*ADD).stdout.startswith("alr_")
    head, row = command("alerts", "list").stdout.splitlines()
    assert head.split() == ["NAME", "STATE", "VALUE", "CONDITION", "SINCE", "QUERY"]
    assert row.startswith("acme-failures  ok")
    assert "failure_rate >= 20 % in 1h" in row

    edited = command("alerts", "change", "acme-failures", "--above", "0.3", "--window", "30m")
    assert edited.stdout == "acme-failures changed\n"
    (found,) = json_lines(command("alerts", "show", "acme-failures", "--json").stdout)
    assert (found["threshold"], found["resolveThreshold"]) == (0.3, 0.1)
    assert (found["windowSeconds"], found["events"]) == (1800, [])
    shown = command("alerts", "show", "acme-failures").stdout
    assert "condition" in shown and "below 10 %" in shown
    assert "already exists" in command(*ADD, code=1).output
    command("alerts", "change", "acme-failures", code=2)
    assert "silenced until" in command("alerts", "silence", "acme-failures", "--for", "2h").stdout
    assert "ok (silenced)" in command("alerts", "list").stdout
    ended = command("alerts", "silence", "acme-failures", "--end").stdout
    assert ended == "acme-failures is no longer silenced\n"
    command("alerts", "silence", "acme-failures", code=2)
    assert command("alerts", "remove", "acme-failures").stdout == "acme-failures removed\n"
    assert command("alerts", "list", "--json").stdout == ""


def test_templates_need_only_their_parameters(command: Command) -> None:
    listed = command("alerts", "templates").stdout
    assert "schedule_missed" in listed and "key=customer" in listed
    add = ("alerts", "add", "doubled", "--template", "failures_doubled", "-p", "value=acme")

    command(*add, "--minimum", "3")

    (found,) = json_lines(command("alerts", "show", "doubled", "--json").stdout)
    assert (found["query"], found["minimum"]) == ("customer:acme", 3)
    assert "failed >= 2x in 1h" in command("alerts", "list").stdout
    command("alerts", "remove", "doubled")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--measure", "count", "--above", "1"), "--window: is required without a template"),
        (("--measure", "count", "--window", "1h"), "--above: is required for the measure count"),
        (("--measure", "count", "--window", "1h", "--above", "0"), "--above: must be more than 0"),
        (
            ("--measure", "count", "--window", "8d", "--above", "1"),
            "10 seconds to 7 days for count",
        ),
        (
            ("--measure", "failure_rate", "--window", "1h", "--above", "20"),
            "--above: must be 0 to 1; 0.2 is 20 %",
        ),
        (("--template", "schedule_missed"), "--parameter schedule: is required"),
    ],
)
def test_errors_name_the_option(command: Command, options: tuple[str, ...], message: str) -> None:
    assert message in command("alerts", "add", "broken", *options, code=2).output


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--window", "1s"), "1s is too short; the minimum is 10s"),
        (("--above", "many"), "'many' is not a value; use 5, 20%, 30s or $5"),
        (("--window", "soon"), "'soon' is not a duration; use 90 (seconds), 90s, 15m, 2h or 30d"),
        (("--to", "mail"), "'mail' is not a recipient; use inbox, webhook:ID"),
        (("--above", "1", "--below", "2"), "use either --above or --below"),
    ],
)
def test_wrong_options_are_explained(
    command: Command, options: tuple[str, ...], message: str
) -> None:
    assert message in command("alerts", "add", "broken", *options, code=2).output


def test_a_preview_says_when_it_would_have_fired(command: Command) -> None:
    for _ in range(2):
        command("run", "--quiet", "-t", "test=alerted", "Hello")
    preview = ("alerts", "preview", "-q", "test:alerted", "--measure", "count", "--window", "1h")

    found = command(*preview, "--above", "2").stdout
    assert "In the last 7d, it would have fired 1 time; 2 runs match." in found
    assert "until now  value 2" in found
    assert "it would not have fired" in command(*preview, "--above", "9", "--last", "1d").stdout
    (told,) = json_lines(command(*preview, "--above", "2", "--json").stdout)
    assert (len(told["points"]), told["complete"]) == (300, True)
