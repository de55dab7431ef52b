"""`scripts/prose`: translated-sounding sentences are found in every kind of text."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROSE = Path(__file__).parents[2] / "scripts" / "prose"
BEFORE = [
    "the person's history stays clean of it, and the team filters by it",
    "Codex, Copilot and Cursor are told alike",
    "What holds",
    "Look whether all is in order, and say what to do if not.",
    "Give a key another secret, and print that, which is shown this once.",
    "Who may write may read; admin may all.",
    "Who it is; as you are if left out.",
    "could not say goodbye: what we had is found later",
    "What is wrong is said below the bar.",
    "Pages of this phone",
    "an error that none of the others is",
    "Show what would come to mind at these words, the best first.",
    "What asking costs is told by its script",
    "Who types a query before the editor is loaded goes on in it",
    "Whose things.",
]
AFTER = [
    "it never appears in the user's history, and your team can filter by it",
    "Codex, Copilot and Cursor work the same way",
    "Guarantees and limits",
    "Check the installation and suggest fixes.",
    "Rotate a key. The new secret is printed once.",
    "A write scope includes read; `admin` includes everything.",
    "System prompt of the new agent. Defaults to yours.",
    "`worker.deregister_failed`: its runs are reclaimed after the heartbeat timeout",
    "The error is shown below the search bar.",
    "Main navigation",
    "any other error",
    "Show the memories a run would recall for this text, best match first.",
    "`bench/asking.py` measures the cost of a query",
    "Text typed before the query editor has loaded is kept",
    "Workspace to use.",
    "Where a run came from: the trigger, the actor, the time, and the trigger's facts.",
    "What is a run?",
    "There is no default; the value is no longer read.",
]


def run(root: Path, *options: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, PROSE, "--root", root, *options],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert not done.stderr
    return done.returncode, done.stdout


def matches(root: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run(root, "--json")[1])["matches"]
    return found


def write(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


def test_every_example_of_the_old_voice_matches(tmp_path: Path) -> None:
    write(tmp_path, "docs/before.md", "\n\n".join(BEFORE))

    assert {one["line"] for one in matches(tmp_path)} == {2 * at + 1 for at in range(len(BEFORE))}


def test_no_example_of_the_new_voice_matches(tmp_path: Path) -> None:
    write(tmp_path, "docs/after.md", "\n\n".join(AFTER))

    assert matches(tmp_path) == []


PYTHON = '''"""What it does."""
# Who calls
# is told.
import click

SQL = "SELECT what is there FROM runs"
PROMPT = "Whoever reads this goes on."  # prose: ok


@click.command(help="Whose things.")
def show(name):
    """Show it anew.

    \\b
    what is an example
    """
    raise ValueError(f"{name} is no agent")
'''
UI = """// What is shown.
import x from "what is this";
export const Page = () => (
  <p title="Nobody is here" className="panel list">
    It isn't there: go on, {name}
  </p>
);
"""


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "src/show.py",
            PYTHON,
            {(1, "docstrings"), (2, "comments")}
            | {(line, "help and messages") for line in (10, 12, 17)},
        ),
        ("tests/show.py", PYTHON, {(1, "docstrings"), (2, "comments"), (12, "docstrings")}),
        ("ui/src/Page.tsx", UI, {(1, "dashboard"), (4, "dashboard"), (5, "dashboard")}),
        (
            "README.md",
            (
                "# What holds\n\n```\nwhat is code\n```\n\nPlain\nwords. Nobody `is no` one.\n"
                "\n| `what is` | Whose things |\n"
            ),
            {
                (1, "README and changelog"),
                (8, "README and changelog"),
                (10, "README and changelog"),
            },
        ),
        ("scripts/go", "#!/bin/bash\n# What goes on.\necho what is\n", {(2, "comments")}),
        ("docs/made.md", "<!-- Made by scripts/cli-docs -->\n\nWhose things.\n", set()),
    ],
)
def test_sentences_are_found_where_people_read(
    tmp_path: Path, path: str, text: str, expected: set[tuple[int, str]]
) -> None:
    write(tmp_path, path, text)

    assert {(one["line"], one["area"]) for one in matches(tmp_path)} == expected


def test_an_area_over_the_limit_fails_and_its_matches_are_listed(tmp_path: Path) -> None:
    write(tmp_path, "docs/a.md", "Whose things.\n\n" + "Plain words here.\n\n" * 20)

    code, output = run(tmp_path, "--list")

    assert code == 1
    assert "docs/a.md:1: Whose things. [clause as subject]" in output


def test_few_matches_pass(tmp_path: Path) -> None:
    write(tmp_path, "docs/a.md", "Whose things.\n\n" + "Plain words here.\n\n" * 60)

    assert run(tmp_path)[0] == 0


def test_an_allowed_sentence_does_not_count(tmp_path: Path) -> None:
    write(tmp_path, "docs/a.md", "Whose things.\n")
    write(tmp_path, "scripts/prose_allowed.txt", "# true uses\ndocs/*.md Whose things\n")

    assert run(tmp_path, "--strict")[0] == 0


def test_an_allowance_without_a_match_fails_the_strict_check(tmp_path: Path) -> None:
    write(tmp_path, "scripts/prose_allowed.txt", "docs/*.md Whose things\n")

    code, output = run(tmp_path, "--strict")

    assert code == 1 and "Unused line" in output


def test_only_the_given_paths_are_checked(tmp_path: Path) -> None:
    write(tmp_path, "docs/a.md", "Whose things.\n")
    write(tmp_path, "docs/b.md", "Plain words.\n")

    assert run(tmp_path, str(tmp_path / "docs" / "b.md"))[0] == 0


def test_a_long_markdown_line_fails_the_strict_check_alone(tmp_path: Path) -> None:
    long = "word " * 30
    exempt = f"\n| {long} |\n\n```\n{long}\n```\n\n{long} https://example.org\n"
    write(tmp_path, "docs/a.md", exempt)
    assert run(tmp_path, "--strict")[0] == 0

    write(tmp_path, "docs/a.md", long + exempt)
    assert run(tmp_path)[0] == 0
    assert run(tmp_path, "--strict")[0] == 1


def test_names_that_are_not_nouns_are_listed(tmp_path: Path) -> None:
    for path in (
        "src/a/pricing.py",
        "src/a/saved_views.py",
        "src/a/asking.py",
        "bench/asking.py",
        "tests/packaging/erasure_scene.py",
        "src/words/b.py",
        "tests/test_killed_in_between.py",
        "ui/src/ShownOnce.tsx",
        "ui/src/RunsPage.tsx",
    ):
        write(tmp_path, path, "")

    code, output = run(tmp_path, "--names")

    assert code == 1
    assert output.splitlines() == [
        "src/a/asking.py: asking",
        "src/words: words",
        "ui/src/ShownOnce.tsx: shown",
        "tests/test_killed_in_between.py: killed",
    ]


def test_the_check_of_ci_includes_the_strict_mode() -> None:
    check = PROSE.with_name("check").read_text()

    assert '\nbeside "$bin/python" scripts/prose --strict\n' in check
