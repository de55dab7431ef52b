"""Request bodies: values of a wrong type are problems of the caller."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from runwhy.wire.run_bodies import RunBody


@pytest.mark.parametrize("name", [{}, [], None, 1, "nothing"])
def test_a_builtin_tool_with_an_invalid_name_is_rejected(name: object) -> None:
    with pytest.raises(ValidationError, match="is not a builtin tool"):
        RunBody.read({"prompt": "Hi", "tools": [{"kind": "builtin", "name": name}]})
