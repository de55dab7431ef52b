"""The scenes of the demo: the work of a small company's people, programs and schedules."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import cycle

from runwhy.core.agent_spec import NO_SPEC, AgentSpec, AutonomySettings
from runwhy.core.requests.plan import RunRequest
from runwhy.core.runs.delivery import DeliveryStatus
from runwhy.core.runs.origin import Actor
from runwhy.core.sessions.autonomy import prompt_for
from runwhy.core.sessions.session import SessionPatch
from runwhy.core.triggers.telegram import Incoming
from runwhy.core.triggers.trigger import Trigger
from runwhy.demo import DEMO_TAGS, texts
from runwhy.demo.agents import CHAT_MEMORY, HAIKU, MINI, SHOP_CHAT, SONNET, SUPPORT
from runwhy.demo.company import SECRET, Company
from runwhy.demo.scripted_model import Call, Script, Step
from runwhy.demo.world import World
from runwhy.errors import Unauthorized
from runwhy.services.pending_commands import FinishedCommand

SHOP = Actor(kind="key", id="key_demo_shop", name="shop-backend")
MARA = Actor(kind="local", name="mara")


@dataclass(slots=True, kw_only=True)
class Scenes(Company):
    """Plays scenes in a world. The timeline decides which scene comes next."""

    _messages: int = field(default=0, init=False)
    _customers: Iterator[str] = field(default_factory=lambda: cycle(texts.CUSTOMERS), init=False)
    _chats: Iterator[texts.Chat] = field(default_factory=lambda: cycle(texts.CHATS), init=False)

    async def support(self) -> None:
        """Answer a customer's question for the shop's backend."""
        task, script = self._question()
        if self.rng.random() < (0.15 if self._is_recent else 0.04):
            script = replace(script, failure=self.rng.choice(texts.FAILURES))
        elif self.rng.random() < 0.02:
            script = replace(script, cancelled_because="the customer closed the chat")
        await self._ask(task, script, self._tags("support"))

    async def failed_support(self) -> None:
        """Fail to answer a customer's question."""
        task, script = self._question()
        await self._ask(task, replace(script, failure=texts.FAILURES[1]), self._tags("support"))

    def _order(self) -> str:
        return f"{self.rng.choice('ABCD')}-{self.rng.randint(10_000, 99_999)}"

    def _question(self) -> tuple[str, Script]:
        order = self._order()
        task, tool, result, answer = (
            text.format(order=order) for text in self.rng.choice(texts.QUESTIONS)
        )
        call = Call(name=tool, args={"order": order}, result=result, seconds=self._seconds(0.4))
        first = Step(text="Let me look that up.", calls=[call], seconds=self._seconds(1.2))
        return task, Script(steps=[first, Step(text=answer, seconds=self._seconds(1.6))])

    async def _ask(self, task: str, script: Script, tags: dict[str, str]) -> None:
        model = self.rng.choice((None, None, HAIKU, MINI))  # most use the agent's own
        await self._run("api", SHOP, task, script, AgentSpec(model_id=model), tags, agent=SUPPORT)

    async def invoice(self) -> None:
        """Submit an invoice to the queue."""
        number = f"R{self.rng.randint(100_000, 999_999)}"
        total = self.rng.randint(1200, 980_000) / 100
        task = f"Invoice {number}\nTotal: {total:.2f} EUR, payable within 14 days."
        answer = json.dumps({"number": number, "total": total, "currency": "EUR"})
        script = self._reply(answer, 1.0)
        spec = AgentSpec(name="invoice", system_prompt=texts.INVOICE_PROMPT, model_id=MINI)
        await self._run("daemon", SHOP, task, script, spec, self._tags("invoices"))

    async def cli(self) -> None:
        """Start a run from a terminal."""
        task, answer = self.rng.choice(texts.CLI_TASKS)
        spec = AgentSpec(system_prompt="You are a helpful assistant. Be brief.", model_id=SONNET)
        await self._run("cli", MARA, task, self._reply(answer), spec, {"user": "mara"})

    async def research(self) -> None:
        """Start a run that spawns two child runs."""
        for task, answer in texts.RESEARCH_PARTS:
            self.world.models.expect(task, self._reply(answer, 3.0))
        spec = AgentSpec(
            name="research",
            system_prompt="You research vendors and compare them on price and quality.",
            model_id=SONNET,
            tools=[{"kind": "builtin", "name": "spawn_run"}],
        )
        tags = {"team": "platform", "env": "prod"}
        await self._run("api", SHOP, texts.RESEARCH_TASK, texts.RESEARCH, spec, tags)

    async def _run(
        self,
        trigger: str,
        actor: Actor,
        task: str,
        script: Script,
        spec: AgentSpec = NO_SPEC,
        tags: dict[str, str] | None = None,
        session: str | None = None,
        agent: str | None = None,
    ) -> None:
        """Start a run that follows a script, and wait for its end."""
        self.world.models.expect(task, script, session=session)
        request = self.world.request(trigger, actor, task, spec=spec, tags=tags, session=session)
        name = self._agents[agent].name if agent else None
        await self.world.start(replace(request, agent_id=name))

    async def code(self) -> None:
        """Run a coding agent that changes a file and needs an approval for its tests."""
        await self._code(texts.CODE_TASK, "retry-webhooks")

    async def code_question(self) -> None:
        """Run a coding agent that only reads."""
        await self._code(texts.CODE_QUESTION_TASK, "find-timeouts")

    async def code_failed(self) -> None:
        """Run a coding agent whose model is overloaded."""
        await self._code(texts.CODE_FAILED_TASK, "upgrade-client")

    async def _code(self, task: str, name: str) -> None:
        await self.world.start(coding_request(self.world, task, name))

    async def push(self) -> None:
        """Deliver a push to the webhook, sometimes twice or without a signature."""
        world, rng = self.world, self.rng
        repo, person = rng.choice(texts.REPOSITORIES), rng.choice(texts.PEOPLE)
        ref = f"refs/heads/{person}/{rng.choice(('fix-login', 'new-prices', 'cleanup'))}"
        body = json.dumps(
            {
                "ref": ref,
                "repository": {"name": repo, "default_branch": "main"},
                "pusher": {"name": person},
                "commits": [{"id": f"{rng.getrandbits(160):040x}", "message": "Fix the login"}],
            }
        ).encode()
        task = texts.REVIEW_TEMPLATE.replace("{{ref}}", ref).replace("{{repository.name}}", repo)
        world.models.expect(task, self._reply(rng.choice(texts.REVIEWS), 5.0))
        signed = hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest()
        headers = {
            "user-agent": "GitHub-Hookshot/4f3a2b1",
            "content-type": "application/json",
            "x-github-event": "push",
            "x-github-delivery": f"{rng.getrandbits(128):032x}",
            "x-hub-signature-256": f"sha256={signed}",
        }
        hook = self._triggers["code-review"].id
        await world.webhooks.receive(hook, headers, body)
        await world.settle()
        if rng.random() < 0.3 or self._is_recent:
            await world.webhooks.receive(hook, headers, body)
        if rng.random() < 0.2 or self._is_recent:
            await self._strange_push(hook, body)

    async def _strange_push(self, hook: str, body: bytes) -> None:
        headers = {"user-agent": "curl/8.5.0", "content-type": "application/json"}
        try:
            await self.world.webhooks.receive(hook, headers, body)
        except Unauthorized:
            return
        raise AssertionError("a delivery without a signature was accepted")

    async def chat(self) -> None:
        """Play a chat with the Telegram bot."""
        world, bot = self.world, self._triggers["shop-bot"]
        for text, answer in texts.CHAT:
            self._messages += 2
            world.models.expect(text, self._reply(answer, 1.2))
            incoming = Incoming(
                update_id=self._messages,
                chat_id=71_002_341,
                message_id=self._messages,
                text=text,
                user_id=71_002_341,
                user_name="Sam",
            )
            run = await world.channels.take(bot, incoming)
            assert run is not None, "each message is new"
            await world.settle()
            await self._deliver(bot, self._messages + 1)
            await self._label_chat(bot, run.id)
            world.clock.wait(self._seconds(40))

    async def _deliver(self, bot: Trigger, message_id: int) -> None:
        """Record that the bot has sent its replies."""
        for reply in await self.world.channels.due(bot):
            sent = replace(reply, delivery=replace(reply.delivery, message_id=message_id))
            await self.world.channels.settle(sent, DeliveryStatus.DELIVERED)

    async def _label_chat(self, bot: Trigger, run_id: str) -> None:
        """Tag the session of a chat, because a bot creates its sessions without tags."""
        run = await self.world.runs.get(bot.workspace, run_id)
        assert run.session_id is not None, "a chat is a session"
        patch = SessionPatch(tags={**DEMO_TAGS, "channel": "telegram"})
        await self.world.sessions.patch(bot.workspace, run.session_id, patch)
        await self.world.sessions.read(bot.workspace, run.session_id, None)

    async def conversation(self) -> None:
        """Play a customer's chat in which the agent follows up after an hour."""
        world, chat, customer = self.world, next(self._chats), next(self._customers)
        order = self._order()
        memory = {**CHAT_MEMORY, "user": customer}
        spec = AgentSpec(agent_id=self._agents[SHOP_CHAT].name, memory=memory)
        tags = {**self._tags("chat", customer), **DEMO_TAGS}
        autonomy = AutonomySettings(enabled=True, max_consecutive=3)
        session = await world.sessions.create(world.workspace, spec, tags, autonomy=autonomy)
        kind = "task_incomplete"
        args = {"type": kind, "delaySeconds": 3600, "reason": chat.reason}
        calls = [Call(name="schedule_follow_up", args=args)]
        if chat.remembered:
            calls.append(Call(name="remember", args={"text": chat.remembered}))
        first = Step(text="I will come back to this.", calls=calls)
        script = Script(steps=[first, Step(text=chat.answer)])
        world.models.expect(prompt_for(kind), self._reply(chat.found), session=session.id)
        task = chat.task.format(order=order)
        await self._run("api", SHOP, task, script, session=session.id)
        await world.advance(world.clock() + timedelta(minutes=75))
        script = self._reply(texts.THANKS_ANSWER)
        await self._run("api", SHOP, texts.THANKS_TASK, script, session=session.id)
        if not self._is_recent:
            await world.sessions.read(world.workspace, session.id, None)

    async def terminal(self) -> None:
        """Play a session with the engineer's shell commands as context."""
        world = self.world
        spec = AgentSpec(name="rollout", system_prompt=texts.SHELL_PROMPT, model_id=SONNET)
        tags = {"user": "mara", "team": "platform", **DEMO_TAGS}
        session = await world.sessions.create(world.workspace, spec, tags)
        for cmd, code, output in texts.SHELL_COMMANDS:
            world.clock.wait(8)
            done = FinishedCommand(
                cmd=cmd, cwd="/home/mara/checkout", exit_code=code, output=output
            )
            await world.pending.add(world.workspace, session.id, done)
        script = self._reply(texts.SHELL_ANSWER, 3.0)
        await self._run("cli", MARA, texts.SHELL_TASK, script, session=session.id)
        await world.sessions.read(world.workspace, session.id, None)


def coding_request(world: World, task: str, name: str) -> RunRequest:
    """Return the request for a run of a coding agent."""
    repository = world.folder / "payments-api"
    repository.mkdir(parents=True, exist_ok=True)
    spec = AgentSpec(
        name=name,
        executor="claude",
        system_prompt="Keep changes small and run the tests.",
        executor_options={"cwd": str(repository)},
    )
    tags = {"user": "mara", "repo": "payments-api"}
    return world.request("cli", MARA, task, spec=spec, tags=tags)
