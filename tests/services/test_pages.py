"""How many items fit on a page."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from runwhy.services.entries import count_fitting


@pytest.mark.parametrize(
    ("sizes", "limit", "fitting"),
    [
        ([], 3, 0),
        ([1, 1], 3, 2),
        ([1, 1, 1, 1], 3, 3),
        ([4, 6], 3, 2),
        ([4, 7], 3, 1),
        ([11, 1], 3, 1),  # too large, but the only one
        ([1, 11, 1], 3, 1),
    ],
)
def test_a_page_is_limited_in_items_and_bytes(
    sizes: Sequence[int], limit: int, fitting: int
) -> None:
    assert count_fitting(sizes, limit, max_bytes=10) == fitting
