"""Server settings, read from the environment and `runwhy.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from platformdirs import user_data_path
from pydantic import Field, NonNegativeInt, ValidationInfo, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from runwhy.core.queue.rules import DEFAULT_POOL
from runwhy.setting_tables import AcpAgentSettings, PriceSettings, ProviderSettings
from runwhy.setting_types import (
    AcpName,
    Bind,
    CommaList,
    Count,
    LimitName,
    LimitValue,
    Networks,
    PoolName,
    PoolNames,
    PositiveSeconds,
    Seconds,
    TagKey,
    TimeZone,
    Window,
    setting,
)

DEFAULT_PORT = 7420
KEY_FILE = "secret-key"
MAX_APPROVAL_TIMEOUT = 365 * 24 * 3600.0  # seconds
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


def data_dir() -> Path:
    """Return the default data directory of this platform."""
    return user_data_path("runwhy", appauthor=False)


class Settings(BaseSettings):
    """Settings of a server. Environment variables have the prefix `RUNWHY_`."""

    model_config = SettingsConfigDict(
        env_prefix="RUNWHY_", toml_file="runwhy.toml", extra="ignore", frozen=True
    )

    host: str = setting("127.0.0.1", "Address to listen on.")
    port: Annotated[int, Field(ge=0, le=65535)] = setting(
        DEFAULT_PORT, "Port to listen on. 0 selects a free port."
    )
    behind_https: bool = setting(
        False, "Whether a proxy in front of the server terminates HTTPS. Cookies are then `Secure`."
    )
    database_url: str = setting(
        "", "SQLite file or postgresql:// URL. Empty: `runwhy.db` in the data directory."
    )
    data_dir: Path = Field(
        default_factory=data_dir,
        description="Directory for the SQLite database, the CLI token and the secret key.",
    )
    secret_key: CommaList = Field(
        (),
        repr=False,
        description="Key that encrypts stored secrets, as printed by `runwhy secrets key`. All "
        "servers on one database need the same key. To rotate, set the new key, a comma and the "
        "old key. Empty: the file `secret-key` next to the SQLite file, or in the data directory; "
        "it is created on first use.",
    )
    timezone: TimeZone = setting("UTC", "IANA time zone of the times that agents see.")
    envelope_key: str = setting("runwhy_meta", "JSON key that wraps the envelope.")
    workers: Annotated[int, Field(ge=1, le=64)] = setting(
        1, "Server processes behind one port. More than one needs PostgreSQL."
    )
    concurrency: Annotated[int, Field(ge=1, le=10_000)] = setting(
        64, "Maximum number of runs that one server executes at the same time."
    )
    worker_beat: PositiveSeconds = setting(3.0, "Time between two heartbeats of a server.")
    worker_dead_after: PositiveSeconds = setting(
        12.0, "Time without a heartbeat after which other servers take over a server's runs."
    )
    crash_limit: Annotated[int, Field(ge=2, le=100)] = setting(
        3,
        "Attempts in a row that may end with a dead server and without progress. Then the run "
        "fails with `crashed_repeatedly`.",
    )
    queue_limit: Count = setting(
        10_000,
        "Maximum number of queued runs in each workspace. Further tasks are rejected with 429.",
    )
    queue: Literal["embedded", "restate"] = setting(
        "embedded",
        "Queue of the runs: `embedded` (in the database), or `restate`, a cluster of "
        "[Restate](../howto/restate.md). All servers on one database need the same value.",
    )
    restate_ingress_url: str = setting(
        "http://127.0.0.1:8080", "Ingress of Restate, which receives runs."
    )
    restate_admin_url: str = setting(
        "http://127.0.0.1:9070", "Admin API of Restate, which registers workers and cancels runs."
    )
    restate_bind: Bind = setting(
        "127.0.0.1:7430",
        "Address that Restate calls to execute runs. Several servers on one machine can share it.",
    )
    restate_url: str = setting(
        "",
        "URL of `restate_bind` as Restate reaches it. All workers of a pool have the same URL, for "
        "example of a load balancer. Empty: `restate_bind`.",
    )
    restate_service: Annotated[str, Field(pattern="^[A-Za-z][A-Za-z0-9_]{0,49}$")] = setting(
        "Lane", "Name of the service in Restate. Each database needs its own."
    )
    restate_token: str = Field(
        "", repr=False, description="Bearer token for the ingress and the admin API of Restate."
    )
    restate_identity_keys: CommaList = setting(
        (),
        "Public keys of Restate (`publickeyv1_…`). Calls that are not signed with one of them are "
        "refused. Empty: calls are not checked.",
    )
    fair_by: TagKey = setting(
        "",
        "Tag whose values are tenants, such as `customer`. Tenants of a workspace take turns, as "
        "workspaces do. Empty: a workspace is one tenant.",
    )
    limits: dict[LimitName, LimitValue] = Field(
        default_factory=dict,
        description="Maximum number of active runs, or of starts in a period, by a common "
        'value: `"customer" = 4`, `"executor:claude" = 2`, `"model:ID" = "30/min"`. All '
        "servers on one database need the same limits.",
    )
    pools: dict[PoolName, CommaList] = Field(
        default_factory=dict,
        description="Executors whose runs only the workers of a pool execute, by the name of the "
        'pool: `claude = ["claude"]`. All servers on one database need the same pools.',
    )
    worker_pools: PoolNames = setting(
        (DEFAULT_POOL,),
        "Pools whose runs this server executes. `runwhy worker --pool` sets it.",
    )
    rate_limit: NonNegativeInt = setting(
        0, "Requests per minute that one key can send to one server. 0: no limit."
    )
    rate_burst: Count = setting(60, "Requests that a key can send in one burst under `rate_limit`.")
    wrong_key_limit: NonNegativeInt = setting(
        30,
        "Invalid keys per minute that one address can send, in requests and sign-ins, before it "
        "has to wait. 0: no limit.",
    )
    trusted_proxies: Networks = setting(
        (),
        "Addresses or networks of proxies whose `X-Forwarded-For` header is trusted to name the "
        "client address. Empty: the header is ignored.",
    )
    tool_timeout: PositiveSeconds = setting(
        600.0, "Time that a client has to return the result of a tool call."
    )
    cancel_on_disconnect: bool = setting(
        True,
        "Whether a run that was started below `/v1/` is cancelled when its client disconnects. "
        "Background responses and requests with an `Idempotency-Key` continue.",
    )
    default_model: str = setting("echo", "Model of runs that do not name one.")
    providers: dict[str, ProviderSettings] = Field(
        default_factory=dict, description="Model endpoints by name."
    )
    prices: dict[str, PriceSettings] = Field(
        default_factory=dict,
        description="Prices of models by id, preferred to public ones. They apply to later calls.",
    )
    model_retries: Annotated[int, Field(ge=0, le=20)] = setting(
        4, "Retries of a model call after 429, 5xx or a lost connection."
    )
    model_retry_wait: Seconds = setting(
        60.0, "Maximum time to wait before one retry of a model call."
    )
    model_idle_timeout: PositiveSeconds = setting(
        300.0, "Time to wait for output from a model before the call fails."
    )
    context_window: Window = setting(
        128_000, "Context window, in tokens, of models whose size is unknown."
    )
    prompt_cache: bool = setting(
        True, "Whether to request prompt caching from providers where it is opt-in."
    )
    redact_env: CommaList = setting(
        (), "Environment variables whose values are redacted everywhere."
    )
    tool_hosts: CommaList = setting(
        (), "Private hosts that tools can reach: `name`, `name:port` or a network."
    )
    webhook_hosts: CommaList = setting(
        (), "Private hosts that can receive outgoing webhooks: `name`, `name:port` or a network."
    )
    telegram_variables: CommaList = setting(
        ("RUNWHY_TELEGRAM_*",),
        "Glob patterns of the environment variables that a Telegram trigger can name as "
        "`tokenEnv`. Their values are sent to Telegram.",
    )
    webhook_variables: CommaList = setting(
        ("RUNWHY_WEBHOOK_SECRET*",),
        "Glob patterns of the environment variables that a webhook can name as `secretEnv`.",
    )
    mcp_timeout: PositiveSeconds = setting(60.0, "Time that an MCP server has to answer a call.")
    tool_output_limit: Annotated[int, Field(ge=1024)] = setting(
        64 * 1024, "Maximum bytes of a server-side tool result that the model receives."
    )
    max_subruns: NonNegativeInt = setting(
        10, "Maximum number of runs that one run can start with `spawn_run`."
    )
    max_subrun_depth: NonNegativeInt = setting(
        3, "Maximum nesting depth of runs started with `spawn_run`."
    )
    memory_capacity: Annotated[int, Field(ge=1, le=10_000)] = setting(
        1000, "Maximum number of memories per agent and user."
    )
    memory_top_k: Annotated[int, Field(ge=1, le=20)] = setting(
        5, "Maximum number of memories that a run recalls."
    )
    memory_threshold: Annotated[float, Field(ge=0, le=1)] | None = setting(
        None, "Minimum score of a recalled memory. Default: 0.3 for words, 0.25 with embeddings."
    )
    memory_tokens: Annotated[int, Field(ge=0, le=8000)] = setting(
        1000, "Maximum tokens of the memories that a run recalls."
    )
    memory_timeout: Annotated[PositiveSeconds, Field(le=60)] = setting(
        5.0, "Time to search for memories. After that, the run continues without them."
    )
    embeddings: str = setting(
        "",
        "Also search memories by meaning: `local` (requires the extra `embeddings`), or "
        "`PROVIDER:MODEL` for an OpenAI-compatible endpoint.",
    )
    shutdown_grace: Seconds = setting(
        10.0, "Time that active runs have to finish when the server stops."
    )
    terminals: bool = setting(
        True, "Whether sessions can open terminals. A key also needs the scope `terminal`."
    )
    max_terminals: Annotated[int, Field(ge=1, le=1000)] = setting(
        16, "Maximum number of open terminals."
    )
    terminal_idle: PositiveSeconds = setting(
        4 * 3600.0, "Time after which an idle terminal is closed."
    )
    private_commands: CommaList = setting(
        (), "Glob patterns of command lines that are never stored, such as `aws sts *`."
    )
    claude_command: str = setting("claude", "Name or path of the Claude Code executable.")
    codex_command: str = setting("codex", "Name or path of the Codex executable.")
    copilot_command: str = setting("copilot", "Name or path of the Copilot executable.")
    cursor_command: str = setting("cursor-agent", "Name or path of the Cursor executable.")
    acp_agents: dict[AcpName, AcpAgentSettings] = Field(
        default_factory=dict,
        description="Agents that speak the Agent Client Protocol, by name. They extend and replace "
        "the known ones.",
    )
    agent_variables: CommaList = setting(
        (), "Additional environment variables to pass to coding agents."
    )
    agent_directories: CommaList = setting(
        (),
        "Directories that coding agents can work in. Empty: any directory if the server listens "
        "on loopback only, otherwise none.",
    )
    approval_timeout: Annotated[PositiveSeconds, Field(le=MAX_APPROVAL_TIMEOUT)] = setting(
        600.0,
        "Time to wait for a decision on a coding agent's approval request. At most 365 days.",
    )
    retention_every: Annotated[Seconds, Field(ge=60)] = setting(
        3600.0, "Time between two applications of a retention rule."
    )
    graphs: CommaList = setting(
        (),
        "LangGraph graphs that runs can use, such as `my_app.graph:graph`. The server imports "
        "this code.",
    )
    trace_baggage: CommaList = setting(
        (),
        "Tags to propagate as W3C baggage: read from incoming requests that do not set the tag, "
        "and sent to models, tools and webhooks.",
    )
    trace_content: bool = setting(
        False, "Whether trace spans contain the redacted inputs and outputs of models and tools."
    )
    log_format: Literal["auto", "json", "text"] = setting(
        "auto",
        "`json` (one object per line), `text`, or `auto`: text in a terminal, otherwise json.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = setting(
        "warning", "Minimum level: debug, info, warning or error."
    )

    @field_validator("worker_dead_after")
    @classmethod
    def _check_worker_timeout(cls, seconds: float, info: ValidationInfo) -> float:
        if seconds < 2 * info.data.get("worker_beat", 0.0):
            raise ValueError("should be at least twice worker_beat")
        return seconds

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Prefer arguments to the environment, and the environment to the file."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)

    @property
    def is_local(self) -> bool:
        """Whether the server listens on loopback only, so that no key is needed."""
        return self.host in LOOPBACK

    @field_validator("database_url")
    @classmethod
    def _check_database_url(cls, value: str) -> str:
        known = ("sqlite:///", "postgres://", "postgresql://", "postgresql+")
        if "://" in value and not value.startswith(known):
            raise ValueError("should be a file path or a postgresql:// URL")
        return value

    @property
    def is_postgres(self) -> bool:
        """Whether the database is PostgreSQL."""
        return self.database_url.startswith(("postgres://", "postgresql://", "postgresql+"))

    @property
    def secret_key_file(self) -> Path:
        """The file that holds the secret key if the setting is empty."""
        directory = self.data_dir if self.is_postgres else self.sqlite_path.parent
        return directory / KEY_FILE

    @property
    def sqlite_path(self) -> Path:
        """The path of the SQLite file."""
        text = self.database_url.removeprefix("sqlite:///")
        return Path(text).expanduser() if text else self.data_dir / "runwhy.db"
