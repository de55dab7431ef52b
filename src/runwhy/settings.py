"""Server settings, read from the environment and `runwhy.toml`."""

from __future__ import annotations

from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from platformdirs import user_data_path
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    field_validator,
)
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

DEFAULT_PORT = 7420
KEY_FILE = "secret-key"
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


def data_dir() -> Path:
    """Return the default data directory of this platform."""
    return user_data_path("runwhy", appauthor=False)


def _check_timezone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # ZoneInfo raises any of these for a bad name
        raise ValueError("should be an IANA time zone, such as Europe/Berlin") from None
    return name


def _split_commas(value: object) -> object:
    return (
        [word.strip() for word in value.split(",") if word.strip()]
        if isinstance(value, str)
        else value
    )


def _check_networks(entries: tuple[str, ...]) -> tuple[str, ...]:
    for entry in entries:
        try:
            ip_network(entry, strict=False)
        except ValueError:
            raise ValueError("should contain addresses or networks, such as 10.0.0.0/8") from None
    return entries


CommaList = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split_commas)]


class ProviderSettings(BaseModel):
    """A `[providers.NAME]` table in runwhy.toml. Its models are called `NAME:MODEL`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    base_url: str | None = Field(
        None, description="Base URL of the endpoint, such as https://host/v1."
    )
    api_key_env: str | None = Field(
        None,
        description="Environment variable that holds the API key. Omit it if the endpoint needs "
        "no key.",
    )
    wire: Literal["chat", "responses", "anthropic"] | None = Field(
        None,
        description="API of the endpoint: `chat` (Chat Completions, the default), `responses` or "
        "`anthropic` (Messages).",
    )
    context_window: Annotated[int, Field(ge=1000)] | None = Field(
        None,
        description="Context window of its models, in tokens. Default: the known size of each "
        "model.",
    )
    models: tuple[str, ...] = Field(
        (), description="Models of the endpoint. Default: any name is accepted."
    )


class Settings(BaseSettings):
    """Settings of a server. Environment variables have the prefix `RUNWHY_`."""

    model_config = SettingsConfigDict(
        env_prefix="RUNWHY_", toml_file="runwhy.toml", extra="ignore", frozen=True
    )

    host: str = Field("127.0.0.1", description="Address to listen on.")
    port: Annotated[int, Field(ge=0, le=65535)] = Field(
        DEFAULT_PORT, description="Port to listen on. 0 selects a free port."
    )
    behind_https: bool = Field(
        False,
        description="Whether a proxy in front of the server terminates HTTPS. Cookies are then "
        "`Secure`.",
    )
    database_url: str = Field(
        "",
        description="SQLite file or postgresql:// URL. Empty: `runwhy.db` in the data directory.",
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
    timezone: Annotated[str, AfterValidator(_check_timezone)] = Field(
        "UTC", description="IANA time zone of the times that agents see."
    )
    envelope_key: str = Field("runwhy_meta", description="JSON key that wraps the envelope.")
    concurrency: Annotated[int, Field(ge=1, le=10_000)] = Field(
        64, description="Maximum number of runs that one server executes at the same time."
    )
    worker_beat: Annotated[float, Field(gt=0)] = Field(
        3.0, description="Seconds between two heartbeats of a server."
    )
    worker_dead_after: Annotated[float, Field(gt=0)] = Field(
        12.0,
        description="Seconds without a heartbeat after which other servers take over a server's "
        "runs.",
    )
    crash_limit: Annotated[int, Field(ge=2, le=100)] = Field(
        3,
        description="Attempts in a row that may end with a dead server and without progress. Then "
        "the run fails with `crashed_repeatedly`.",
    )
    queue_limit: Annotated[int, Field(ge=1)] = Field(
        10_000, description="Maximum number of queued runs. Further tasks are rejected with 429."
    )
    rate_limit: Annotated[int, Field(ge=0)] = Field(
        0, description="Requests per minute that one key can send to one server. 0: no limit."
    )
    rate_burst: Annotated[int, Field(ge=1)] = Field(
        60, description="Requests that a key can send in one burst under `rate_limit`."
    )
    wrong_key_limit: Annotated[int, Field(ge=0)] = Field(
        30,
        description="Invalid keys per minute that one address can send, in requests and sign-ins, "
        "before it has to wait. 0: no limit.",
    )
    trusted_proxies: Annotated[CommaList, AfterValidator(_check_networks)] = Field(
        (),
        description="Addresses or networks of proxies whose `X-Forwarded-For` header is trusted "
        "to name the client address. Empty: the header is ignored.",
    )
    tool_timeout: Annotated[float, Field(gt=0)] = Field(
        600.0, description="Seconds that a client has to return the result of a tool call."
    )
    default_model: str = Field("echo", description="Model of runs that do not name one.")
    providers: dict[str, ProviderSettings] = Field(
        default_factory=dict, description="Model endpoints by name."
    )
    model_retries: Annotated[int, Field(ge=0, le=20)] = Field(
        4, description="Retries of a model call after 429, 5xx or a lost connection."
    )
    model_retry_wait: Annotated[float, Field(ge=0)] = Field(
        60.0, description="Maximum seconds to wait before one retry of a model call."
    )
    model_idle_timeout: Annotated[float, Field(gt=0)] = Field(
        300.0, description="Seconds to wait for output from a model before the call fails."
    )
    context_window: Annotated[int, Field(ge=1000)] = Field(
        128_000, description="Context window, in tokens, of models whose size is unknown."
    )
    prompt_cache: bool = Field(
        True, description="Whether to request prompt caching from providers where it is opt-in."
    )
    redact_env: CommaList = Field(
        (), description="Environment variables whose values are redacted everywhere."
    )
    tool_hosts: CommaList = Field(
        (),
        description="Private hosts that tools can reach: `name`, `name:port` or a network.",
    )
    webhook_hosts: CommaList = Field(
        (),
        description="Private hosts that can receive outgoing webhooks: `name`, `name:port` or a "
        "network.",
    )
    telegram_variables: CommaList = Field(
        ("RUNWHY_TELEGRAM_*",),
        description="Glob patterns of the environment variables that a Telegram trigger can name "
        "as `tokenEnv`. Their values are sent to Telegram.",
    )
    webhook_variables: CommaList = Field(
        ("RUNWHY_WEBHOOK_SECRET*",),
        description="Glob patterns of the environment variables that a webhook can name as "
        "`secretEnv`.",
    )
    mcp_timeout: Annotated[float, Field(gt=0)] = Field(
        60.0, description="Seconds that an MCP server has to answer a call."
    )
    tool_output_limit: Annotated[int, Field(ge=1024)] = Field(
        64 * 1024, description="Maximum bytes of a server-side tool result that the model receives."
    )
    max_subruns: Annotated[int, Field(ge=0)] = Field(
        10, description="Maximum number of runs that one run can start with `spawn_run`."
    )
    max_subrun_depth: Annotated[int, Field(ge=0)] = Field(
        3, description="Maximum nesting depth of runs started with `spawn_run`."
    )
    memory_capacity: Annotated[int, Field(ge=1, le=10_000)] = Field(
        1000, description="Maximum number of memories per agent and user."
    )
    memory_top_k: Annotated[int, Field(ge=1, le=20)] = Field(
        5, description="Maximum number of memories that a run recalls."
    )
    memory_threshold: Annotated[float, Field(ge=0, le=1)] | None = Field(
        None,
        description="Minimum score of a recalled memory. Default: 0.3 for words, 0.25 with "
        "embeddings.",
    )
    memory_tokens: Annotated[int, Field(ge=0, le=8000)] = Field(
        1000, description="Maximum tokens of the memories that a run recalls."
    )
    memory_timeout: Annotated[float, Field(gt=0, le=60)] = Field(
        5.0,
        description="Seconds to search for memories. After that, the run continues without them.",
    )
    embeddings: str = Field(
        "",
        description="Also search memories by meaning: `local` (requires the extra `embeddings`), "
        "or `PROVIDER:MODEL` for an OpenAI-compatible endpoint.",
    )
    shutdown_grace: Annotated[float, Field(ge=0)] = Field(
        10.0, description="Seconds that active runs have to finish when the server stops."
    )
    terminals: bool = Field(
        True,
        description="Whether sessions can open terminals. A key also needs the scope `terminal`.",
    )
    max_terminals: Annotated[int, Field(ge=1, le=1000)] = Field(
        16, description="Maximum number of open terminals."
    )
    terminal_idle: Annotated[float, Field(gt=0)] = Field(
        4 * 3600.0, description="Seconds after which an idle terminal is closed."
    )
    private_commands: CommaList = Field(
        (), description="Glob patterns of command lines that are never stored, such as `aws sts *`."
    )
    claude_command: str = Field("claude", description="Name or path of the Claude Code executable.")
    codex_command: str = Field("codex", description="Name or path of the Codex executable.")
    copilot_command: str = Field("copilot", description="Name or path of the Copilot executable.")
    cursor_command: str = Field(
        "cursor-agent", description="Name or path of the Cursor executable."
    )
    agent_variables: CommaList = Field(
        (), description="Additional environment variables to pass to coding agents."
    )
    agent_directories: CommaList = Field(
        (),
        description="Directories that coding agents can work in. Empty: any directory if the "
        "server listens on loopback only, otherwise none.",
    )
    approval_timeout: Annotated[float, Field(gt=0)] = Field(
        600.0, description="Seconds to wait for a decision on a coding agent's approval request."
    )
    retention_every: Annotated[float, Field(ge=60)] = Field(
        3600.0, description="Seconds between two applications of a retention rule."
    )
    graphs: CommaList = Field(
        (),
        description="LangGraph graphs that runs can use, such as `my_app.graph:graph`. The server "
        "imports this code.",
    )
    trace_baggage: CommaList = Field(
        (),
        description="Tags to propagate as W3C baggage: read from incoming requests that do not "
        "set the tag, and sent to models, tools and webhooks.",
    )
    trace_content: bool = Field(
        False,
        description="Whether trace spans contain the redacted inputs and outputs of models and "
        "tools.",
    )
    log_format: Literal["auto", "json", "text"] = Field(
        "auto",
        description="`json` (one object per line), `text`, or `auto`: text in a terminal, "
        "otherwise json.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "warning", description="Minimum level: debug, info, warning or error."
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
