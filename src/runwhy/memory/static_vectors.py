"""Local vectors: the mean of a static table's rows for a text's tokens; no network, no model.

The table and its tokenizer come in the wheel of `wordllama` (the extra `embeddings`). That package
is not imported, and nothing is downloaded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from runwhy.errors import Unavailable
from runwhy.memory.vectors import nearness, packed

if TYPE_CHECKING:
    from runwhy.memory.vectors import Rows

NAME = "local:l2_supercat_256"
WEIGHTS = "weights/l2_supercat_256.safetensors"
TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"
MISSING = "local embeddings need an extra: run pip install '.[embeddings]' in a clone of Runwhy"


class StaticVectors:
    """Vectors from a table that is loaded on first use (about 100 ms, 32 MB)."""

    name = NAME

    def __init__(self) -> None:
        self._loading = Lock()
        self._loaded: tuple[Any, Rows] | None = None

    async def embed(self, texts: Sequence[str]) -> Sequence[bytes]:
        """Return one vector per text. Raises: Unavailable if the extra is not installed."""
        return await asyncio.to_thread(self._embed, texts)

    def nearness(self, query: bytes, others: Sequence[bytes]) -> Sequence[float]:
        return nearness(query, others)

    async def close(self) -> None:
        self._loaded = None

    def _embed(self, texts: Sequence[str]) -> list[bytes]:
        import numpy as np

        with self._loading:
            self._loaded = self._loaded or _load()
            tokenizer, table = self._loaded
            encodings = tokenizer.encode_batch(list(texts), add_special_tokens=False)
        zeros = np.zeros(table.shape[1], dtype=np.float32)
        means = [table[one.ids].mean(axis=0) if one.ids else zeros for one in encodings]
        return packed(np.stack(means))


def check_installed() -> None:
    """Check that the extra is installed. Raises: Unavailable."""
    if find_spec("wordllama") is None:
        raise Unavailable(MISSING)


def _load() -> tuple[Any, Rows]:
    import numpy as np
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    package = find_spec("wordllama")
    if package is None or not package.submodule_search_locations:
        raise Unavailable(MISSING)
    folder = Path(package.submodule_search_locations[0])
    tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    (table,) = load_file(folder / WEIGHTS).values()
    return tokenizer, table.astype(np.float32)
