"""The scenes of the demo: the work of a small company's people, programs and schedules."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import cycle
from random import Random

from runwhy.core.json import JsonObject
from runwhy.core.requests.plan import RunRequest
from runwhy.core.runs.delivery import DeliveryStatus
from runwhy.core.runs.origin import Actor
from runwhy.core.sessions.autonomy import prompt_for
from runwhy.core.sessions.session import SessionPatch
from runwhy.core.triggers.subscriptions import Outgoing, Subscriber
from runwhy.core.triggers.telegram import Incoming
from runwhy.core.triggers.trigger import Trigger, TriggerKind
from runwhy.demo import DEMO_TAGS, texts
from runwhy.demo.scripted_model import MODELS, Call, Script, Step
from runwhy.demo.world import World
from runwhy.errors import Unauthorized
from runwhy.services.deliveries import make_secret
from runwhy.services.pending_commands import FinishedCommand

AUTHOR = "runwhy demo"  # marks the subscriptions of the demo, which have no tags
SECRET_NAME, SECRET = "RUNWHY_WEBHOOK_SECRET_DEMO", "known-to-the-demo-alone"
TOKEN_NAME = "RUNWHY_TELEGRAM_DEMO_TOKEN"  # noqa: S105 (a name)
SHOP = Actor(kind="key", id="key_demo_shop", name="shop-backend")
MARA = Actor(kind="local", name="mara")
SONNET, HAIKU, MINI = MODELS
BUSY = timedelta(hours=24)  # before the end: failures of the last day


class Company:
    """Plays scenes in a world. The timeline decides which scene comes next."""

    def __init__(
        self, world: World, rng: Random, *, end: datetime, taken: Collection[str] = ()
    ) -> None:
        self._world = world
        self._rng = rng
        self._end = end
        self._taken = taken
        self._triggers: dict[str, Trigger] = {}
        self._messages = 0
        self._customers = cycle(texts.CUSTOMERS)

    @property
    def _is_recent(self) -> bool:
        return self._world.clock() > self._end - BUSY

    def _tags(self, feature: str, customer: str | None = None) -> dict[str, str]:
        """Return tags, most often those of the first customers."""
        names = texts.CUSTOMERS
        weights = [1 / (n + 1) for n in range(len(names))]
        customer = customer or self._rng.choices(names, weights)[0]
        env = self._rng.choices(("prod", "staging"), (9, 1))[0]
        plan = texts.PLANS[names.index(customer)]
        return {"customer": customer, "plan": plan, "env": env, "feature": feature}

    def _seconds(self, typical: float) -> float:
        return typical * self._rng.lognormvariate(0, 0.5)

    def _reply(self, text: str, seconds: float = 2.0) -> Script:
        return Script(steps=[Step(text=text, seconds=self._seconds(seconds))])

    # Setup and teardown

    async def set_up(self) -> None:
        """Create schedules, a webhook, a bot and subscriptions."""
        models = self._world.models
        for customer in ("acme", "globex"):
            prompt = texts.NIGHTLY_PROMPT.format(customer=customer)
            models.expect(prompt, self._report(customer))
            tags = {"team": "support", "customer": customer, "env": "prod"}
            await self._schedule(f"nightly-{customer}", "0 2 * * *", prompt, tags)
        models.expect(
            texts.INBOX_PROMPT, lambda: self._reply(self._rng.choice(texts.INBOX_ANSWERS))
        )
        tags = {"team": "support", "env": "prod"}
        await self._schedule("inbox-check", "0 7-19/4 * * *", texts.INBOX_PROMPT, tags)
        models.expect(texts.STOCK_PROMPT, self._stock)
        tags = {"team": "warehouse", "env": "prod"}
        await self._schedule("stock-check", "30 */5 * * *", texts.STOCK_PROMPT, tags)
        await self._set_up_webhook()
        await self._set_up_bot()
        query = "demo:true status:failed env:prod"
        await self._subscribe("on-call", "https://alerts.example/runs", query)
        query = "demo:true feature:invoices"
        await self._subscribe("ledger", "https://ledger.example/runs", query)

    async def take_down(self) -> None:
        """Switch all triggers to the model echo, so that firing them costs nothing."""
        triggers = self._world.triggers
        for trigger in self._triggers.values():
            await triggers.change(
                trigger.workspace,
                trigger.id,
                lambda now: replace(now, spec={**now.spec, "modelId": "echo"}),
            )
        bot = self._triggers["shop-bot"]
        note = f"set {TOKEN_NAME} to the token of a bot, then resume"
        await triggers.pause(bot.workspace, bot.id, note)

    def _report(self, customer: str) -> Callable[[], Script]:
        def report() -> Script:
            draw = self._rng.randint
            facts = {"cases": draw(18, 60), "open": draw(0, 5), "seconds": draw(20, 90)}
            text = texts.NIGHTLY_REPORT.format(customer=customer.title(), **facts)
            return self._reply(text, 4.0)

        return report

    def _stock(self) -> Script:
        """Fail on the last day, until the trigger is paused."""
        script = self._reply(texts.STOCK_ANSWER, 3.0)
        return replace(script, failure=texts.EXPIRED_KEY) if self._is_recent else script

    async def _schedule(self, name: str, schedule: str, prompt: str, tags: dict[str, str]) -> None:
        config = {"schedule": schedule, "timezone": "UTC", "pauseAfterFailures": 3}
        system = "You work for the back office. Decide without asking back."
        spec = {"name": name, "systemPrompt": system, "modelId": HAIKU}
        await self._add(name, TriggerKind.CRON, config, spec, tags, prompt)

    async def _set_up_webhook(self) -> None:
        config = {
            "verify": "github",
            "secretEnv": SECRET_NAME,  # not set on the server, which therefore refuses all
            "tagsFrom": {"repo": "repository.name"},
            "promptTemplate": texts.REVIEW_TEMPLATE,
        }
        system = "You review pushes. Name problems only, with file and line where you can."
        spec = {"name": "code-review", "systemPrompt": system, "modelId": SONNET}
        await self._add("code-review", TriggerKind.WEBHOOK, config, spec, {"team": "platform"})

    async def _set_up_bot(self) -> None:
        config = {"tokenEnv": TOKEN_NAME, "allowedChatIds": [71_002_341]}
        spec = {"systemPrompt": texts.CHAT_PROMPT, "modelId": HAIKU}
        tags = {"team": "support", "channel": "telegram", "env": "prod"}
        await self._add("shop-bot", TriggerKind.TELEGRAM, config, spec, tags)

    async def _add(
        self,
        name: str,
        kind: TriggerKind,
        config: JsonObject,
        spec: JsonObject,
        tags: dict[str, str],
        prompt: str = "",
    ) -> None:
        world, now = self._world, self._world.clock()
        draft = Trigger(
            id="",
            workspace=world.workspace,
            kind=kind,
            name=f"{name}-demo" if name in self._taken else name,
            prompt=prompt,
            spec=spec,
            tags={**tags, **DEMO_TAGS},
            config=config,
            created_by="mara",
            created_at=now,
            updated_at=now,
        )
        self._triggers[name] = await world.triggers.add(draft)

    async def _subscribe(self, name: str, url: str, query: str) -> None:
        now = self._world.clock()
        draft = Subscriber(
            id="",
            workspace=self._world.workspace,
            name=name,
            url=url,
            query=query,
            secret=make_secret(),
            created_by=AUTHOR,
            created_at=now,
            updated_at=now,
        )
        await self._world.deliveries.add(draft)

    # Scenes

    async def support(self) -> None:
        """Answer a customer's question for the shop's backend."""
        task, script = self._question()
        if self._rng.random() < (0.15 if self._is_recent else 0.04):
            script = replace(script, failure=self._rng.choice(texts.FAILURES))
        elif self._rng.random() < 0.02:
            script = replace(script, cancelled_because="the customer closed the chat")
        await self._ask(task, script, self._tags("support"))

    async def failed_support(self) -> None:
        """Fail to answer a customer's question."""
        task, script = self._question()
        await self._ask(task, replace(script, failure=texts.FAILURES[1]), self._tags("support"))

    def _question(self) -> tuple[str, Script]:
        order = f"{self._rng.choice('ABCD')}-{self._rng.randint(10_000, 99_999)}"
        task, tool, result, answer = (
            text.format(order=order) for text in self._rng.choice(texts.QUESTIONS)
        )
        call = Call(name=tool, args={"order": order}, result=result, seconds=self._seconds(0.4))
        first = Step(text="Let me look that up.", calls=[call], seconds=self._seconds(1.2))
        return task, Script(steps=[first, Step(text=answer, seconds=self._seconds(1.6))])

    async def _ask(self, task: str, script: Script, tags: dict[str, str]) -> None:
        calls = [call for step in script.steps for call in step.calls]
        spec = {
            "name": "support",
            "systemPrompt": texts.SUPPORT_PROMPT,
            "modelId": self._rng.choice((SONNET, SONNET, HAIKU, MINI)),
            "tools": [_local_tool(call.name) for call in calls],
            "modelVisibleMetadata": ["customer", "plan"],
        }
        self._world.models.expect(task, script)
        await self._world.start(self._world.request("api", SHOP, task, spec=spec, tags=tags))

    async def invoice(self) -> None:
        """Submit an invoice to the queue."""
        number = f"R{self._rng.randint(100_000, 999_999)}"
        total = self._rng.randint(1200, 980_000) / 100
        task = f"Invoice {number}\nTotal: {total:.2f} EUR, payable within 14 days."
        answer = json.dumps({"number": number, "total": total, "currency": "EUR"})
        self._world.models.expect(task, self._reply(answer, 1.0))
        spec = {"name": "invoice", "systemPrompt": texts.INVOICE_PROMPT, "modelId": MINI}
        request = self._world.request("daemon", SHOP, task, spec=spec, tags=self._tags("invoices"))
        await self._world.start(request)

    async def cli(self) -> None:
        """Start a run from a terminal."""
        task, answer = self._rng.choice(texts.CLI_TASKS)
        self._world.models.expect(task, self._reply(answer))
        spec = {"systemPrompt": "You are a helpful assistant. Be brief.", "modelId": SONNET}
        request = self._world.request("cli", MARA, task, spec=spec, tags={"user": "mara"})
        await self._world.start(request)

    async def research(self) -> None:
        """Start a run that spawns two child runs."""
        models = self._world.models
        models.expect(texts.RESEARCH_TASK, texts.RESEARCH)
        for task, answer in texts.RESEARCH_PARTS:
            models.expect(task, self._reply(answer, 3.0))
        spec = {
            "name": "research",
            "systemPrompt": "You research vendors and compare them on price and quality.",
            "modelId": SONNET,
            "tools": [{"kind": "builtin", "name": "spawn_run"}],
        }
        tags = {"team": "platform", "env": "prod"}
        request = self._world.request("api", SHOP, texts.RESEARCH_TASK, spec=spec, tags=tags)
        await self._world.start(request)

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
        await self._world.start(coding_request(self._world, task, name))

    async def push(self) -> None:
        """Deliver a push to the webhook, sometimes twice or without a signature."""
        world, rng = self._world, self._rng
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
            await self._world.webhooks.receive(hook, headers, body)
        except Unauthorized:
            return
        raise AssertionError("a delivery without a signature was accepted")

    async def chat(self) -> None:
        """Play a chat with the Telegram bot."""
        world, bot = self._world, self._triggers["shop-bot"]
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
        for reply in await self._world.channels.due(bot):
            sent = replace(reply, delivery=replace(reply.delivery, message_id=message_id))
            await self._world.channels.settle(sent, DeliveryStatus.DELIVERED)

    async def _label_chat(self, bot: Trigger, run_id: str) -> None:
        """Tag the session of a chat, because a bot creates its sessions without tags."""
        run = await self._world.runs.get(bot.workspace, run_id)
        assert run.session_id is not None, "a chat is a session"
        patch = SessionPatch(tags={**DEMO_TAGS, "channel": "telegram"})
        await self._world.sessions.patch(bot.workspace, run.session_id, patch)
        await self._world.sessions.read(bot.workspace, run.session_id, None)

    async def conversation(self) -> None:
        """Play a customer's chat in which the agent follows up after an hour."""
        world = self._world
        spec = {
            "name": "support-chat",
            "systemPrompt": texts.CHAT_PROMPT,
            "modelId": SONNET,
            "tools": [{"kind": "builtin", "name": "schedule_follow_up"}],
        }
        tags = {**self._tags("chat", next(self._customers)), **DEMO_TAGS}
        autonomy = {"enabled": True, "maxConsecutive": 3}
        session = await world.sessions.create(world.workspace, spec, tags, autonomy=autonomy)
        kind, reason = "task_incomplete", texts.FOLLOW_UP_REASON
        args = {"type": kind, "delaySeconds": 3600, "reason": reason}
        first = Step(
            text="I will come back to this.",
            calls=[Call(name="schedule_follow_up", args=args)],
        )
        script = Script(steps=[first, Step(text=texts.FOLLOW_UP_ANSWER)])
        world.models.expect(prompt_for(kind), self._reply(texts.FOLLOWED_UP), session=session.id)
        await self._say(session.id, SHOP, "api", texts.FOLLOW_UP_TASK, script)
        await world.advance(world.clock() + timedelta(minutes=75))
        script = self._reply(texts.THANKS_ANSWER)
        await self._say(session.id, SHOP, "api", texts.THANKS_TASK, script)
        if not self._is_recent:
            await world.sessions.read(world.workspace, session.id, None)

    async def terminal(self) -> None:
        """Play a session with the engineer's shell commands as context."""
        world = self._world
        spec = {"name": "rollout", "systemPrompt": texts.SHELL_PROMPT, "modelId": SONNET}
        tags = {"user": "mara", "team": "platform", **DEMO_TAGS}
        session = await world.sessions.create(world.workspace, spec, tags)
        for cmd, code, output in texts.SHELL_COMMANDS:
            world.clock.wait(8)
            done = FinishedCommand(
                cmd=cmd, cwd="/home/mara/checkout", exit_code=code, output=output
            )
            await world.pending.add(world.workspace, session.id, done)
        script = self._reply(texts.SHELL_ANSWER, 3.0)
        await self._say(session.id, MARA, "cli", texts.SHELL_TASK, script)
        await world.sessions.read(world.workspace, session.id, None)

    async def _say(
        self, session: str, actor: Actor, trigger: str, task: str, script: Script
    ) -> None:
        self._world.models.expect(task, script, session=session)
        await self._world.start(self._world.request(trigger, actor, task, session=session))


def coding_request(world: World, task: str, name: str) -> RunRequest:
    """Return the request for a run of a coding agent."""
    repository = world.folder / "payments-api"
    repository.mkdir(parents=True, exist_ok=True)
    spec = {
        "name": name,
        "executor": "claude",
        "systemPrompt": "Keep changes small and run the tests.",
        "executorOptions": {"cwd": str(repository)},
    }
    tags = {"user": "mara", "repo": "payments-api"}
    return world.request("cli", MARA, task, spec=spec, tags=tags)


async def post(
    subscription: Subscriber, outgoing: Outgoing, *, now: datetime
) -> tuple[int | None, str | None]:
    """Answer as the receivers do: the ledger is 410 Gone, the other one fails sometimes."""
    if subscription.name == "ledger":
        return 410, "returned HTTP 410"
    if outgoing.attempts == 0 and outgoing.id[-1] in "0369":
        return 503, "returned HTTP 503"
    return 200, None


def _local_tool(name: str) -> dict[str, object]:
    parameters = {"type": "object", "properties": {"order": {"type": "string"}}}
    about = name.replace("_", " ").capitalize() + " in the shop."
    return {"kind": "local", "name": name, "description": about, "parameters": parameters}
