"""The law of turns in memory: a run sees what it would see if its store knew nothing before."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.contracts.conftest import emptied, opened, postgres_store, sqlite_store
from tests.support.builders import (
    WORKSPACE,
    a_call,
    a_context,
    a_part,
    a_reply,
    a_result,
    a_synthetic_prompt,
    an_envelope,
)
from tests.support.contracts.scene import DONE, Scene, in_session

from runwhy.core.context.seal import seal_parts
from runwhy.core.erasure import EraseMode, Erasure, Phase
from runwhy.core.model_requests import SentRequest, digest_of
from runwhy.core.requests.plan import Multitask
from runwhy.core.runs.log import Part, PartKind, Turn
from runwhy.core.runs.origin import Actor
from runwhy.core.runs.provenance import Provenance
from runwhy.core.runs.run import Failure, Outcome, Run, Status
from runwhy.core.sessions.session import Session
from runwhy.core.views import model_view
from runwhy.ports import Claim, Progress
from runwhy.stores.sessions.turns import list_earlier_turns
from runwhy.stores.sql.dialect import Tx
from runwhy.stores.store import SqlStore

SEAL = "abcdefghjkmnpqrstvwx"
ENDS = ("reply", "tools", "open call", "synthetic", "context", "seal", "summary", "failure")
STEPS = (*ENDS, "cancel", "cancel queued", "roll back", "crash", "erase", "erase content")
steps = st.lists(
    st.tuples(st.sampled_from(STEPS), st.integers(0, 20), st.integers(0, 1)),
    min_size=3,
    max_size=12,
)


@dataclass
class Conversation:
    """A session whose runs are executed by several servers."""

    scenes: Sequence[Scene]
    session: Session
    runs: list[Run] = field(default_factory=list)  # that are not erased
    numbers: dict[str, int] = field(default_factory=dict)  # of runs by id
    erased: list[str] = field(default_factory=list)  # texts
    number: int = 0

    async def take(self, step: str, which: int, server: int) -> None:
        """Erase a run, or execute one: all servers check the law, and then it ends."""
        scene = self.scenes[server % len(self.scenes)]
        if step in ("erase", "erase content"):
            await self._erase(scene, which, whole=step == "erase")
            return
        claim = await self._started(scene)
        await self._check(claim.run)
        if step in ENDS:
            outcome = DONE
            if step == "failure":
                outcome = Outcome(status=Status.FAILED, failure=Failure(message="failed"))
            await scene.finish(claim, outcome, parts=self._parts(step, which, claim.run))
        elif step == "cancel queued":
            await scene.cancel(await scene.start("Never mind", **in_session(self.session)))
            await scene.finish(claim)
        elif step == "crash":
            await self._crash(scene, claim)
        else:
            await self._stop(scene, claim, roll_back=step == "roll back")
        self.runs.append(claim.run)

    async def _started(self, scene: Scene) -> Claim:
        self.number += 1
        text, tags = f"Question {self.number}.", {"n": str(self.number)}
        claim = await scene.started(text, tags=tags, **in_session(self.session))
        self.numbers[claim.run.id] = self.number
        return claim

    async def _crash(self, scene: Scene, claim: Claim) -> None:
        """Let another worker continue a run after a reply."""
        call = _own(claim.run, a_reply("Working.", a_call()))
        await scene.store.record(claim, Progress(parts=call), at=scene.clock())
        await scene.store.release(claim.hold)
        again = await scene.take(claim.run)
        await self._check(again.run)
        await scene.finish(again, parts=_own(claim.run, a_result(), a_reply("Done.")))

    async def _stop(self, scene: Scene, claim: Claim, *, roll_back: bool) -> None:
        """Cancel a run after a summary that it wrote, or replace it by another one."""
        parts = self._parts("summary", self.number, claim.run)
        await scene.store.record(claim, Progress(parts=parts), at=scene.clock())
        if roll_back:
            changes = in_session(self.session, multitask=Multitask.ROLLBACK)
            run = await scene.start("Instead", **changes)
            await scene.store.release(claim.hold)
            other = await scene.take(run)
            await self._check(other.run)
            await scene.finish(other, parts=_own(run, a_reply("Instead.")))
        else:
            await scene.cancel(claim.run)
            await scene.store.release(claim.hold)

    def _parts(self, step: str, which: int, run: Run) -> list[Part]:
        """Return what a run adds to its log."""
        call, open_call = a_call(), a_call("call-2")
        reply = a_reply(f"Answer {self.number}.")
        webhook = a_context(provenance=Provenance.WEBHOOK)
        parts = {
            "tools": [a_reply("Looking.", call), a_result(), reply],
            "open call": [a_reply("Looking.", call, open_call), a_result()],
            "synthetic": [a_synthetic_prompt(), reply],
            "context": [an_envelope(), webhook, reply],
            "seal": [a_reply(f"It is {SEAL}."), a_part(SEAL.upper())],
            "summary": [self._summary(which), reply],
        }
        return _own(run, *parts.get(step, [reply]))

    def _summary(self, which: int) -> Part:
        """Return a summary of the turns up to one of them; of a run's rounds if there is none."""
        through = self.runs[which % len(self.runs)].id if self.runs else ""
        data = {"scope": "history" if through else "rounds", "through": [through, 1]}
        text = f"Summary {self.number}."
        return a_part(text, kind=PartKind.SUMMARY, synthetic=True, data=data)

    async def _erase(self, scene: Scene, which: int, *, whole: bool) -> None:
        if len(self.runs) < 2:  # the session would be erased with its last run
            return
        run = self.runs.pop(which % len(self.runs))
        number = self.numbers[run.id]
        (log,) = [t for t in await scene.store.list_turns(self.session.id) if t.run_id == run.id]
        assert isinstance(scene.store, SqlStore)
        if whole:
            erasure = Erasure(
                id=scene.new_id("era"),
                workspace=WORKSPACE,
                query=f"n:{number}",
                mode=EraseMode.ALL,
                actor=Actor(kind="local"),
                created_at=scene.clock(),
            )
            erasure = await scene.store.add_erasure(erasure)
            while erasure.phase is not Phase.DONE:
                erasure = await scene.store.advance_erasure(erasure, limit=10, at=scene.clock())
        else:
            assert await scene.store.erase_content(run, at=scene.clock())
        self.erased += [p.text for p in log.parts if p.text.endswith(f" {number}.")]
        assert len(scene.store.known_turns) == 0

    async def _check(self, run: Run) -> None:
        """Check the law on all servers."""
        for scene in self.scenes:
            assert isinstance(scene.store, SqlStore)
            for summarized in (True, False):
                known = await scene.store.list_earlier_turns(run, summarized=summarized)
                fresh = await _read_whole(scene.store, run, summarized=summarized)
                assert list(known) == list(fresh)
                assert _sent(known, run) == _sent(fresh, run)
                texts = [part.text for turn in known for part in turn.parts]
                assert set(texts).isdisjoint(self.erased)


