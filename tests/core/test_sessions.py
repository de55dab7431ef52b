"""Sessions: the effects of a patch."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.support.builders import a_session

from runwhy.core.agent_spec import AutonomySettings
from runwhy.core.sessions.session import SessionPatch, apply_patch
from runwhy.errors import Conflict, InvalidInput


def test_a_patch_merges_tags_and_null_removes_one() -> None:
    session = a_session(tags={"env": "prod", "team": "x"})

    patched = apply_patch(session, SessionPatch(tags={"env": "dev", "team": None, "new": ""}))

    assert patched.tags == {"env": "dev", "new": ""}
    assert session.tags == {"env": "prod", "team": "x"}


def test_a_patch_changes_only_what_it_names() -> None:
    session = a_session(name="Old", tags={"env": "prod"}, autonomy=AutonomySettings(enabled=True))

    patched = apply_patch(session, SessionPatch())

    assert (patched.name, patched.tags, patched.autonomy) == (
        "Old",
        {"env": "prod"},
        AutonomySettings(enabled=True),
    )


def test_a_name_can_be_changed_and_emptied() -> None:
    assert apply_patch(a_session(name="Old"), SessionPatch(name="New")).name == "New"
    assert apply_patch(a_session(name="Old"), SessionPatch(name="")).name == ""


def test_autonomy_is_merged_and_null_removes_a_setting() -> None:
    session = a_session(autonomy=AutonomySettings(enabled=True, max_consecutive=3))
    unknown = AutonomySettings(other={"x": 1})
    changes = replace(unknown, order=("max_consecutive", "x"))  # sent as null

    patched = apply_patch(session, SessionPatch(autonomy=changes))

    assert patched.autonomy == AutonomySettings(enabled=True, other={"x": 1})
    assert apply_patch(a_session(), SessionPatch(autonomy=unknown)).autonomy == unknown


def test_every_patch_increments_the_version() -> None:
    assert apply_patch(a_session(version=7), SessionPatch(name="New", if_version=7)).version == 8


@pytest.mark.parametrize("stale", [6, 8])
def test_a_patch_for_another_version_is_a_conflict_that_names_both(stale: int) -> None:
    with pytest.raises(Conflict, match=f"has version 7; the request expects {stale}"):
        apply_patch(a_session(version=7), SessionPatch(if_version=stale))


def test_a_patch_with_invalid_merged_tags_is_rejected() -> None:
    session = a_session(tags={f"k{n}": "v" for n in range(16)})

    with pytest.raises(InvalidInput, match="has 17 entries; the limit is 16"):
        apply_patch(session, SessionPatch(tags={"one-more": "v"}))
    assert apply_patch(session, SessionPatch(tags={"one-more": "v", "k0": None}))
