"""The texts of the demo: customers, questions, answers, code changes and errors."""

from __future__ import annotations

from dataclasses import dataclass

from runwhy.core.runs.run import ErrorClass, Failure
from runwhy.demo.scripted_agent import AgentScript, AgentStep
from runwhy.demo.scripted_model import Call, Script, Step

CUSTOMERS = ("acme", "globex", "initech", "umbrella", "hooli", "wonka")
PLANS = ("enterprise", "team", "team", "free", "free", "team")

SUPPORT_PROMPT = (
    "You answer customers of an online shop. Look up the facts with the tools, never guess, and "
    "reply in at most three sentences."
)
SUPPORT_ADDITION = "Always name the day on which a parcel or a refund arrives."
BACK_OFFICE_PROMPT = "You work for the back office. Decide without asking back."
REVIEW_PROMPT = "You review pushes. Name problems only, with file and line where you can."
MEMORIES = (
    ("acme", "Parcels for Acme go to the loading dock, not to reception."),
    ("acme", "Acme closes at 16:00 on Fridays, so no parcel arrives later."),
    ("globex", "Globex signs contracts with two people; allow a day for it."),
    ("initech", "Parcel deliveries to Initech need the name of a person."),
)
QUESTIONS = (
    (
        "Where is my order {order}?",
        "lookup_order",
        '{{"id": "{order}", "state": "shipped", "carrier": "DHL", "eta": "tomorrow"}}',
        "Your order {order} left our warehouse yesterday and should arrive tomorrow.",
    ),
    (
        "Please refund order {order}. It arrived broken.",
        "refund_order",
        '{{"id": "{order}", "refund": "booked", "days": 5}}',
        "I have booked the refund for {order}. It reaches your account within five working days.",
    ),
    (
        "Can I still change the delivery address of order {order}?",
        "lookup_order",
        '{{"id": "{order}", "state": "packed"}}',
        "Yes, order {order} has not left the warehouse. Please send me the new address.",
    ),
    (
        "Why was I charged twice for order {order}?",
        "list_payments",
        '[{{"amount": 49.0, "state": "captured"}}, {{"amount": 49.0, "state": "voided"}}]',
        "Only one payment for {order} was captured. The second one was voided and will disappear.",
    ),
    (
        "The invoice for order {order} shows the wrong company name.",
        "lookup_order",
        '{{"id": "{order}", "invoice": "sent"}}',
        "I can send a corrected invoice for {order}. Which company name should it show?",
    ),
)


def _failure(error_class: ErrorClass, status: int, text: str) -> Failure:
    return Failure(message=f"{status} {text}", error_class=error_class, api_status=status)


_RATE_LIMIT = "Too Many Requests: rate limit of 50,000 input tokens per minute exceeded"
_OVERLOADED = "Overloaded: the model is overloaded, please try again later"
FAILURES = (
    _failure(ErrorClass.RATE_LIMIT, 429, _RATE_LIMIT),
    _failure(ErrorClass.OVERLOADED, 529, _OVERLOADED),
    _failure(ErrorClass.SERVER, 500, "Internal Server Error from the model provider"),
)
EXPIRED_KEY = _failure(ErrorClass.AUTH, 401, "Unauthorized: the API key has expired")

INVOICE_PROMPT = "Extract the invoice number, the total and the currency. Answer with JSON only."
NIGHTLY_PROMPT = "Write yesterday's support report for {customer}: volume, top topics, open cases."
NIGHTLY_REPORT = (
    "**{customer}, yesterday**\n\n- {cases} conversations, {open} still open\n"
    "- Top topics: delivery dates, refunds, invoices\n- Median first answer: {seconds} seconds"
)
INBOX_PROMPT = "Check the shared inbox and name every message that cannot wait until tomorrow."
INBOX_ANSWERS = (
    "Nothing urgent: 14 newsletters, 3 questions that the support queue already has.",
    "One urgent message: Globex needs the signed contract before noon.",
    "Nothing urgent. Two invoices were forwarded to finance.",
)
STOCK_PROMPT = "Compare the stock in the warehouse system with the shop and list differences."
STOCK_ANSWER = (
    "412 articles compared, 2 differ: `mug-blue` (shop 40, warehouse 38), `cap-red` (0, 5)."
)

