"""The timeline of the demo: when each scene is played."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from datetime import datetime, timedelta
from random import Random

from runwhy.demo import texts
from runwhy.demo.scenes import Scenes, coding_request
from runwhy.demo.world import World

Progress = Callable[[int, int], None]
Scene = Callable[[], Awaitable[None]]
Moment = tuple[datetime, Scene]

SEED = 6
_BY_HOUR = (1, 0, 0, 0, 0, 1, 3, 8, 14, 18, 19, 17, 15, 17, 19, 18, 15, 11, 8, 6, 5, 4, 3, 2)
LAST_SCENE = timedelta(minutes=10)  # before the end
LAST_DAY = (timedelta(hours=22), timedelta(hours=2))  # the sights, before the end
SCHEDULED = 8  # scheduled runs per day, at least


async def play(
    world: World,
    *,
    runs: int,
    days: int,
    until: datetime,
    taken: Collection[str] = (),
    taken_agents: Collection[str] = (),
    progress: Progress | None = None,
) -> None:
    """Play all scenes, so that they make at least `runs` runs.

    The last run, of a coding agent, stays queued.
    """
    for task, script in texts.CODE.items():
        world.agent.expect(task, script)
    rng = Random(SEED)  # noqa: S311 (nothing secret is made of it)
    company = Scenes(world=world, rng=rng, end=until, taken=taken, taken_agents=taken_agents)
    first = world.clock()
    await company.set_up()
    moments = sorted(_moments(company, rng, runs, days, first, until), key=lambda m: m[0])
    for number, (at, scene) in enumerate(moments, start=1):
        await world.advance(at)
        await scene()
        if progress is not None:
            progress(number, len(moments))
    await world.advance(until)
    await company.take_down()
    await world.jobs.stop(grace=0)
    await world.runs.start(coding_request(world, texts.CODE_TASK, "retry-webhooks"))


def _moments(
    company: Scenes, rng: Random, runs: int, days: int, first: datetime, until: datetime
) -> Iterator[Moment]:
    yield first + (until - first) / 2, company.revise_agent
    early, late = (until - ago for ago in LAST_DAY)
    sights = _sights(company)
    for number, scene in enumerate(sights):
        yield early + (late - early) * number / len(sights), scene
    each_day = _each_day(company)
    made = len(sights) + days * (SCHEDULED + sum(each_day.values()))
    many: Mapping[Scene, int] = {
        **{scene: count * days for scene, count in each_day.items()},
        company.support: max(0, runs - made),
    }
    hours = _hours(first, until - LAST_SCENE)
    weights = [_BY_HOUR[at.hour] + 0.1 for at in hours]
    for scene, count in many.items():
        for at in rng.choices(hours, weights, k=count):
            spread = at + timedelta(seconds=rng.randrange(3600))
            yield min(spread, until - LAST_SCENE), scene


def _sights(company: Scenes) -> list[Scene]:
    """Return the scenes that every demo has on its last day."""
    return [
        *(company.research, company.conversation, company.push, company.code),
        *(company.failed_support, company.chat, company.invoice, company.code_failed),
        *(company.terminal, company.cli, company.support, company.failed_support, company.push),
    ]


def _each_day(company: Scenes) -> Mapping[Scene, int]:
    return {
        company.push: 2,
        company.invoice: 2,
        company.cli: 1,
        company.code_question: 1,
        company.conversation: 1,
    }


def _hours(first: datetime, last: datetime) -> list[datetime]:
    count = max(1, int((last - first) / timedelta(hours=1)))
    return [first + timedelta(hours=number) for number in range(count)]
