"""The guide for new fields names the files where its example is stated."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (\w+) \| `([\w./-]+)` \|", re.MULTILINE)


def test_the_example_field_is_in_the_five_named_files() -> None:
    guide = (ROOT / "docs" / "howto" / "contribute-a-field.md").read_text()
    places = dict(ROW.findall(guide))

    assert list(places) == ["type", "value", "documentation", "test", "screen"]
    for file in places.values():
        assert re.search(r"\bdelivery\b", (ROOT / file).read_text()), file


def test_the_parts_of_a_module_in_the_guide_are_current() -> None:
    guide = (ROOT / "docs" / "howto" / "contribute-a-field.md").read_text()
    (part,) = re.findall(r"a part of wire/runs.py -->\n```python\n(.*?)```", guide, re.DOTALL)

    assert part in (ROOT / "src" / "runwhy" / "wire" / "runs.py").read_text()
