"""`scripts/audit` fails on known vulnerabilities, and names sources that it cannot query."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.http_server import HttpRequest, HttpResponse, http_server

AUDIT = Path(__file__).parents[2] / "scripts" / "audit"
BAD = {"id": "PYSEC-1", "aliases": ["CVE-1"], "summary": "It leaks.", "fixed_in": ["2.0"]}
WITHDRAWN = {**BAD, "id": "PYSEC-2", "withdrawn": "2026-01-01T00:00:00Z"}
KNOWN = {"/pypi/good/1.0/json": [], "/pypi/bad/1.0/json": [BAD, WITHDRAWN]}


@pytest.fixture
def index() -> Iterator[str]:
    """A package index with two packages."""

    def answer(request: HttpRequest) -> HttpResponse:
        known = KNOWN.get(request.path)
        body = json.dumps({"info": {}, "vulnerabilities": known}).encode()
        return HttpResponse(status=404 if known is None else 200, body=body)

    with http_server(answer) as url:
        yield f"{url}/simple"


def audit(tmp_path: Path, index: str, *packages: str, strict: bool = False) -> tuple[int, str]:
    source = f'source = {{ registry = "{index}" }}'
    lock = [f'[[package]]\nname = "{name}"\nversion = "1.0"\n{source}\n' for name in packages]
    lock.append('[[package]]\nname = "ours"\nversion = "1.0"\nsource = { editable = "." }\n')
    (tmp_path / "uv.lock").write_text("\n".join(lock))
    command = [sys.executable, AUDIT, "--lock", tmp_path / "uv.lock", "--dashboard", tmp_path]
    done = subprocess.run(
        [*command, *(["--strict"] if strict else [])],
        capture_output=True,
        text=True,
        timeout=60,
        env={"PATH": ""},  # no npm
    )
    return done.returncode, done.stdout + done.stderr


def test_a_vulnerable_release_fails_the_audit_and_is_named(tmp_path: Path, index: str) -> None:
    code, output = audit(tmp_path, index, "good", "bad")

    assert code == 1
    assert "VULNERABLE, bad 1.0: PYSEC-1 It leaks. (fixed in 2.0)" in output
    assert "PYSEC-2" not in output


def test_safe_packages_pass_and_skipped_sources_are_named(tmp_path: Path, index: str) -> None:
    code, output = audit(tmp_path, index, "good")

    assert code == 0 and "1 packages checked" in output
    assert "NOT AUDITED, dashboard: npm is not installed" in output
    assert audit(tmp_path, index, "good", strict=True)[0] == 1


def test_an_index_without_vulnerability_data_is_not_a_success(tmp_path: Path, index: str) -> None:
    code, output = audit(tmp_path, index, "unknown")

    assert code == 0 and "NOT AUDITED, Python" in output and "nothing was audited" in output
    assert audit(tmp_path, index, "unknown", strict=True)[0] == 1
