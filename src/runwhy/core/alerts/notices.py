"""Notices of alerts: texts for recipients and the inbox."""

from __future__ import annotations

from datetime import UTC, timedelta

from runwhy.core.alerts.alert import (
    Alert,
    AlertMeasure,
    AlertState,
    AlertStatus,
    Comparison,
    Direction,
)
from runwhy.core.alerts.decision import limits_of

FIRING, RESOLVED = "alert.firing", "alert.resolved"  # types of deliveries
_NAMES = {
    AlertMeasure.COUNT: "runs",
    AlertMeasure.FAILED: "failed runs",
    AlertMeasure.FAILURE_RATE: "failure rate",
    AlertMeasure.P95: "p95 duration",
    AlertMeasure.COST: "cost",
}


def duration_text(seconds: float) -> str:
    """Return a duration in its two largest units, such as `1 h 30 min`."""
    if seconds < 10:
        return f"{seconds:.2g} s"
    left = round(seconds)
    parts = []
    for unit, name in ((86_400, "d"), (3600, "h"), (60, "min"), (1, "s")):
        if left >= unit:
            parts.append(f"{left // unit} {name}")
            left %= unit
    return " ".join(parts[:2])


def value_text(alert: Alert, value: float | None) -> str:
    """Return a value of an alert with its unit."""
    if value is None:
        return "unknown"
    if alert.comparison is Comparison.PREVIOUS:
        return f"{value:.3g} times the {duration_text(alert.window)} before"
    match alert.measure:
        case AlertMeasure.FAILURE_RATE:
            return f"{value * 100:.3g} %"
        case AlertMeasure.COST:
            return f"${value:,.2f}" if value >= 0.01 or not value else f"${value:.6f}".rstrip("0")
        case AlertMeasure.P95 | AlertMeasure.ABSENCE | AlertMeasure.APPROVAL_AGE:
            return duration_text(value)
        case _:
            return f"{value:,.0f}"


def condition_text(alert: Alert) -> str:
    """Return when an alert fires, such as `failure rate at least 20 % in 1 h`."""
    length = duration_text(alert.window)
    if alert.schedule is not None:
        return f"no run within {length} of a planned time"
    if alert.measure is AlertMeasure.ABSENCE:
        return f"no run for {length}"
    if alert.measure is AlertMeasure.APPROVAL_AGE:
        return f"an approval waits for {length}"
    side = "at least" if alert.direction is Direction.ABOVE else "at most"
    return f"{_NAMES[alert.measure]} {side} {_in_window(alert, limits_of(alert).fire)}"


def _in_window(alert: Alert, value: float | None) -> str:
    """Return a value with the window that it is about."""
    text = value_text(alert, value)
    if value is not None and alert.comparison is Comparison.PREVIOUS:
        return text  # names the window
    return f"{text} in {duration_text(alert.window)}"


def title_text(alert: Alert, state: AlertState, reason: str | None = None) -> str:
    """Return the state of an alert in one line; `reason` is why it is resolved without a value."""
    match state.status:
        case AlertStatus.BROKEN:
            return f"The alert {alert.name} cannot be evaluated: {state.problem}"
        case AlertStatus.FIRING:
            return f"The alert {alert.name} fires: {_now(alert, state)}"
        case _:
            return f"The alert {alert.name} is resolved: {reason or _now(alert, state)}"


def _now(alert: Alert, state: AlertState) -> str:
    match alert.measure:
        case AlertMeasure.ABSENCE if state.status is AlertStatus.OK:
            return "a run matches again"
        case AlertMeasure.ABSENCE if alert.schedule is not None:
            return f"the schedule did not run within {duration_text(alert.window)}"
        case AlertMeasure.ABSENCE:
            return f"no run matched for {value_text(alert, state.value)}"
        case AlertMeasure.APPROVAL_AGE if state.status is AlertStatus.OK:
            return f"no approval has waited for {duration_text(alert.window)}"
        case AlertMeasure.APPROVAL_AGE:
            return f"an approval has waited for {value_text(alert, state.value)}"
        case _ if state.status is AlertStatus.OK and state.value is None:
            return f"no run in {duration_text(alert.window)}"
        case _:
            return f"{_NAMES[alert.measure]} {_in_window(alert, state.value)}"


def message_text(alert: Alert, state: AlertState, title: str) -> str:
    """Return the message about a change of state, for a chat. It has no markup."""
    at = state.since.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    lines = [title, f"Since {at} · {condition_text(alert)}"]
    return "\n".join([*lines, f"Query: {alert.query or 'all runs'}"])


MESSAGES_FOR = timedelta(days=1)  # a message that could not be sent for so long is given up
