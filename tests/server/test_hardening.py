"""Oversized bodies, cross-site requests and path traversal are rejected."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from tests.server.api_client import Api, ok, refused

Connect = Callable[..., Api]

TOO_MUCH = 1024 * 1024 + 1


def test_every_route_with_a_body_rejects_one_over_the_limit(api: Api) -> None:
    document = ok(api.http.get(f"{api.url}/openapi.json"))
    slug = api.base.rsplit("/", 1)[1]
    tried = 0
    for path, methods in document["paths"].items():
        if path.startswith("/v1/"):  # other limits and errors, which tests of those routes check
            continue
        for method in methods.keys() & {"post", "put", "patch"}:
            address = api.url + re.sub(r"\{\w+\}", "x", path.replace("{slug}", slug))
            said = api.http.request(method, address, content=b" " * TOO_MUCH)
            assert said.status_code == 413, (method, path, said.text)
            tried += 1
    assert tried > 20


def test_a_chunked_body_over_the_limit_is_rejected(api: Api) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(20):
            yield b" " * 65_536

    refused(api.http.post("/agent-runs", content=pieces()), 413, "payload_too_large")


@pytest.mark.parametrize(
    "path",
    [
        *("/../pyproject.toml", "/..%2f..%2fsettings.py", "/assets/../../app.py"),
        *("/%2e%2e/%2e%2e/app.py", "/assets/..%5c..%5capp.py", "//etc/passwd", "/etc/passwd"),
    ],
)
def test_path_traversal_out_of_the_dashboards_folder_fails(api: Api, path: str) -> None:
    said = api.http.get(api.url + path, headers={"accept": "text/html"})
    text = said.text
    assert "root:" not in text and "from __future__" not in text and "[project]" not in text


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_site_cannot_use_the_cookie(api: Api, connect: Connect, site: str) -> None:
    made = ok(api.post("/keys", {"name": "k", "scopes": ["admin"]}), 201)
    slug = api.base.rsplit("/", 1)[1]
    browser = connect(api.url, slug)
    ours = {"X-Runwhy-Dashboard": "1", "Sec-Fetch-Site": "same-origin"}
    url = f"{api.url}/api/v1/session"
    ok(browser.http.post(url, json={"key": made["secret"]}, headers=ours))

    body = {"name": "v", "params": ""}
    theirs = {**ours, "Sec-Fetch-Site": site}
    refused(browser.http.post("/views", json=body, headers=theirs), 403, "forbidden")
    ok(browser.http.post("/views", json=body, headers=ours), 201)
