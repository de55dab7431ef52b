"""Everything that can be set from outside, parsed once: environment, `whence.toml`, defaults."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from platformdirs import user_data_path
from pydantic import Field
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

DEFAULT_PORT = 7420
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


def data_dir() -> Path:
    """Where Whence keeps its things on this platform."""
    return user_data_path("whence", appauthor=False)


class Settings(BaseSettings):
    """How a server is set up. `WHENCE_` and the name in capitals is its environment variable."""

    model_config = SettingsConfigDict(
        env_prefix="WHENCE_", toml_file="whence.toml", extra="ignore", frozen=True
    )

    host: str = Field("127.0.0.1", description="The address to listen on.")
    port: Annotated[int, Field(ge=0, le=65535)] = Field(
        DEFAULT_PORT, description="The port to listen on; 0 takes a free one."
    )
    database_url: str = Field(
        "", description="A file for SQLite, or a postgresql:// URL. Empty: the data directory."
    )
    data_dir: Path = Field(
        default_factory=data_dir, description="Where the database and the local token are kept."
    )
    timezone: str = Field("UTC", description="The IANA zone that agents are told the time in.")
    envelope_key: str = Field("whence_meta", description="The key of the envelope.")
    concurrency: Annotated[int, Field(ge=1, le=10_000)] = Field(
        64, description="How many runs one server executes at a time."
    )
    queue_limit: Annotated[int, Field(ge=1)] = Field(
        10_000, description="How many runs may wait before tasks are refused with 429."
    )
    tool_timeout: Annotated[float, Field(gt=0)] = Field(
        600.0, description="Seconds that a client has to answer a tool call."
    )
    shutdown_grace: Annotated[float, Field(ge=0)] = Field(
        10.0, description="Seconds that running runs get to end when the server stops."
    )
    log_level: str = Field("warning", description="debug, info, warning or error.")

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

    @property
    def is_postgres(self) -> bool:
        """Whether the database is PostgreSQL."""
        return self.database_url.startswith(("postgres://", "postgresql://", "postgresql+"))

    @property
    def sqlite_path(self) -> Path:
        """The SQLite file."""
        text = self.database_url.removeprefix("sqlite:///")
        return Path(text).expanduser() if text else self.data_dir / "whence.db"
