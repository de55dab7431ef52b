"""Vectors as they are kept: 32-bit numbers of length one, so that a product is a cosine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows = NDArray[np.float32]


def packed(rows: Rows) -> list[bytes]:
    """Each row as it is kept. One of zeros stays so, and is near nothing."""
    import numpy as np

    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    return [row.astype("<f4").tobytes() for row in unit]


def nearness(query: bytes, others: Sequence[bytes]) -> list[float]:
    """The cosine with each of the others; one of another length is near nothing."""
    import numpy as np

    whole = [other if len(other) == len(query) else bytes(len(query)) for other in others]
    if not whole:
        return []
    table = np.frombuffer(b"".join(whole), dtype="<f4").reshape(len(whole), -1)
    found: list[float] = (table @ np.frombuffer(query, dtype="<f4")).tolist()
    return found