async def _read_whole(store: SqlStore, run: Run, *, summarized: bool) -> Sequence[Turn]:
    """Return the turns as a server reads them that has just started."""
    return await store.reading(
        lambda conn: list_earlier_turns(Tx(conn, store.dialect), run, summarized=summarized)
    )


def _sent(earlier: Sequence[Turn], run: Run) -> tuple[str, Sequence[Part]]:
    """Return the request to the model, as a digest and as parts with the seal."""
    view = model_view(earlier, [a_part("Now.", run_id=run.id), an_envelope(run_id=run.id)])
    return digest_of(SentRequest(messages=view)), seal_parts(view, SEAL)


def _own(run: Run, *parts: Part) -> list[Part]:
    return [replace(part, run_id=run.id) for part in parts]


async def hold_the_law(stores: Sequence[SqlStore], steps: Any) -> None:
    first = await Scene(stores[0]).open()
    scenes = [first, *(Scene(store, first) for store in stores[1:])]
    conversation = Conversation(scenes, await first.open_session())
    for step in steps:
        await conversation.take(*step)
    await conversation.take("reply", 0, 0)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps)
def test_the_law_holds_on_sqlite(steps: Any) -> None:
    async def check() -> None:
        with tempfile.TemporaryDirectory() as directory:
            async with opened(sqlite_store(Path(directory) / "runwhy.db")) as store:
                await hold_the_law([store], steps)

    asyncio.run(check())


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps)
def test_the_law_holds_on_two_servers_with_postgresql(postgres_url: str, steps: Any) -> None:
    async def check() -> None:
        async with opened(postgres_store(postgres_url)) as one:
            emptied(postgres_url)
            async with opened(postgres_store(postgres_url)) as two:
                await hold_the_law([one, two], steps)

    asyncio.run(check())
