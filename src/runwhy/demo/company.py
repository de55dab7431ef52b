"""The company of the demo: its schedules, its webhook, its bot and its subscriptions."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from random import Random

from runwhy.core.accounts.workspaces import Agent
from runwhy.core.agent_spec import NO_SPEC
from runwhy.core.triggers.subscriptions import Outgoing, Subscriber
from runwhy.core.triggers.trigger import Trigger, TriggerConfig, TriggerKind
from runwhy.demo import DEMO_TAGS, texts
from runwhy.demo.agents import AUTHOR, BACK_OFFICE, REVIEWER, SHOP_CHAT, SUPPORT
from runwhy.demo.scripted_model import Script, Step
from runwhy.demo.world import World
from runwhy.services.deliveries import make_secret

SECRET_NAME, SECRET = "RUNWHY_WEBHOOK_SECRET_DEMO", "known-to-the-demo-alone"
TOKEN_NAME = "RUNWHY_TELEGRAM_DEMO_TOKEN"  # noqa: S105 (a name)
BUSY = timedelta(hours=24)  # before the end: failures of the last day


@dataclass(slots=True, kw_only=True)
class Company:
    """The company's triggers and subscriptions, and its typical tags and times."""

    world: World
    rng: Random
    end: datetime
    taken: Collection[str] = ()
    taken_agents: Collection[str] = ()
    _agents: dict[str, Agent] = field(default_factory=dict, init=False)
    _triggers: dict[str, Trigger] = field(default_factory=dict, init=False)

    @property
    def _is_recent(self) -> bool:
        return self.world.clock() > self.end - BUSY

    def _tags(self, feature: str, customer: str | None = None) -> dict[str, str]:
        """Return tags, most often those of the first customers."""
        names = texts.CUSTOMERS
        weights = [1 / (n + 1) for n in range(len(names))]
        customer = customer or self.rng.choices(names, weights)[0]
        env = self.rng.choices(("prod", "staging"), (9, 1))[0]
        plan = texts.PLANS[names.index(customer)]
        return {"customer": customer, "plan": plan, "env": env, "feature": feature}

    def _seconds(self, typical: float) -> float:
        return typical * self.rng.lognormvariate(0, 0.5)

    def _reply(self, text: str, seconds: float = 2.0) -> Script:
        return Script(steps=[Step(text=text, seconds=self._seconds(seconds))])

    async def set_up(self) -> None:
        """Create agents, schedules, a webhook, a bot and subscriptions."""
        world, models = self.world, self.world.models
        self._agents = await world.agents.create(world.workspace, taken=self.taken_agents)
        for customer in ("acme", "globex"):
            prompt = texts.NIGHTLY_PROMPT.format(customer=customer)
            models.expect(prompt, partial(self._report, customer))
            tags = {"team": "support", "customer": customer, "env": "prod"}
            await self._schedule(f"nightly-{customer}", "0 2 * * *", prompt, tags)
        models.expect(texts.INBOX_PROMPT, lambda: self._reply(self.rng.choice(texts.INBOX_ANSWERS)))
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
        triggers = self.world.triggers
        for trigger in self._triggers.values():
            await triggers.change(
                trigger.workspace,
                trigger.id,
                lambda now: replace(now, spec=replace(now.spec, model_id="echo")),
            )
        bot = self._triggers["shop-bot"]
        note = f"set {TOKEN_NAME} to the token of a bot, then resume"
        await triggers.pause(bot.workspace, bot.id, note)

    async def revise_agent(self) -> None:
        """Improve the instructions of the agent for support."""
        await self.world.agents.revise(self._agents[SUPPORT])

    def _report(self, customer: str) -> Script:
        draw = self.rng.randint
        facts = {"cases": draw(18, 60), "open": draw(0, 5), "seconds": draw(20, 90)}
        return self._reply(texts.NIGHTLY_REPORT.format(customer=customer.title(), **facts), 4.0)

    def _stock(self) -> Script:
        """Fail on the last day, until the trigger is paused."""
        script = self._reply(texts.STOCK_ANSWER, 3.0)
        return replace(script, failure=texts.EXPIRED_KEY) if self._is_recent else script

    async def _schedule(self, name: str, schedule: str, prompt: str, tags: dict[str, str]) -> None:
        config = TriggerConfig(schedule=schedule, timezone="UTC", pause_after_failures=3)
        await self._add(name, TriggerKind.CRON, config, BACK_OFFICE, tags, prompt)

    async def _set_up_webhook(self) -> None:
        config = TriggerConfig(
            verify="github",
            secret_env=SECRET_NAME,  # not set on the server, which therefore refuses all
            tags_from={"repo": "repository.name"},
            prompt_template=texts.REVIEW_TEMPLATE,
        )
        await self._add("code-review", TriggerKind.WEBHOOK, config, REVIEWER, {"team": "platform"})

    async def _set_up_bot(self) -> None:
        config = TriggerConfig(token_env=TOKEN_NAME, allowed_chat_ids=[71_002_341])
        tags = {"team": "support", "channel": "telegram", "env": "prod"}
        await self._add("shop-bot", TriggerKind.TELEGRAM, config, SHOP_CHAT, tags)

    async def _add(
        self,
        name: str,
        kind: TriggerKind,
        config: TriggerConfig,
        agent: str,
        tags: dict[str, str],
        prompt: str = "",
    ) -> None:
        world, now = self.world, self.world.clock()
        draft = Trigger(
            id="",
            workspace=world.workspace,
            kind=kind,
            name=f"{name}-demo" if name in self.taken else name,
            prompt=prompt,
            agent_id=self._agents[agent].name,
            spec=NO_SPEC,
            tags={**tags, **DEMO_TAGS},
            config=config,
            created_by="mara",
            created_at=now,
            updated_at=now,
        )
        self._triggers[name] = await world.triggers.add(draft)

    async def _subscribe(self, name: str, url: str, query: str) -> None:
        now = self.world.clock()
        draft = Subscriber(
            id="",
            workspace=self.world.workspace,
            name=name,
            url=url,
            query=query,
            secret=make_secret(),
            created_by=AUTHOR,
            created_at=now,
            updated_at=now,
        )
        await self.world.deliveries.add(draft)


async def post(
    subscription: Subscriber, outgoing: Outgoing, *, now: datetime
) -> tuple[int | None, str | None]:
    """Answer as the receivers do: the ledger is 410 Gone, the other one fails sometimes."""
    if subscription.name == "ledger":
        return 410, "returned HTTP 410"
    if outgoing.attempts == 0 and outgoing.id[-1] in "0369":
        return 503, "returned HTTP 503"
    return 200, None