REVIEW_TEMPLATE = "Review the push to {{ref}} of {{repository.name}}."
REVIEWS = (
    "Looks good. The migration is reversible and both paths are tested.",
    "One problem: the lock is taken after the check, so two requests can both pass it.",
    "Two remarks: the retry has no upper bound, and the new test depends on the order of a set.",
)
REPOSITORIES = ("payments-api", "web-shop", "infrastructure")
PEOPLE = ("mara", "jonas", "amina")

CLI_TASKS = (
    (
        "Summarise the release notes of PostgreSQL 18 for our team.",
        "- Asynchronous I/O speeds up sequential scans.\n- `uuidv7()` is built in.",
    ),
    (
        "Write a polite reminder for an invoice that is two weeks overdue.",
        "Hello, our invoice of two weeks ago is still open. When can we expect the payment?",
    ),
    (
        "Explain what a partial index is, in two sentences.",
        "A partial index covers only rows that match a condition. It is smaller than a full one.",
    ),
)

RESEARCH_TASK = "Compare our three email providers and recommend one."
RESEARCH_PARTS = (
    ("Find price and delivery rate of Mailgun.", "Mailgun: $0.80 per 1,000, 97.4 % delivered."),
    ("Find price and delivery rate of Postmark.", "Postmark: $1.25 per 1,000, 99.1 % delivered."),
)
RESEARCH = Script(
    steps=[
        Step(
            thinking="Two independent lookups. Each one fits into a child run.",
            text="I will research both providers in parallel.",
            calls=[Call(name="spawn_run", args={"task": task}) for task, _ in RESEARCH_PARTS],
            seconds=2.5,
        ),
        Step(
            text="Postmark costs more but delivers 1.7 points more mail. I recommend Postmark "
            "for receipts and Mailgun for newsletters.",
            seconds=3.0,
        ),
    ]
)

