"""The dashboard's files, with and without a build."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from runwhy.server.dashboard_files import Dashboard

PAGE = {"Accept": "text/html,application/xhtml+xml"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Runwhy</title>")
    (tmp_path / "assets" / "main-1a2b.js").write_text("console.log(1)")
    (tmp_path / "assets" / "main-1a2b.js.gz").write_bytes(gzip.compress(b"console.log(1)"))
    return tmp_path


def client_of(folder: Path) -> TestClient:
    return TestClient(Starlette(routes=[Dashboard(folder)]))


@pytest.mark.parametrize("path", ["/", "/w/default/runs", "/w/default/runs/run_1?tab=request"])
def test_every_page_of_the_dashboard_is_the_index(folder: Path, path: str) -> None:
    said = client_of(folder).get(path, headers=PAGE)

    assert "<title>Runwhy</title>" in said.text
    assert said.headers["cache-control"] == "no-cache"


def test_hashed_assets_are_cached_forever(folder: Path) -> None:
    said = client_of(folder).get("/assets/main-1a2b.js", headers={"Accept-Encoding": "identity"})

    assert said.text == "console.log(1)"
    assert said.headers["content-type"].startswith("text/javascript")
    assert "immutable" in said.headers["cache-control"]


def test_assets_are_compressed_for_clients_that_accept_gzip(folder: Path) -> None:
    said = client_of(folder).get("/assets/main-1a2b.js", headers={"Accept-Encoding": "gzip"})

    assert said.headers["content-encoding"] == "gzip"
    assert said.headers["vary"] == "Accept-Encoding"
    assert said.text == "console.log(1)"


def test_the_headers_forbid_inline_scripts_frames_and_type_sniffing(folder: Path) -> None:
    said = client_of(folder).get("/", headers=PAGE)

    policy = said.headers["content-security-policy"]
    script = next(rule for rule in policy.split("; ") if rule.startswith("script-src"))
    assert script == "script-src 'self'"
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert said.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/assets/gone-9z.js", "/hooks/trg_1"])
def test_paths_outside_the_dashboard_are_not_found(folder: Path, path: str) -> None:
    assert client_of(folder).get(path, headers=PAGE).status_code == 404


def test_programs_get_a_json_404_for_unknown_paths(folder: Path) -> None:
    assert client_of(folder).get("/nothing").status_code == 404
    assert client_of(folder).post("/", headers=PAGE).status_code == 404


def test_without_a_build_the_page_has_build_instructions(tmp_path: Path) -> None:
    said = client_of(tmp_path / "nowhere").get("/w/default/runs", headers=PAGE)

    assert said.status_code == 200
    assert "npm run build" in said.text


def test_a_new_build_is_served_without_a_restart(tmp_path: Path) -> None:
    client = client_of(tmp_path)
    assert "npm run build" in client.get("/").text

    (tmp_path / "index.html").write_text("built")

    assert client.get("/").text == "built"


def test_files_outside_the_folder_are_not_served(folder: Path) -> None:
    (folder.parent / "secret.txt").write_text("secret")

    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt"):
        assert "secret" not in client_of(folder).get(path, headers=PAGE).text
