"""The words of the made-up runs: names, questions, answers, errors."""

from __future__ import annotations

from runwhy.core.runs.run import ErrorClass

CUSTOMERS = (
    *("acme", "globex", "initech", "umbrella", "hooli", "stark-industries", "wayne", "wonka"),
    *("tyrell", "cyberdyne", "soylent", "vandelay", "dunder-mifflin", "pied-piper", "oceanic"),
)
PLANS = ("enterprise", "team", "team", "free")
REGIONS = ("eu-central", "us-east", "us-east", "ap-south")
MODELS = (
    ("anthropic:claude-sonnet-4-5", "anthropic", "claude-sonnet-4-5-20250929"),
    ("openai:gpt-5-mini", "openai", "gpt-5-mini"),
    ("anthropic:claude-haiku-4-5", "anthropic", "claude-haiku-4-5-20251001"),
    ("openai:gpt-5", "openai", "gpt-5"),
)
REPOS = ("payments-api", "web", "infra", "mobile-app", "data-pipelines")
PEOPLE = ("mara", "jonas", "li-wei", "sofia", "tom", "amina")

QUESTIONS = (
    (
        "Where is order {order}?",
        "lookup_order",
        "It left our warehouse {day} and arrives tomorrow.",
    ),
    (
        "Please refund order {order}, it arrived broken.",
        "refund_order",
        "The refund for {order} is on its way; it takes 3 to 5 days.",
    ),
    (
        "Can I change the delivery address of {order}?",
        "lookup_order",
        "Order {order} has not left yet, so I changed the address.",
    ),
    (
        "Why was I charged twice in {month}?",
        "list_invoices",
        "There are two invoices in {month}: one is for the seat added on the 9th.",
    ),
    (
        "How do I add a colleague to our account?",
        "search_docs",
        "Settings, then Members, then Invite. They get a mail within a minute.",
    ),
    (
        "Is there an outage right now?",
        "status_page",
        "All systems work. The delay of this morning was over at 09:40.",
    ),
    (
        "Cancel my subscription at the end of the month.",
        "update_subscription",
        "Done: it ends on the last day of {month}. Your data stays for 30 days.",
    ),
    (
        "The export to CSV stops at 10,000 rows.",
        "search_docs",
        "That is the limit of the page. The API gives all rows; here is how.",
    ),
)
MONTHS = ("January", "March", "May", "July", "September", "October")
DAYS = ("yesterday", "on Monday", "this morning", "on Friday")

FOLLOW_UPS = (
    (
        "check_in",
        "promised to look again once the carrier has scanned the parcel",
        "The carrier has scanned the parcel: it is in Leipzig and arrives tomorrow before noon.",
    ),
    (
        "question_unanswered",
        "asked for the serial number, no reply yet",
        "I still need the serial number from the back of the device to go on. A photo is fine too.",
    ),
    (
        "task_incomplete",
        "refund was still pending",
        "The refund has been booked by the bank now. Nothing is left to do.",
    ),
    (
        "waiting_for_decision",
        "customer wanted to think about the larger plan",
        "A short reminder: the offer for the larger plan is valid until Friday.",
    ),
)

CODE_TASKS = (
    "Fix the flaky test in test_checkout.py",
    "Bump the HTTP client and adapt the call sites",
    "Add a retry with backoff to the webhook sender",
    "Find out why the nightly job is slow",
    "Replace the hand-written CSV parser",
    "Document the new settings",
)
CODE_FILES = ("src/checkout.py", "src/webhooks/sender.py", "tests/test_checkout.py", "README.md")

REVIEWS = (
    "Two remarks: the retry has no upper bound, and the new test sleeps.",
    "Looks good. The migration is reversible and the tests cover both paths.",
    "One problem: the lock is taken after the check, so two requests can both pass it.",
)

ERRORS = (
    (ErrorClass.RATE_LIMIT, "429 from the provider: too many requests; asked again 3 times"),
    (ErrorClass.OVERLOADED, "the provider is overloaded (529)"),
    (ErrorClass.TIMEOUT, "not done within 120 seconds"),
    (ErrorClass.SERVER, "the tool lookup_order answered 500: connection to orders-db was lost"),
    (ErrorClass.CONTEXT_WINDOW, "the conversation has 214,332 tokens, the model takes 200,000"),
    (ErrorClass.AUTH, "the key for the provider was refused (401)"),
)