CHAT_PROMPT = "You answer customers in a chat. Use plain text and keep it short."
CHAT = (
    ("Hi, is the blue mug back in stock?", "Yes, 38 blue mugs are in stock. Shall I reserve one?"),
    ("Yes please, for tomorrow.", "Reserved. You can collect it tomorrow from 9:00."),
    ("Great, thanks!", "You are welcome. See you tomorrow."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """A customer's chat: the request, the agent's answer, and a result an hour later."""

    task: str
    answer: str
    reason: str
    found: str
    remembered: str = ""  # a fact that the agent stores about the customer


CHATS = (
    Chat(
        task="My parcel {order} has not moved for three days. Can you keep an eye on it?",
        answer="I will check the tracking again in one hour and tell you what I find.",
        reason="check the tracking of the delayed parcel again",
        found="The carrier scanned your parcel in Leipzig an hour ago. It arrives tomorrow.",
    ),
    Chat(
        task="Please send the invoice for {order} to billing instead of to me.",
        answer="I have asked for a corrected invoice and check in one hour that it was sent.",
        reason="check that the corrected invoice was sent",
        found="The invoice was sent to your billing department twenty minutes ago.",
        remembered="Invoices go to the billing department, not to the person who ordered.",
    ),
    Chat(
        task="Half of the mugs in parcel {order} are broken. What happens now?",
        answer="I have ordered replacements and check in one hour that the parcel is packed.",
        reason="check that the replacement parcel is packed",
        found="The replacement parcel is packed and leaves today.",
    ),
    Chat(
        task="Is there a discount if we order 200 caps? Our purchase needs a quote in PDF.",
        answer="I have asked sales for a quote and look for their answer in one hour.",
        reason="look for the quote from sales",
        found="Sales offers 8 % off from 150 caps. The quote is in your mail as a PDF.",
        remembered="The customer needs quotes for purchases as PDF.",
    ),
    Chat(
        task="Can someone call me about order {order}? I cannot reach the carrier.",
        answer="I have asked a colleague to call you, and check in one hour that they did.",
        reason="check that the customer was called",
        found="My colleague has called you and moved the delivery to Friday.",
        remembered="The customer prefers calls to mail when an order is late.",
    ),
)
THANKS_TASK = "Perfect, thank you for checking."
THANKS_ANSWER = "Gladly. Write to me again if it does not arrive tomorrow."

SHELL_PROMPT = "You help an engineer at the terminal. Read the commands they ran before answering."
SHELL_TASK = "Why did the rollout stop?"
SHELL_COMMANDS = (
    (
        "kubectl rollout status deploy/checkout",
        1,
        'error: deployment "checkout" exceeded its progress deadline',
    ),
    (
        "kubectl get pods -l app=checkout",
        0,
        "NAME             READY  STATUS\ncheckout-2xkqp   0/1    ImagePullBackOff\n",
    ),
)
SHELL_ANSWER = (
    "The new pod cannot pull its image (`ImagePullBackOff`), so the rollout ran into its "
    "deadline. Check that the tag was pushed: `docker manifest inspect registry.example/checkout`."
)

_OLD = "def send(order):\n    return post(order, timeout=30)\n"
_NEW = (
    "def send(order):\n    for attempt in retries(limit=5):\n        with attempt:\n"
    "            return post(order, timeout=30)\n"
)
_READ = AgentStep(
    text="I will look at the sender first.",
    tool="Read",
    input={"file_path": "src/webhooks/sender.py"},
    result="1\tdef send(order):\n2\t    return post(order, timeout=30)\n",
    details={
        "type": "text",
        "file": {
            "filePath": "src/webhooks/sender.py",
            "content": _OLD,
            "numLines": 2,
            "startLine": 1,
            "totalLines": 2,
        },
    },
)
_EDIT = AgentStep(
    text="The request is sent once. I will add a bounded retry.",
    tool="Edit",
    input={
        "file_path": "src/webhooks/sender.py",
        "old_string": _OLD,
        "new_string": _NEW,
        "replace_all": False,
    },
    result="The file src/webhooks/sender.py has been updated successfully.",
    details={
        "filePath": "src/webhooks/sender.py",
        "oldString": _OLD,
        "newString": _NEW,
        "originalFile": _OLD,
        "structuredPatch": [
            {
                "oldStart": 1,
                "oldLines": 2,
                "newStart": 1,
                "newLines": 4,
                "lines": [
                    " def send(order):",
                    "-    return post(order, timeout=30)",
                    "+    for attempt in retries(limit=5):",
                    "+        with attempt:",
                    "+            return post(order, timeout=30)",
                ],
            }
        ],
        "userModified": False,
        "replaceAll": False,
    },
    seconds=6.0,
)
_TEST = AgentStep(
    tool="Bash",
    input={"command": "pytest -q tests/test_sender.py", "description": "Run the sender tests"},
    result="....                                    [100%]\n4 passed in 0.31s",
    details={"stdout": "4 passed in 0.31s", "stderr": "", "interrupted": False},
    asks="Run the sender tests",
    seconds=4.0,
)
_DONE = AgentStep(
    text="Deliveries are now retried up to five times with backoff, and the four tests pass."
)
CODE_TASK = "Add a bounded retry to the webhook sender."
CODE_CHANGE = AgentScript(steps=[_READ, _EDIT, _TEST, _DONE])
CODE_QUESTION_TASK = "Where are webhook timeouts set?"
CODE_QUESTION = AgentScript(
    steps=[
        _READ,
        AgentStep(text="In `src/webhooks/sender.py`: every delivery has a timeout of 30 seconds."),
    ]
)
CODE_FAILED_TASK = "Upgrade the HTTP client to version 2."
CODE_FAILED = AgentScript(
    steps=[_READ, AgentStep(text="I will adapt the call sites to the new client.")],
    failure="API Error: 529 Overloaded. The model is overloaded, please try again later.",
)
CODE = {
    CODE_TASK: CODE_CHANGE,
    CODE_QUESTION_TASK: CODE_QUESTION,
    CODE_FAILED_TASK: CODE_FAILED,
}
