"""Examples on the reference page of entries run and print what the page shows."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from tests.normalizers.recordings import HERE

PAGE = (HERE.parents[1] / "docs" / "reference" / "entries.md").read_text()
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_on_the_page_run(
    example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(HERE / "streams" / "claude" / "bash.jsonl", tmp_path / "stream.jsonl")
    monkeypatch.chdir(tmp_path)

    exec(example, {})
