"""Batches of independent work."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any


async def complete_all(work: Iterable[Coroutine[Any, Any, object]]) -> None:
    """Run everything to its end, then raise the first error: one failure must not stop the rest."""
    results = await asyncio.gather(*work, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
