"""Known agents that speak the Agent Client Protocol, and how each is started."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from runwhy.core.runs.run import Tokens
from runwhy.executors import opencode_store
from runwhy.executors.agent_task import TokenFields

# Returns the tokens of each model call: environment, session, start of the run in milliseconds.
ReadCalls = Callable[[Mapping[str, str], str, int], Sequence[Tokens]]

# Input without cached tokens, as in the reference adapters of the protocol.
WITHOUT_CACHED = TokenFields(
    input=("inputTokens", "cachedReadTokens", "cachedWriteTokens"),
    cached=("cachedReadTokens",),
    cache_write=("cachedWriteTokens",),
    reasoning=("thoughtTokens",),
    output=("outputTokens",),
)
WITH_CACHED = TokenFields(
    input=("inputTokens",),
    cached=("cachedReadTokens",),
    reasoning=("thoughtTokens",),
    output=("outputTokens",),
)
QWEN_DEFAULTS = Path(__file__).with_name("qwen_defaults.json")
ASK = '{"bash":"ask","edit":"ask","webfetch":"ask","external_directory":"ask"}'


@dataclass(frozen=True, slots=True, kw_only=True)
class AcpAgent:
    """An agent that speaks ACP on stdio.

    `asking_mode` and `asking_env` make it ask for permission if it does not by default;
    `allowing_mode` is for runs that allow everything. `package` is its npm package, `tested` the
    version that the tests run. `always_ends_with_run` means that its option "always" holds for its
    process only. With `usage_adds_up`, the usage of a turn includes the turns before it in the same
    process. `allow_tool_option` precedes each tool that needs no permission on its command line.
    `can_resume` is false if resuming loses sessions.
    `read_calls` is for an agent whose tokens are in its store only. `env` is set in any case,
    `default_env` unless the server's environment has the variable.
    """

    name: str
    command: Sequence[str]
    env: Mapping[str, str] = field(default_factory=dict)
    default_env: Mapping[str, str] = field(default_factory=dict)
    variables: Sequence[str] = ()
    asking_mode: str | None = None
    asking_env: Mapping[str, str] = field(default_factory=dict)
    allowing_mode: str | None = None
    always_ends_with_run: bool = False
    usage_adds_up: bool = False
    allow_tool_option: str = ""
    can_resume: bool = True
    token_fields: TokenFields = WITHOUT_CACHED
    read_calls: ReadCalls | None = None
    package: str = ""
    tested: str = ""


_ALL = (
    AcpAgent(
        name="opencode",
        command=("opencode", "acp"),
        variables=("OPENCODE_*", "ANTHROPIC_*", "OPENAI_*", "GEMINI_*", "GOOGLE_*", "OPENROUTER_*"),
        asking_env={"OPENCODE_PERMISSION": ASK},
        always_ends_with_run=True,
        read_calls=opencode_store.read_calls,
        package="opencode-ai",
        tested="1.18.33",
    ),
    AcpAgent(
        name="gemini",
        command=("gemini", "--acp"),
        variables=("GEMINI_*", "GOOGLE_*"),
        always_ends_with_run=True,
        can_resume=False,
        token_fields=TokenFields(input=("input_tokens",), output=("output_tokens",)),
        package="@google/gemini-cli",
        tested="0.61.0",
    ),
    AcpAgent(
        name="qwen",
        command=("qwen", "--acp"),
        # Its pseudo-terminals kill programs that close their output before they exit, like `touch`.
        default_env={"QWEN_CODE_SYSTEM_DEFAULTS_PATH": str(QWEN_DEFAULTS)},
        variables=("QWEN_*", "OPENAI_*", "DASHSCOPE_*"),
        asking_mode="default",
        allowing_mode="yolo",
        token_fields=WITH_CACHED,
        package="@qwen-code/qwen-code",
        tested="0.24.4",
    ),
    AcpAgent(
        name="copilot",
        command=("copilot", "--acp"),
        variables=("COPILOT_*", "GH_*", "GITHUB_*"),
        always_ends_with_run=True,
        usage_adds_up=True,
        allow_tool_option="--allow-tool",
        token_fields=WITH_CACHED,
        package="@github/copilot",
        tested="1.0.102",
    ),
    AcpAgent(
        name="codex-acp",
        command=("codex-acp",),
        variables=("CODEX_*", "OPENAI_*", "AZURE_OPENAI_*", "MODEL_PROVIDER", "NO_BROWSER"),
        asking_mode="workspace-write",
        allowing_mode="agent-full-access",
        package="@agentclientprotocol/codex-acp",
        tested="2.6.0",
    ),
    AcpAgent(
        name="claude-agent-acp",
        command=("claude-agent-acp",),
        variables=("ANTHROPIC_*", "CLAUDE_*", "AWS_*", "GOOGLE_*", "CLOUD_ML_REGION"),
        package="@agentclientprotocol/claude-agent-acp",
        tested="0.99.1",
    ),
)
KNOWN_AGENTS: Mapping[str, AcpAgent] = {agent.name: agent for agent in _ALL}
