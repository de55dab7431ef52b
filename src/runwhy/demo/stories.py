"""The kinds of runs that a small company has: schedules, hooks, chats, people and programs."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from runwhy.core.runs.origin import Actor
from runwhy.core.runs.run import Status
from runwhy.demo import wording
from runwhy.demo.story import Call, Ending, Step, Story, failed, later, origin
from runwhy.demo.triggers import INBOX, REVIEW, nightly, trigger_id

LOCAL = Actor(kind="local", name="this machine")
SYSTEM = Actor(kind="system", name="scheduler")
PRODUCT = Actor(kind="key", id="key_01demo0product0backend000000", name="product-backend")
CI = Actor(kind="key", id="key_01demo0continuous0int0000000", name="ci")


class Teller:
    """Makes up runs since some moment; the same chance gives the same stories."""

    def __init__(self, rng: Random, since: datetime) -> None:
        self.rng = rng
        self.since = since

    def customer(self) -> str:
        """A few customers ask for most: the n-th as often as 1/n."""
        names = wording.CUSTOMERS
        return self.rng.choices(names, [1 / n for n in range(1, len(names) + 1)])[0]

    def labels(self, **more: str) -> dict[str, str]:
        """The tags that this company gives its runs."""
        customer = self.customer()
        place = wording.CUSTOMERS.index(customer)
        return {
            "customer": customer,
            "plan": wording.PLANS[place % len(wording.PLANS)],
            "env": self.rng.choices(("prod", "staging", "dev"), (90, 7, 3))[0],
            "region": wording.REGIONS[place % len(wording.REGIONS)],
            **more,
        }

    def model(self) -> str:
        """The id of a model."""
        return self.rng.choices([m[0] for m in wording.MODELS], (48, 30, 15, 7))[0]

    def trouble(self, at: datetime, rate: float) -> Ending | None:
        """Now and then something fails; on one afternoon it was the provider."""
        if at.day % 9 == 4 and 13 <= at.hour < 16 and self.rng.random() < 0.45:
            return failed(*wording.ERRORS[1], tokens_in=self._asked())
        if self.rng.random() < rate:
            return failed(*self.rng.choice(wording.ERRORS), tokens_in=self._asked())
        if self.rng.random() < 0.006:
            return Ending(status=Status.CANCELLED, reason="cancelled by mara", tokens_out=0)
        return None

    def _asked(self) -> int:
        """How much it had read before it failed."""
        return round(self.rng.lognormvariate(7, 0.5))

    def spent(self, steps: int) -> Ending:
        """What a run that went well used."""
        tokens_in = round(self.rng.lognormvariate(7.6, 0.7)) * steps
        return Ending(
            tokens_in=tokens_in,
            tokens_out=round(self.rng.lognormvariate(5.2, 0.6)) * steps,
            cached=round(tokens_in * self.rng.choice((0, 0, 0.6, 0.8))),
        )

    def seconds(self, typical: float) -> float:
        """How long something took."""
        return round(typical * self.rng.lognormvariate(0, 0.6), 3)

    def answer(self, at: datetime) -> tuple[str, list[Step]]:
        """A customer's question, and what an agent does about it."""
        asked, tool, said = self.rng.choice(wording.QUESTIONS)
        order = f"{self.rng.choice('ABCD')}-{self.rng.randint(10_000, 99_999)}"
        words = {
            "order": order,
            "month": self.rng.choice(wording.MONTHS),
            "day": self.rng.choice(wording.DAYS),
        }
        found = f'{{"id": "{order}", "state": "shipped", "updated": "{at:%Y-%m-%dT%H:%M}Z"}}'
        call = Call(name=tool, args={"query": order}, result=found, seconds=self.seconds(0.35))
        first = Step(text="Let me look that up.", calls=[call], seconds=self.seconds(1.3))
        last = Step(text=said.format(**words), seconds=self.seconds(1.8))
        return asked.format(**words), [first, last]

    def from_the_product(self, at: datetime) -> Story:
        """The company's own backend asks, over the API."""
        prompt, steps = self.answer(at)
        trace = f"{self.rng.getrandbits(64):016x}"
        return Story(
            at=at,
            origin=origin("api", at, PRODUCT),
            prompt=prompt,
            spec={
                "name": "support-triage",
                "systemPrompt": "You answer customers of a web shop. Look things up first.",
                "modelId": self.model(),
            },
            steps=steps,
            ending=self.trouble(at, 0.025) or self.spent(2),
            tags=self.labels(feature="support", trace_id=trace, version=self._version(at)),
            waited=self.seconds(0.02),
        )

    def _version(self, at: datetime) -> str:
        return f"2026.{at.isocalendar().week}.{self.rng.choice((0, 0, 1))}"

    def nightly(self, at: datetime, customer: str) -> Story:
        """A report that runs by itself, and nobody is there to answer."""
        due = at
        name = nightly(customer)
        trigger = trigger_id(name, self.since)
        late = self.rng.choice((0.2, 0.4, 0.4, 0.9, 3.1))
        return Story(
            at=later(due, late),
            origin=origin(
                "cron",
                due,
                SYSTEM,
                trigger_id=trigger,
                due=due,
                facts={
                    "trigger_name": name,
                    "cron_job_id": trigger,
                    "scheduled_for_utc": f"{due:%Y-%m-%dT%H:%M:%SZ}",
                },
            ),
            prompt=f"Write the report of yesterday for {customer}.",
            spec={
                "name": "nightly-report",
                "systemPrompt": "You write short reports from the warehouse's numbers.",
                "modelId": "anthropic:claude-sonnet-4-5",
                "context": {"warehouse": "bigquery", "rows": 452},
            },
            steps=self._report(customer),
            ending=self.trouble(at, 0.05) or self.spent(3),
            trigger_tags={"team": "data", "feature": "reports", "customer": customer},
            tags={"env": "prod"},
        )

    def _report(self, customer: str) -> list[Step]:
        sql = "SELECT status, count(*) FROM orders WHERE day = current_date - 1 GROUP BY 1"
        query = Call(
            name="run_sql",
            args={"sql": sql},
            result="shipped 412\nreturned 9\nopen 31",
            seconds=self.seconds(4),
        )
        shipped, returned = self.rng.randint(300, 700), self.rng.randint(2, 20)
        said = f"Yesterday {shipped} orders of {customer} were shipped, {returned} came back."
        return [
            Step(text="", calls=[query], seconds=self.seconds(3)),
            Step(text=f"{said} Nothing stands out.", seconds=self.seconds(6)),
        ]

    def pushed(self, at: datetime) -> Story:
        """A push to a repository starts a review, by a coding agent."""
        repo = self.rng.choice(wording.REPOS)
        kind = self.rng.choice(("fix", "feat", "chore"))
        branch = f"{self.rng.choice(wording.PEOPLE)}/{kind}-{self.rng.randint(100, 999)}"
        return Story(
            at=at,
            origin=origin(
                "webhook",
                at,
                Actor(kind="system", name="github"),
                trigger_id=trigger_id(REVIEW, self.since),
                facts={
                    "trigger_name": REVIEW,
                    "webhook_event": "push",
                    "webhook_delivery_id": f"{self.rng.getrandbits(32):08x}",
                },
            ),
            prompt=f"Review the last commits on {branch} of {repo}.",
            spec={
                "name": "code-review",
                "executor": self.rng.choice(("claude", "codex")),
                "modelId": "anthropic:claude-sonnet-4-5",
            },
            steps=self._review(),
            ending=self.trouble(at, 0.04) or self.spent(6),
            trigger_tags={"team": "platform", "repo": repo, "branch": branch},
            tags={"env": "dev"},
        )

    def _review(self) -> list[Step]:
        file = self.rng.choice(wording.CODE_FILES)
        read = Call(
            name="Read", args={"file_path": file}, result="def pay(order):\n    …", seconds=0.1
        )
        test = Call(
            name="Bash",
            args={"command": "pytest -q", "description": "Run the tests"},
            result="212 passed in 14.20s",
            seconds=self.seconds(15),
        )
        found = self.rng.choice(wording.REVIEWS)
        return [
            Step(text="I read the change first.", calls=[read], seconds=self.seconds(3)),
            Step(text="", calls=[test], seconds=self.seconds(4), thinking="The tests tell most."),
            Step(text=found, seconds=self.seconds(7)),
        ]

    def by_hand(self, at: datetime) -> Story:
        """Somebody at a terminal wants something done."""
        task = self.rng.choice(wording.CODE_TASKS)
        file = self.rng.choice(wording.CODE_FILES)
        repo = self.rng.choice(wording.REPOS)
        return Story(
            at=at,
            origin=origin("cli", at, LOCAL),
            prompt=task + ".",
            spec={
                "name": repo,
                "executor": self.rng.choice(("claude", "claude", "codex")),
                "modelId": "anthropic:claude-sonnet-4-5",
            },
            steps=[
                *coding_steps(self, file),
                Step(text=f"Done: {task.lower()}. {file} is changed.", seconds=self.seconds(4)),
            ],
            ending=self.trouble(at, 0.03) or self.spent(5),
            tags={"team": "platform", "repo": repo, "env": "dev"},
        )

    def queued(self, at: datetime) -> Story:
        """A task of the durable queue: read an invoice, while nobody waits."""
        number = f"INV-{self.rng.randint(1000, 9999)}"
        total = self.rng.randint(4000, 99_000) / 100
        return Story(
            at=at,
            origin=origin("daemon", at, CI),
            prompt=f"Read the invoice {number} and enter it.",
            spec={
                "name": "invoice-reader",
                "systemPrompt": "You read invoices. Answer with JSON.",
                "modelId": "openai:gpt-5-mini",
            },
            steps=[
                Step(
                    text=f'{{"number": "{number}", "total": {total:.2f}, "currency": "EUR"}}',
                    seconds=self.seconds(2.5),
                )
            ],
            ending=self.trouble(at, 0.02) or self.spent(1),
            tags=self.labels(feature="invoices", team="finance"),
            waited=self.seconds(6),
        )

    def ticked(self, at: datetime) -> Story:
        """A check every hour."""
        return Story(
            at=later(at, self.rng.choice((0.1, 0.2, 0.2, 0.3, 0.4, 0.8))),
            origin=origin(
                "cron",
                at,
                SYSTEM,
                trigger_id=trigger_id(INBOX, self.since),
                due=at,
                facts={
                    "trigger_name": INBOX,
                    "scheduled_for_utc": f"{at:%Y-%m-%dT%H:%M:%SZ}",
                },
            ),
            prompt="Look whether anything in the shared inbox is urgent.",
            spec={
                "name": "inbox-check",
                "systemPrompt": "You sort the shared inbox.",
                "modelId": "anthropic:claude-haiku-4-5",
            },
            steps=[Step(text="Nothing urgent.", seconds=self.seconds(1.5))],
            ending=self.trouble(at, 0.01) or self.spent(1),
            trigger_tags={"team": "support", "feature": "inbox"},
            tags={"env": "prod"},
        )


