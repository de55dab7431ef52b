"""Templates of alerts: common alerts that need only a few parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from runwhy.core.alerts.alert import AlertMeasure, Comparison
from runwhy.core.display_text import one_line
from runwhy.core.queries import Field, FieldIs, TagIs, all_of, render
from runwhy.core.runs.tags import TAG_KEY
from runwhy.errors import InvalidInput, Problem

MAX_VALUE = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter of a template."""

    name: str
    description: str
    default: str | None = None  # None: it is required


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A common alert. `fields` are those of the alert that do not depend on parameters."""

    name: str
    title: str
    description: str
    parameters: Sequence[Parameter]
    fields: Mapping[str, Any]


TEMPLATES: Mapping[str, Template] = {
    each.name: each
    for each in (
        Template(
            name="schedule_missed",
            title="This schedule did not run",
            description="Fires ten minutes after a planned time of a schedule without a run.",
            parameters=(Parameter(name="schedule", description="Id or name of the schedule."),),
            fields={"measure": AlertMeasure.ABSENCE, "window": 600},
        ),
        Template(
            name="failures_doubled",
            title="This customer's failures doubled",
            description="Fires if at least 5 runs with a tag failed in an hour, and twice as many "
            "as in the hour before.",
            parameters=(
                Parameter(name="value", description="Value of the tag, such as the customer."),
                Parameter(name="key", description="Key of the tag.", default="customer"),
            ),
            fields={
                "measure": AlertMeasure.FAILED,
                "comparison": Comparison.PREVIOUS,
                "window": 3600,
                "threshold": 2.0,
                "resolve_threshold": 1.5,
                "minimum": 5,
            },
        ),
        Template(
            name="approval_waiting",
            title="A run has waited for approval for an hour",
            description="Fires while a request for approval has waited for an hour.",
            parameters=(),
            fields={"measure": AlertMeasure.APPROVAL_AGE, "window": 3600},
        ),
    )
}


def template_fields(name: str, given: Mapping[str, str]) -> Mapping[str, Any]:
    """Return the fields of an alert from a template. Raises: InvalidInput."""
    template = TEMPLATES.get(name)
    if template is None:
        known = ", ".join(TEMPLATES)
        raise InvalidInput([Problem("/template", f"unknown template {name!r}; use {known}")])
    values = {each.name: given.get(each.name, each.default) for each in template.parameters}
    problems = [
        Problem(f"/parameters/{key}", f"is required by the template {name}")
        for key, value in values.items()
        if not value
    ]
    problems += [
        Problem(f"/parameters/{key}", f"is not a parameter of the template {name}")
        for key in given
        if key not in values
    ]
    problems += [
        Problem.over(f"/parameters/{key}", "characters", len(value), MAX_VALUE)
        for key, value in given.items()
        if len(value) > MAX_VALUE
    ]
    if name == "failures_doubled" and values["key"] and not TAG_KEY.fullmatch(values["key"]):
        problems.append(Problem("/parameters/key", "is not the key of a tag"))
    if problems:
        raise InvalidInput(problems)
    filled = {key: one_line(value) for key, value in values.items() if value}
    return {**template.fields, **_derived(name, filled)}


def _derived(name: str, values: Mapping[str, str]) -> Mapping[str, Any]:
    match name:
        case "schedule_missed":
            return {"schedule": values["schedule"]}
        case "failures_doubled":
            return {"query": render(all_of([TagIs(values["key"], values["value"])]))}
        case _:
            return {}


def schedule_query(trigger_id: str) -> str:
    """Return the query for the runs of a schedule."""
    return render(FieldIs(Field.TRIGGER_ID, trigger_id))
