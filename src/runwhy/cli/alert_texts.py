"""Alerts as text: their state, values with units, and conditions."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from runwhy.cli.output import cost_text, seconds_text


def state_text(alert: Any) -> str:
    """Return the state of an alert, and whether it is disabled or silenced."""
    if not alert["enabled"]:
        return "disabled"
    silenced = alert["silencedUntil"]
    if silenced and datetime.fromisoformat(silenced) > datetime.now(UTC):
        return f"{alert['state']} (silenced)"
    return str(alert["state"])


def value_text(alert: Any, value: float | None) -> str:
    """Return a value of an alert with its unit."""
    if value is None:
        return ""
    if alert["comparison"] == "previous":
        return f"{value:.3g}x"
    match alert["measure"]:
        case "failure_rate":
            return f"{value * 100:.3g} %"
        case "cost":
            return cost_text(f"{value:.12f}", 0)
        case "count" | "failed":
            return f"{value:,.0f}"
        case _:
            return seconds_text(value)


def condition_text(alert: Any) -> str:
    """Return when an alert fires, such as `failure_rate >= 20 % in 1h`."""
    window = window_text(alert["windowSeconds"])
    if alert["threshold"] is None:
        since = " after a planned time" if alert["schedule"] else ""
        return f"{alert['measure']} {window}{since}"
    sign = ">=" if alert["direction"] == "above" else "<="
    return f"{alert['measure']} {sign} {value_text(alert, alert['threshold'])} in {window}"


def resolve_text(alert: Any) -> str | None:
    """Return where an alert resolves, such as `below 15 %`; None if it has no such threshold."""
    if alert["resolveThreshold"] is None:
        return None
    word = "below" if alert["direction"] == "above" else "above"
    return f"{word} {value_text(alert, alert['resolveThreshold'])}"


def window_text(seconds: float) -> str:
    """Return a duration in its largest unit, such as `7d`."""
    for unit, name in ((86_400, "d"), (3600, "h"), (60, "m")):
        if seconds % unit == 0:
            return f"{seconds // unit}{name}"
    return f"{seconds}s"
