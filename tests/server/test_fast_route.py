"""Fast routes give the same answers as FastAPI's."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import httpx2
import pytest
from fastapi import Depends, FastAPI, Query, Request, Response
from fastapi.routing import iter_route_contexts
from tests.support.servers import RunningServer

from runwhy.server.fast_route import FastRoute, _dependencies, fast_router


async def shout(request: Request) -> str:
    return request.headers.get("x-word", "").upper()


Shouted = Annotated[str, Depends(shout)]
router = fast_router()


@router.get("/quick/{name}")
async def quick(name: str, word: Shouted, request: Request) -> Response:
    return Response(f"{request.method} {name} {word}")


@router.get("/plain/{name}")
async def plain(name: str, word: Shouted, times: Annotated[int, Query(ge=1)] = 1) -> Response:
    return Response(f"{name} {word * times}")


@router.get("/number/{number}")
async def number(number: int) -> Response:
    return Response(str(number + 1))


async def ask(path: str) -> httpx2.Response:
    app = FastAPI()
    app.include_router(router)
    transport = httpx2.ASGITransport(app=app)
    async with httpx2.AsyncClient(transport=transport, base_url="http://test") as client:
        return await client.get(path, headers={"X-Word": "hey"})


@pytest.fixture
def asked(request: Any) -> httpx2.Response:
    return asyncio.run(ask(request.param))


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("/quick/a%20b", "GET a b HEY"),
        ("/plain/x?times=2", "x HEYHEY"),
        ("/number/41", "42"),
    ],
    indirect=["asked"],
)
def test_fast_and_plain_routes_get_the_same_arguments(asked: httpx2.Response, text: str) -> None:
    assert asked.text == text


@pytest.mark.parametrize(
    ("asked", "status"), [("/plain/x?times=0", 422), ("/number/x", 422)], indirect=["asked"]
)
def test_parameters_that_need_validation_are_validated(asked: httpx2.Response, status: int) -> None:
    assert asked.status_code == status


HOT = {"create_run", "send_message", "submit_task", "get_run", "add_tool_result", "cancel_run"}


def test_the_most_used_routes_are_fast(local: RunningServer) -> None:
    routes = [context.original_route for context in iter_route_contexts(local.runwhy.app.routes)]
    quick = {
        r.name
        for r in routes
        if isinstance(r, FastRoute) and _dependencies(r.dependant) is not None
    }

    assert quick >= HOT
    assert "list_runs" not in quick
