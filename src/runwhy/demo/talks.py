"""Sessions: chats with customers, some of which the agent takes up again by itself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

from runwhy.core.runs.origin import Actor
from runwhy.demo import wording
from runwhy.demo.stories import PRODUCT, SYSTEM, Teller
from runwhy.demo.story import Step, Story, Talk, later, origin

SPEC = {
    "name": "support-chat",
    "systemPrompt": "You are the support chat of a web shop. Be kind and brief.",
    "modelId": "anthropic:claude-sonnet-4-5",
}


def tell_talk(
    teller: Teller, at: datetime, until: datetime, new_id: Callable[[datetime], str]
) -> Talk:
    """A chat of a few turns, over Telegram or in the product."""
    rng = teller.rng
    id = new_id(at)
    chat = rng.randint(10_000_000, 99_999_999) if rng.random() < 0.4 else None
    tags = teller.labels(feature="chat", channel="telegram" if chat else "widget")
    stories: list[Story] = []
    moment = later(at, 1)
    for number in range(rng.randint(1, 6)):
        if moment >= until:
            break
        stories.append(_asked(teller, moment, id, chat, number))
        moment += timedelta(seconds=rng.lognormvariate(4.5, 1))
        if rng.random() < 0.3 and moment + timedelta(hours=1) < until:
            moment += timedelta(minutes=rng.randint(10, 50))
            stories.append(_follow_up(teller, moment, id))
            moment += timedelta(minutes=rng.randint(1, 240))
    autonomy = {"enabled": True, "maxConsecutive": 3, "cooldownSeconds": 15}
    return Talk(id=id, at=at, name="", spec=SPEC, tags=tags, autonomy=autonomy, stories=stories)


def _asked(teller: Teller, at: datetime, session: str, chat: int | None, number: int) -> Story:
    prompt, steps = teller.answer(at)
    who = Actor(kind="channel", name="telegram") if chat else PRODUCT
    facts: dict[str, str | int | bool | None] = {}
    if chat:
        facts = {
            "telegram_chat_id": chat,
            "telegram_message_id": 500 + number * 2,
            "telegram_chat_type": "private",
        }
    return Story(
        at=at,
        origin=origin("telegram" if chat else "api", at, who, facts=facts),
        prompt=prompt,
        spec={},
        steps=steps,
        ending=teller.trouble(at, 0.015) or teller.spent(2 + number),
        session=session,
    )


def _follow_up(teller: Teller, at: datetime, session: str) -> Story:
    kind, reason, said = teller.rng.choice(wording.FOLLOW_UPS)
    return Story(
        at=at,
        origin=origin("timer", at, SYSTEM, facts={"trigger_type": kind, "trigger_reason": reason}),
        prompt="Take the conversation up again if there is something to say.",
        spec={},
        steps=[Step(text=said, seconds=teller.seconds(2))],
        ending=teller.trouble(at, 0.01) or teller.spent(2),
        session=session,
        synthetic=True,
        trigger_type=kind,
        trigger_reason=reason,
    )


def rng_of(seed: int) -> Random:
    """Chance that is the same each time."""
    return Random(seed)  # noqa: S311 (nothing secret is made of it)
