"""The table of clients and features in `docs/reference/openai.md`, collected from the tests.

Each test names the cells that it proves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
Cell = Literal["works", "refused by name", "does not apply"]

CHAT = "chat completions"
RESPONSES = "responses"
MESSAGES = "messages"
STREAMING = "streaming"
TOOLS = "tools, parallel calls"
STREAMED_TOOLS = "streamed tool calls"
STRUCTURED = "structured output"
IMAGES = "images"
THINKING = "thinking"
CONVERSATION = "conversation by id"
BACKGROUND = "background, cancel"
STORE = "`store: false`"
ERRORS = "errors as its own types"
TAGS = "tags"
MODELS = "list of models"
AUDIO = "audio"

FEATURES = (
    *(CHAT, RESPONSES, MESSAGES, STREAMING, TOOLS, STREAMED_TOOLS, STRUCTURED, IMAGES, THINKING),
    *(CONVERSATION, BACKGROUND, STORE, TAGS, ERRORS, MODELS, AUDIO),
)

OPENAI = "`openai` (Python)"
OPENAI_JS = "`openai` (JavaScript)"
AGENTS = "OpenAI Agents SDK"
LANGCHAIN = "LangChain `ChatOpenAI`"
VERCEL = "Vercel `ai`"
LLM = "`llm`"
ANTHROPIC = "`anthropic` (Python)"
ANTHROPIC_JS = "`@anthropic-ai/sdk` (JavaScript)"

CLIENTS = (OPENAI, OPENAI_JS, AGENTS, LANGCHAIN, VERCEL, LLM, ANTHROPIC, ANTHROPIC_JS)

# Features that a client does not have.
NONE: dict[str, tuple[str, ...]] = {
    OPENAI: (MESSAGES,),
    OPENAI_JS: (MESSAGES,),
    AGENTS: (MESSAGES, BACKGROUND, MODELS, AUDIO),
    LANGCHAIN: (MESSAGES, BACKGROUND, MODELS, AUDIO),
    VERCEL: (MESSAGES, BACKGROUND, MODELS, AUDIO),
    LLM: (RESPONSES, MESSAGES, CONVERSATION, BACKGROUND, STORE, TAGS, MODELS, THINKING),
    ANTHROPIC: (CHAT, RESPONSES, CONVERSATION, BACKGROUND, STORE, AUDIO),
    ANTHROPIC_JS: (CHAT, RESPONSES, CONVERSATION, BACKGROUND, STORE, AUDIO),
}

_proven: dict[tuple[str, str], Cell] = {}


def proves(client: str, *features: str, cell: Cell = "works") -> Callable[[F], F]:
    """State which cells of the table a test proves."""
    for feature in features:
        assert client in CLIENTS and feature in FEATURES, (client, feature)
        _proven[client, feature] = cell
    return lambda test: test


def table() -> str:
    """Return the table. Every module of tests must be imported before."""
    lines = ["| | " + " | ".join(CLIENTS) + " |", "|---" * (len(CLIENTS) + 1) + "|"]
    for feature in FEATURES:
        cells = [_cell(client, feature) for client in CLIENTS]
        lines.append(f"| {feature} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _cell(client: str, feature: str) -> str:
    if feature in NONE[client]:
        assert (client, feature) not in _proven, f"{client} has {feature}"
        return "does not apply"
    return _proven.get((client, feature), "not tested")
