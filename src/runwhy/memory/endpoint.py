"""Vectors from an OpenAI-compatible endpoint."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import httpx2

from runwhy.errors import Unavailable
from runwhy.memory.vectors import nearness, packed

DEFAULT_URL = "https://api.openai.com/v1"


def _open(timeout: float) -> httpx2.AsyncClient:
    """Return a client; runs in a thread, because loading certificates and numpy is slow."""
    import numpy  # noqa: F401

    return httpx2.AsyncClient(timeout=timeout)


class EndpointVectors:
    """Calls `POST {base_url}/embeddings`; connects on first use."""

    def __init__(
        self, model: str, *, provider: str, base_url: str | None, key: str | None, timeout: float
    ) -> None:
        self.name = f"{provider}:{model}"
        self._model = model
        self._url = f"{(base_url or DEFAULT_URL).rstrip('/')}/embeddings"
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._timeout = timeout
        self._client: httpx2.AsyncClient | None = None

    async def embed(self, texts: Sequence[str]) -> Sequence[bytes]:
        """Return one vector per text.

        Raises: Unavailable if the endpoint fails or returns something else.
        """
        if self._client is None:
            self._client = await asyncio.to_thread(_open, self._timeout)
        import numpy as np

        body = {"model": self._model, "input": list(texts), "encoding_format": "float"}
        try:
            answer = await self._client.post(self._url, json=body, headers=self._headers)
            answer.raise_for_status()
            data = sorted(answer.json()["data"], key=lambda item: item["index"])
            rows = np.asarray([item["embedding"] for item in data], dtype=np.float32)
        except (httpx2.HTTPError, KeyError, TypeError, ValueError) as error:
            raise Unavailable(
                f"embedding with {self.name} failed: {type(error).__name__}"
            ) from error
        if rows.ndim != 2 or len(rows) != len(texts) or not np.isfinite(rows).all():
            raise Unavailable(f"{self.name} did not return one valid vector per text")
        return packed(rows)

    def nearness(self, query: bytes, others: Sequence[bytes]) -> Sequence[float]:
        return nearness(query, others)

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()
