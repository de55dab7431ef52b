"""Frameworks are imported only on demand, and a missing one is named."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = """
import sys
for name in ("langchain", "langchain_core", "langgraph", "agents"):
    sys.modules[name] = None
import runwhy.integrations
"""


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


@pytest.mark.parametrize(
    ("module", "extra"), [("langgraph", "langgraph"), ("openai_agents", "openai-agents")]
)
def test_a_missing_extra_is_named(module: str, extra: str) -> None:
    done = python(f"{WITHOUT}import runwhy.integrations.{module}")

    assert done.returncode == 1
    assert f"pip install '.[{extra}]'" in done.stderr


def test_no_framework_is_imported_with_runwhy_or_its_server() -> None:
    code = """
import sys, runwhy.integrations, runwhy.wiring
print(sorted({"langchain", "langchain_core", "langgraph", "agents"} & set(sys.modules)))
"""
    assert python(code).stdout.strip() == "[]"
