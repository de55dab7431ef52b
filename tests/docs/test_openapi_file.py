"""`ui/openapi.json`, from which the dashboard's types are generated."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_committed_document_is_that_of_the_app() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "openapi"), "--check"]

    done = subprocess.run(command, capture_output=True, text=True, timeout=120)

    assert done.returncode == 0, done.stdout + done.stderr