def coding_steps(teller: Teller, file: str) -> list[Step]:
    """What a coding agent does at a terminal: look, read, change, try."""
    find = Call(
        name="Grep",
        args={"pattern": "retries=", "path": "src"},
        result=f"{file}:41:    retries=3,",
        seconds=teller.seconds(0.2),
    )
    read = Call(
        name="Read",
        args={"file_path": file},
        result="def send(order):\n    return post(order, retries=3)",
        seconds=0.1,
    )
    edit = Call(
        name="Edit",
        args={"file_path": file, "old_string": "retries=3", "new_string": "retries=5"},
        result=f"{file} was changed",
        seconds=0.2,
    )
    test = Call(
        name="Bash",
        args={"command": "pytest -q", "description": "Run the tests"},
        result=f"{teller.rng.randint(80, 300)} passed in {teller.rng.randint(4, 30)}.20s",
        seconds=teller.seconds(12),
    )
    return [
        Step(text="I look for the place first.", calls=[find, read], seconds=teller.seconds(4)),
        Step(
            text="",
            calls=[edit],
            seconds=teller.seconds(5),
            thinking="One number, but the tests may count the calls.",
        ),
        Step(text="Now the tests.", calls=[test], seconds=teller.seconds(2)),
    ]


def hours(first: datetime, last: datetime) -> list[datetime]:
    """Every full hour between two moments."""
    at = first.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    found = []
    while at < last:
        found.append(at)
        at += timedelta(hours=1)
    return found
