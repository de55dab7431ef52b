"""Sources of the values in an envelope."""

from __future__ import annotations

from tests.support.builders import a_run

from runwhy.core.context.envelope_sources import sources_of
from runwhy.core.runs.tags import Tagging, TagSource


def test_each_field_each_tag_and_each_fact_has_its_source() -> None:
    tagging = Tagging(tags={"a": "1"}, sources={"a": TagSource.PARENT})
    text = '{"m":{"seal":"x","cron_job_id":"trg_1","tags":{"a":"1"},"context":{"trigger":"me"}}}'

    assert sources_of(text, a_run(tagging=tagging)) == {
        "seal": "server",
        "cron_job_id": "trigger",
        "tags.a": "parent",
        "context.trigger": "caller",
    }
