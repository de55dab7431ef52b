"""Types of settings: texts that are durations, lists or names, with their checks."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Annotated, TypeVar
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_settings import NoDecode

from runwhy.core.durations import DURATION_RULE, parse_seconds
from runwhy.core.queue.limits import Limit, check_name, parse_limit
from runwhy.core.runs.tags import KEY_RULE, TAG_KEY

T = TypeVar("T")


def setting(default: T, description: str) -> T:
    """Return a setting with its default and its text in the reference."""
    field: T = Field(default, description=description)
    return field


def _check_tag_key(key: str) -> str:
    if key and not TAG_KEY.fullmatch(key):
        raise ValueError(f"should be a tag key: {KEY_RULE}")
    return key


def _read_limit(value: object) -> object:
    return value if isinstance(value, Limit) else parse_limit(value)


def read_seconds(value: object) -> object:
    """Return the seconds of a duration such as `3d`; numbers are seconds."""
    if not isinstance(value, str):
        return value
    seconds = parse_seconds(value)
    if seconds is None:
        raise ValueError(f"should be a duration, such as {DURATION_RULE}")
    return seconds


def _check_timezone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # ZoneInfo raises any of these for a bad name
        raise ValueError("should be an IANA time zone, such as Europe/Berlin") from None
    return name


def _split_commas(value: object) -> object:
    if not isinstance(value, str):
        return value
    return [word.strip() for word in value.split(",") if word.strip()]


def _check_networks(entries: tuple[str, ...]) -> tuple[str, ...]:
    for entry in entries:
        try:
            ip_network(entry, strict=False)
        except ValueError:
            raise ValueError("should contain addresses or networks, such as 10.0.0.0/8") from None
    return entries


def _check_bind(address: str) -> str:
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise ValueError("should be an address and a port, such as 127.0.0.1:7430")
    return address


AcpName = Annotated[str, Field(pattern="^[a-z0-9][a-z0-9_-]{0,49}$")]
Bind = Annotated[str, AfterValidator(_check_bind)]
CommaList = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split_commas)]
Count = Annotated[int, Field(ge=1)]
LimitName = Annotated[str, AfterValidator(check_name)]
LimitValue = Annotated[Limit, BeforeValidator(_read_limit)]
Networks = Annotated[CommaList, AfterValidator(_check_networks)]
PoolName = Annotated[str, Field(pattern="^[a-z0-9][a-z0-9_-]{0,49}$")]
PoolNames = Annotated[
    tuple[PoolName, ...], NoDecode, BeforeValidator(_split_commas), Field(min_length=1)
]
Seconds = Annotated[float, BeforeValidator(read_seconds), Field(ge=0)]
PositiveSeconds = Annotated[float, BeforeValidator(read_seconds), Field(gt=0)]
TagKey = Annotated[str, AfterValidator(_check_tag_key)]
TimeZone = Annotated[str, AfterValidator(_check_timezone)]
Window = Annotated[int, Field(ge=1000)]  # tokens
