"""Binders: make a method of the store a method of a service, without stating its signature again.

They call the method of the same name on the service's `store`.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from runwhy.errors import NotFound

P = ParamSpec("P")
T = TypeVar("T")
Method = Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]
ById = Callable[[Any, int, str], Coroutine[Any, Any, T]]  # by workspace and id


class Numbered(Protocol):
    """An item with a sequence number."""

    @property
    def seq(self) -> int: ...


N = TypeVar("N", bound=Numbered)


def passes_on(method: Method[P, T]) -> Method[P, T]:
    """Bind a method that needs no decision."""

    @wraps(method)
    async def operation(service: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
        result: T = await getattr(service.store, method.__name__)(*args, **kwargs)
        return result

    return operation


def finds(method: ById[T | None], kind: str) -> ById[T]:
    """Bind a read of one item by its id. Raises: NotFound."""

    @wraps(method)
    async def operation(service: Any, workspace: int, id: str) -> T:
        item: T | None = await getattr(service.store, method.__name__)(workspace, id)
        return must_find(item, f"{kind} {id}")

    return operation


def removes(method: ById[bool], kind: str) -> ById[None]:
    """Bind a deletion by id. Raises: NotFound."""

    @wraps(method)
    async def operation(service: Any, workspace: int, id: str) -> None:
        removed: bool = await getattr(service.store, method.__name__)(workspace, id)
        must_find(removed or None, f"{kind} {id}")

    return operation


def pages(method: Method[P, Sequence[N]]) -> Method[P, tuple[Sequence[N], int | None]]:
    """Bind a list with a `limit`; return the page, and the cursor of the next one, if any."""

    @wraps(method)
    async def operation(
        service: Any, /, *args: P.args, **kwargs: P.kwargs
    ) -> tuple[Sequence[N], int | None]:
        limit: Any = kwargs["limit"]
        more: dict[str, Any] = {**kwargs, "limit": limit + 1}
        found: Sequence[N] = await getattr(service.store, method.__name__)(*args, **more)
        page = found[:limit]
        return page, page[-1].seq if len(found) > limit else None

    return operation


def must_find(item: T | None, name: str) -> T:
    """Return the result of the store. Raises: NotFound."""
    if item is None:
        raise NotFound(f"no {name}")
    return item
