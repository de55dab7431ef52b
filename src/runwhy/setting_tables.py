"""Tables of `runwhy.toml`: providers of models, agents, and prices."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from runwhy.setting_types import Window, setting

MAX_PRICE = 100_000  # dollars per million tokens


class ProviderSettings(BaseModel):
    """A `[providers.NAME]` table in runwhy.toml. Its models are called `NAME:MODEL`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    base_url: str | None = setting(None, "Base URL of the endpoint, such as https://host/v1.")
    api_key_env: str | None = setting(
        None, "Environment variable that holds the API key. Omit it if the endpoint needs no key."
    )
    wire: Literal["chat", "responses", "anthropic"] | None = setting(
        None,
        "API of the endpoint: `chat` (Chat Completions, the default), `responses` or `anthropic` "
        "(Messages).",
    )
    context_window: Window | None = setting(
        None, "Context window of its models, in tokens. Default: the known size of each model."
    )
    output_limit: Annotated[int, Field(ge=1, le=1_000_000)] | None = setting(
        None,
        "Longest output of a model call in tokens. It is sent with each request, and budgets "
        "reserve it. Default: that of the model.",
    )
    models: tuple[str, ...] = setting((), "Models of the endpoint. Default: any name is accepted.")


class AcpAgentSettings(BaseModel):
    """An `[acp_agents.NAME]` table in runwhy.toml: an agent that speaks ACP on stdio."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    command: Annotated[tuple[str, ...], Field(min_length=1)] = Field(
        description="Program and arguments that start the agent."
    )
    env: dict[str, str] = Field(
        default_factory=dict, description="Environment variables to set for the agent."
    )
    mode: str | None = setting(
        None,
        "Mode of the agent in which it requests permission. Set it if the agent starts in another "
        "mode.",
    )


def _check_price(price: Decimal) -> Decimal:
    if not price.is_finite() or not 0 <= price <= MAX_PRICE or price != round(price, 6):
        raise ValueError(
            "should be dollars per million tokens, from 0 to 100000 with at most 6 decimal "
            'places, such as "0.25"'
        )
    return price


Dollars = Annotated[Decimal, AfterValidator(_check_price)]


class PriceSettings(BaseModel):
    """A `[prices."MODEL"]` table in runwhy.toml: the price of a model, by its id."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: Dollars = Field(description="Dollars per million input tokens.")
    output: Dollars = Field(
        description="Dollars per million output tokens, which include reasoning tokens."
    )
    cache_read: Dollars | None = setting(
        None, "Dollars per million input tokens read from a cache. Default: the price of input."
    )
    cache_write: Dollars | None = setting(
        None, "Dollars per million input tokens written to a cache. Default: the price of input."
    )
