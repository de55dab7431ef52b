"""Vectors as stored: float32 of unit length, so that a dot product is a cosine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows = NDArray[np.float32]


def packed(rows: Rows) -> list[bytes]:
    """Return each row as stored. A zero row stays zero and is similar to nothing."""
    import numpy as np

    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    unit = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    return [row.astype("<f4").tobytes() for row in unit]


def nearness(query: bytes, others: Sequence[bytes]) -> list[float]:
    """Return the cosine with each other vector; vectors of another length get 0."""
    import numpy as np

    vectors = [other if len(other) == len(query) else bytes(len(query)) for other in others]
    if not vectors:
        return []
    table = np.frombuffer(b"".join(vectors), dtype="<f4").reshape(len(vectors), -1)
    cosines: list[float] = (table @ np.frombuffer(query, dtype="<f4")).tolist()
    return cosines
