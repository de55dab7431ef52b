"""The table of clients in the reference is the result of the tests."""

from __future__ import annotations

import importlib
from pathlib import Path

from tests.e2e.clients import features

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "openai.md"
BEGIN, END = "<!-- clients: begin -->\n", "<!-- clients: end -->\n"


def test_the_table_of_clients_is_what_the_tests_prove() -> None:
    for path in Path(__file__).parent.glob("test_*.py"):
        importlib.import_module(f"tests.e2e.clients.{path.stem}")
    text = PAGE.read_text()
    shown = text[text.index(BEGIN) + len(BEGIN) : text.index(END)]

    assert shown == features.table() + "\n"
    assert "not tested" not in shown
