"""Routes: the arguments of their functions, and which of them serves a request."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import httpx2
import pytest
from pydantic import Field
from starlette.applications import Starlette
from starlette.requests import Request

from runwhy.server import error_responses
from runwhy.server.app import ROUTES
from runwhy.server.arguments import Header, Reads
from runwhy.server.query_params import tag_filter
from runwhy.server.routing import Answer, Router, RouteTable, answer
from runwhy.wire.fields import Body

router = Router("/shops", tag=None)


class Order(Body):
    """A body."""

    item_count: int


async def shout(request: Request) -> str:
    return request.headers.get("x-word", "").upper()


def between(least: Annotated[int, Field(ge=1)] = 1, most: int = 9) -> tuple[int, int]:
    return least, most


Shouted = Annotated[str, Reads(shout)]
Between = Annotated[tuple[int, int], Reads(between)]


@router.get("/open", Answer())
async def open_shops(request: Request) -> object:
    return [request.method, "open"]


@router.get("/{name}", Answer())
async def get_shop(
    name: str,
    word: Shouted,
    range: Between,
    page_size: Annotated[int, Field(le=10)] = 5,
    tag: list[str] | None = None,
    if_match: Annotated[str, Header(), Field(max_length=3)] = "",
) -> object:
    return [name, word, range, page_size, tag, if_match]


@router.post("/{name}", Answer(status=201))
async def add_shop(name: str, body: Order, word: Shouted) -> object:
    return [name, body.item_count, word]


@router.delete("/{name}/{item}", Answer())
async def remove_item(item: str, name: str, really: bool) -> object:
    return answer([name, item, really], 202)


def send(method: str, path: str, **options: Any) -> httpx2.Response:
    app = Starlette(routes=[RouteTable(router.routes)], exception_handlers=error_responses.HANDLERS)
    app.router.redirect_slashes = False

    async def ask() -> httpx2.Response:
        transport = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://test") as client:
            return await client.request(method, path, **options)

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("method", "path", "options", "status", "shown"),
    [
        ("GET", "/shops/open", {}, 200, ["GET", "open"]),
        ("GET", "/shops/a%20b", {}, 200, ["a b", "", [1, 9], 5, None, ""]),
        (
            "GET",
            "/shops/x?least=2&pageSize=7&tag=a&tag=b",
            {"headers": {"X-Word": "hey", "If-Match": "12"}},
            200,
            ["x", "HEY", [2, 9], 7, ["a", "b"], "12"],
        ),
        (  # of a parameter given twice, the last value counts
            "GET",
            "/shops/x?pageSize=6&pageSize=7&tag=" + "a" * 2000,
            {},
            200,
            ["x", "", [1, 9], 7, ["a" * 2000], ""],
        ),
        ("POST", "/shops/open", {"json": {"itemCount": 3}}, 201, ["open", 3, ""]),
        ("DELETE", "/shops/x/y?really=yes", {}, 202, ["x", "y", True]),
    ],
)
def test_arguments_are_read_as_they_are_annotated(
    method: str, path: str, options: dict[str, Any], status: int, shown: object
) -> None:
    response = send(method, path, **options)

    assert (response.status_code, response.json()) == (status, shown)


def test_every_invalid_parameter_is_reported_with_its_limit() -> None:
    path = "/shops/x?least=0&pageSize=11"
    response = send("GET", path, headers={"If-Match": "1234"})

    assert response.status_code == 400
    found = {one["field"]: one for one in response.json()["problems"]}
    assert list(found) == ["least", "pageSize", "if-match"]
    assert (found["least"]["limit"], found["least"]["actual"]) == (1, 0)
    assert found["if-match"]["actual"] == 4


def test_the_same_query_is_read_the_same_way_again() -> None:
    for number in range(300):  # more than are kept
        assert send("GET", f"/shops/x?most={number}").json()[2] == [1, number]
    for _ in range(2):
        assert send("GET", "/shops/x?least=0").json()["problems"][0]["field"] == "least"
        for word in ("a", "b"):
            headers = {"X-Word": word}
            shown = send("GET", "/shops/x?least=2", headers=headers).json()
            assert shown == ["x", word.upper(), [2, 9], 5, None, ""]


def test_tags_of_a_query_cannot_be_changed_because_requests_share_them() -> None:
    tags: Any = tag_filter(["customer:acme"])

    with pytest.raises(TypeError):
        tags["customer"] = "globex"


def test_a_required_parameter_is_reported_if_it_is_missing() -> None:
    (problem,) = send("DELETE", "/shops/x/y").json()["problems"]

    assert problem == {"field": "really", "problem": "is required"}


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/shops/x", "GET, POST"),
        ("HEAD", "/shops/open", "GET, POST"),
        ("GET", "/shops/x/y", "DELETE"),
    ],
)
def test_another_method_is_answered_with_the_methods_of_the_path(
    method: str, path: str, allowed: str
) -> None:
    response = send(method, path)

    assert (response.status_code, response.headers["allow"]) == (405, allowed)


@pytest.mark.parametrize("path", ["/", "/shops", "/shops/", "/shops/x/", "/shops/x/y/z"])
def test_another_path_is_not_found(path: str) -> None:
    assert send("GET", path).status_code == 404


def test_no_route_hides_another() -> None:
    """A path with parameters, declared first, would serve requests for a literal path."""
    hidden = [
        (first.path, second.path)
        for number, second in enumerate(ROUTES)
        for first in ROUTES[:number]
        if first.method == second.method and first.pattern.fullmatch(second.path)
    ]

    assert hidden == []
