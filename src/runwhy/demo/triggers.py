"""The triggers behind made-up runs. They ask the model `echo`, so that firing one costs nothing."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from runwhy.core.ids import make_id
from runwhy.core.runs.tags import Tags
from runwhy.core.triggers.rules import checked
from runwhy.core.triggers.trigger import Trigger, TriggerKind
from runwhy.demo.story import DEMO_TAGS

NIGHTLY_CUSTOMERS = ("acme", "globex", "initech")
INBOX, REVIEW = "inbox-check", "code-review"


def nightly(customer: str) -> str:
    """The name of the trigger that reports about a customer."""
    return f"nightly-{customer}"


def trigger_id(name: str, since: datetime) -> str:
    """The id of a trigger by its name: another one each time that data is made up."""
    return make_id("trg", ms=round(since.timestamp() * 1000), random=zlib.crc32(name.encode()))


def made_up_triggers(workspace: int, *, since: datetime, now: datetime) -> Sequence[Trigger]:
    """Reports by night, a check by the hour that somebody paused, and a webhook."""

    def make(name: str, prompt: str, tags: Tags, schedule: str) -> Trigger:
        return Trigger(
            id=trigger_id(name, since),
            workspace=workspace,
            kind=TriggerKind.CRON,
            name=name,
            prompt=prompt,
            spec={"modelId": "echo"},
            tags={**tags, **DEMO_TAGS},
            config={"schedule": schedule, "timezone": "UTC"},
            created_by="mara",
            created_at=since,
            updated_at=since,
        )

    reports = [
        make(
            nightly(customer),
            f"Write the report of yesterday for {customer}.",
            {"team": "data", "feature": "reports", "customer": customer},
            "0 2 * * *",
        )
        for customer in NIGHTLY_CUSTOMERS
    ]
    prompt = "Look whether anything in the shared inbox is urgent."
    inbox = make(INBOX, prompt, {"team": "support", "feature": "inbox"}, "0 * * * *")
    review = make(REVIEW, "", {"team": "platform"}, "")
    found = [*reports, _paused(inbox), _as_webhook(review)]
    return [checked(trigger, now=now) for trigger in found]


def _paused(trigger: Trigger) -> Trigger:
    note = "the inbox moves to another provider this week"
    return replace(trigger, enabled=False, note=note)


def _as_webhook(trigger: Trigger) -> Trigger:
    config = {
        "verify": "github",
        "secretEnv": "DEMO_GITHUB_SECRET",  # which nobody has set: strangers are refused
        "tagsFrom": {"repo": "repository.name", "branch": "ref"},
        "promptTemplate": "Review the last commits on {{ref}} of {{repository.name}}.",
    }
    return replace(trigger, kind=TriggerKind.WEBHOOK, config=config)
