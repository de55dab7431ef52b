"""Everything that can be set from outside, parsed once: environment, `runwhy.toml`, defaults."""

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
    """Where Runwhy keeps its things on this platform."""
    return user_data_path("runwhy", appauthor=False)


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # what a name can be that is none
        raise ValueError("should be the name of an IANA time zone") from None
    return name


def _words(value: object) -> object:
    return (
        [word.strip() for word in value.split(",") if word.strip()]
        if isinstance(value, str)
        else value
    )


def _networks(entries: tuple[str, ...]) -> tuple[str, ...]:
    for entry in entries:
        try:
            ip_network(entry, strict=False)
        except ValueError:
            raise ValueError("should be addresses or networks, such as 10.0.0.0/8") from None
    return entries


Words = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_words)]


class ProviderSettings(BaseModel):
    """`[providers.NAME]` in runwhy.toml: an endpoint whose models are named `NAME:MODEL`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    base_url: str | None = Field(None, description="Where it is, such as https://host/v1.")
    api_key_env: str | None = Field(
        None, description="The environment variable that holds its key. Left out: it needs none."
    )
    wire: Literal["chat", "responses", "anthropic"] | None = Field(
        None, description="What it speaks: chat completions (the default), responses, or messages."
    )
    context_window: Annotated[int, Field(ge=1000)] | None = Field(
        None, description="Tokens that its models can read. Left out: what is known of them."
    )
    models: tuple[str, ...] = Field((), description="The models it has. Left out: any name goes.")


class Settings(BaseSettings):
    """How a server is set up. `RUNWHY_` and the name in capitals is its environment variable."""

    model_config = SettingsConfigDict(
        env_prefix="RUNWHY_", toml_file="runwhy.toml", extra="ignore", frozen=True
    )

    host: str = Field("127.0.0.1", description="The address to listen on.")
    port: Annotated[int, Field(ge=0, le=65535)] = Field(
        DEFAULT_PORT, description="The port to listen on; 0 takes a free one."
    )
    behind_https: bool = Field(
        False, description="Whether a proxy in front speaks https: the cookie is then `Secure`."
    )
    database_url: str = Field(
        "", description="A file for SQLite, or a postgresql:// URL. Empty: the data directory."
    )
    data_dir: Path = Field(
        default_factory=data_dir, description="Where the database and the local token are kept."
    )
    secret_key: Words = Field(
        (),
        repr=False,
        description="The key that stored secrets are sealed with, as `runwhy secrets key` prints "
        "one; several servers on one database need the same. To replace it: the new one, a comma, "
        "the old one. Empty: the file `secret-key` beside the SQLite file, else in the data "
        "directory, made when it is needed.",
    )
    timezone: Annotated[str, AfterValidator(_zone)] = Field(
        "UTC", description="The IANA zone that agents are told the time in."
    )
    envelope_key: str = Field("runwhy_meta", description="The key of the envelope.")
    concurrency: Annotated[int, Field(ge=1, le=10_000)] = Field(
        64, description="How many runs one server executes at a time."
    )
    worker_beat: Annotated[float, Field(gt=0)] = Field(
        3.0, description="Seconds between signs of life of a server."
    )
    worker_dead_after: Annotated[float, Field(gt=0)] = Field(
        12.0, description="Seconds of silence after which others take a server's runs."
    )
    queue_limit: Annotated[int, Field(ge=1)] = Field(
        10_000, description="How many runs may wait before tasks are refused with 429."
    )
    rate_limit: Annotated[int, Field(ge=0)] = Field(
        0, description="Requests a minute that each key may make of one server; 0: no limit."
    )
    rate_burst: Annotated[int, Field(ge=1)] = Field(
        60, description="Requests that a key may make at once after a pause, under `rate_limit`."
    )
    wrong_key_limit: Annotated[int, Field(ge=0)] = Field(
        30,
        description="Wrong keys a minute that one address may show, in requests and when signing "
        "in; then it has to wait. 0: no limit.",
    )
    trusted_proxies: Annotated[Words, AfterValidator(_networks)] = Field(
        (),
        description="Addresses or networks of proxies in front, whose `X-Forwarded-For` says which "
        "address shows wrong keys. Empty: the header is not looked at.",
    )
    tool_timeout: Annotated[float, Field(gt=0)] = Field(
        600.0, description="Seconds that a client has to answer a tool call."
    )
    default_model: str = Field("echo", description="The model of a run that names none.")
    providers: dict[str, ProviderSettings] = Field(
        default_factory=dict, description="Endpoints that serve models, by name."
    )
    model_retries: Annotated[int, Field(ge=0, le=20)] = Field(
        4, description="How often a model call is tried again after 429, 5xx or a lost connection."
    )
    model_retry_wait: Annotated[float, Field(ge=0)] = Field(
        60.0, description="Seconds that one wait before a new try takes at most."
    )
    model_idle_timeout: Annotated[float, Field(gt=0)] = Field(
        300.0, description="Seconds that a model may say nothing, at first or in the middle."
    )
    context_window: Annotated[int, Field(ge=1000)] = Field(
        128_000, description="Tokens that a model can read of which that is not known."
    )
    prompt_cache: bool = Field(
        True, description="Ask providers that want to be asked to cache what stays the same."
    )
    redact_env: Words = Field(
        (), description="Environment variables whose values are replaced wherever they turn up."
    )
    tool_hosts: Words = Field(
        (),
        description="Private hosts that tools may reach: `name`, `name:port` or a network.",
    )
    webhook_hosts: Words = Field(
        (),
        description="Private hosts that webhooks may be sent to: `name`, `name:port` or a network.",
    )
    mcp_timeout: Annotated[float, Field(gt=0)] = Field(
        60.0, description="Seconds that an MCP server has to answer one call."
    )
    tool_output_limit: Annotated[int, Field(ge=1024)] = Field(
        64 * 1024, description="Bytes of a server-side tool's result that the model gets."
    )
    max_subruns: Annotated[int, Field(ge=0)] = Field(
        10, description="How many runs one run may start with spawn_run."
    )
    max_subrun_depth: Annotated[int, Field(ge=0)] = Field(
        3, description="How deep runs may start runs."
    )
    memory_capacity: Annotated[int, Field(ge=1, le=10_000)] = Field(
        1000, description="How many memories an agent may keep of one user."
    )
    memory_top_k: Annotated[int, Field(ge=1, le=20)] = Field(
        5, description="How many memories a run is reminded of at most."
    )
    memory_threshold: Annotated[float, Field(ge=0, le=1)] | None = Field(
        None,
        description="How well a memory must answer. Left out: 0.3 by words, 0.25 with vectors.",
    )
    memory_tokens: Annotated[int, Field(ge=0, le=8000)] = Field(
        1000, description="How many tokens the memories that a run is reminded of may take."
    )
    memory_timeout: Annotated[float, Field(gt=0, le=60)] = Field(
        5.0, description="Seconds that looking for memories may take; then the run goes on without."
    )
    embeddings: str = Field(
        "",
        description="Find memories by meaning too: `local` (needs the extra `embeddings`), or "
        "`PROVIDER:MODEL` for an OpenAI-compatible endpoint.",
    )
    shutdown_grace: Annotated[float, Field(ge=0)] = Field(
        10.0, description="Seconds that running runs get to end when the server stops."
    )
    terminals: bool = Field(
        True, description="Whether sessions may have terminals; a key needs the scope `terminal`."
    )
    max_terminals: Annotated[int, Field(ge=1, le=1000)] = Field(
        16, description="How many terminals may be open at a time."
    )
    terminal_idle: Annotated[float, Field(gt=0)] = Field(
        4 * 3600.0, description="Seconds after which a terminal that nobody uses is closed."
    )
    private_commands: Words = Field(
        (), description="Globs of command lines that are never kept, such as `aws sts *`."
    )
    claude_command: str = Field("claude", description="Claude Code's program: a name or a path.")
    codex_command: str = Field("codex", description="Codex' program: a name or a path.")
    copilot_command: str = Field("copilot", description="Copilot's program: a name or a path.")
    cursor_command: str = Field("cursor-agent", description="Cursor's program: a name or a path.")
    agent_variables: Words = Field(
        (), description="Environment variables that coding agents get besides their own."
    )
    agent_directories: Words = Field(
        (),
        description="Directories that coding agents may work in. Empty: any where only this "
        "machine reaches the server, else none.",
    )
    approval_timeout: Annotated[float, Field(gt=0)] = Field(
        600.0, description="Seconds that a person has to allow what a coding agent asks for."
    )
    retention_every: Annotated[float, Field(ge=60)] = Field(
        3600.0, description="Seconds after which a retention rule is applied again."
    )
    graphs: Words = Field(
        (),
        description="LangGraph graphs that runs may name, such as `my_app.graph:graph`: this is "
        "code that the server imports.",
    )
    trace_baggage: Words = Field(
        (),
        description="Tags that travel with a trace as W3C baggage: taken from callers who set no "
        "such tag, and sent on to models, tools and webhooks.",
    )
    trace_content: bool = Field(
        False,
        description="Whether spans hold what models and tools were sent and said, redacted.",
    )
    log_format: Literal["auto", "json", "text"] = Field(
        "auto", description="json (an object a line) or text. auto: text in a terminal, else json."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "warning", description="debug, info, warning or error."
    )

    @field_validator("worker_dead_after")
    @classmethod
    def _is_more_than_a_beat(cls, seconds: float, info: ValidationInfo) -> float:
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
        """What is said in a call wins over the environment, and that over the file."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the server, so that no key is needed."""
        return self.host in LOOPBACK

    @field_validator("database_url")
    @classmethod
    def _is_known(cls, value: str) -> str:
        known = ("sqlite:///", "postgres://", "postgresql://", "postgresql+")
        if "://" in value and not value.startswith(known):
            raise ValueError("must be a file, or begin with postgresql://")
        return value

    @property
    def is_postgres(self) -> bool:
        """Whether the database is PostgreSQL."""
        return self.database_url.startswith(("postgres://", "postgresql://", "postgresql+"))

    @property
    def secret_key_file(self) -> Path:
        """Where the secret key is that is not given as a setting."""
        directory = self.data_dir if self.is_postgres else self.sqlite_path.parent
        return directory / KEY_FILE

    @property
    def sqlite_path(self) -> Path:
        """The SQLite file."""
        text = self.database_url.removeprefix("sqlite:///")
        return Path(text).expanduser() if text else self.data_dir / "runwhy.db"
