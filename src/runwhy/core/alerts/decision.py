"""Decisions of alerts: when one fires and resolves, and whether its recipients are notified."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from runwhy.core.alerts.alert import Alert, Direction


class Sample(NamedTuple):
    """A measured value; None if it is unknown. `is_empty` is whether no run was measured."""

    value: float | None
    is_empty: bool = False


class Limits(NamedTuple):
    """The thresholds of an alert: where it fires, and where it resolves."""

    fire: float
    resolve: float
    is_above: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """A change between firing and resolved, at the moment the value crossed a threshold."""

    at: int  # ms
    is_firing: bool
    value: float | None


def limits_of(alert: Alert) -> Limits:
    """Return the thresholds of an alert; those of an age are its window."""
    fire = float(alert.window) if alert.threshold is None else alert.threshold
    resolve = fire if alert.resolve_threshold is None else alert.resolve_threshold
    return Limits(fire, resolve, alert.direction is Direction.ABOVE)


def fires(limits: Limits, sample: Sample, *, firing: bool) -> bool:
    """Whether an alert fires with this sample, if it was `firing` before.

    The state does not change between the two thresholds, or while the value is unknown because
    there are too few runs. Without any runs, the alert is resolved.
    """
    value = sample.value
    if value is None:
        return firing and not sample.is_empty
    if limits.is_above:
        return value >= (limits.resolve if firing else limits.fire)
    return value <= (limits.resolve if firing else limits.fire)


def announces(*, is_firing: bool, is_announced: bool, is_silenced: bool) -> bool:
    """Whether recipients are notified now: that the alert fires, or that it is resolved."""
    return is_firing != is_announced and not is_silenced
