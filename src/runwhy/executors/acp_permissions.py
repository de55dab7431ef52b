"""Permission requests of the Agent Client Protocol, and the option that answers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from runwhy.core.agents.coding_agents import Decision
from runwhy.core.json import JsonObject

NO_PERMISSION: JsonObject = {"outcome": {"outcome": "cancelled"}}
# Kinds of options for each decision, the preferred one first.
KINDS: Mapping[Decision, Sequence[str]] = {
    "approve": ("allow_once", "allow_always"),
    "approve_for_run": ("allow_always", "allow_once"),
    "deny": ("reject_once", "reject_always"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PermissionRequest:
    """A request for permission, and the options of its answer.

    With `always_ends_with_run`, the option "always" of the agent holds for its process only.
    """

    call: Mapping[str, Any]
    options: Sequence[Mapping[str, Any]]
    always_ends_with_run: bool

    @classmethod
    def of(cls, params: Mapping[str, Any], *, always_ends_with_run: bool) -> PermissionRequest:
        """Return the request of a message."""
        options = params.get("options")
        return cls(
            call=as_mapping(params.get("toolCall")),
            options=[as_mapping(one) for one in options] if isinstance(options, list) else (),
            always_ends_with_run=always_ends_with_run,
        )

    @property
    def call_id(self) -> str:
        return str(self.call.get("toolCallId"))

    @property
    def tool(self) -> str:
        return str(self.call.get("name") or self.call.get("kind") or "tool")

    def details(self) -> JsonObject:
        """Return the action that a person decides about."""
        always = self._find(["allow_always"]) if self.always_ends_with_run else None
        return {
            "tool": self.tool,
            "input": _input(self.call),
            "entryId": self.call_id,
            "description": self.call.get("title"),
            **({"forRun": always.get("name")} if always else {}),
        }

    def answer(self, decision: Decision) -> JsonObject:
        """Return the answer with the option of a decision.

        An option "always" that could reach later runs is not chosen for one run.
        """
        if decision == "approve_for_run" and not self.always_ends_with_run:
            decision = "approve"
        option = self._find(KINDS[decision])
        if option is None:
            return NO_PERMISSION
        return {"outcome": {"outcome": "selected", "optionId": option.get("optionId")}}

    def _find(self, kinds: Sequence[str]) -> Mapping[str, Any] | None:
        """Return the first option of the first kind; ids and order differ by agent."""
        fitting = (one for kind in kinds for one in self.options if one.get("kind") == kind)
        return next(fitting, None)


def _input(call: Mapping[str, Any]) -> JsonObject:
    """Return the input of a tool, or its diff and title."""
    given = call.get("rawInput")
    if isinstance(given, Mapping) and given:
        return dict(given)
    blocks = [as_mapping(block) for block in call.get("content") or ()]
    diffs = [dict(block) for block in blocks if block.get("type") == "diff"]
    shown: dict[str, Any] = {"title": call.get("title")}
    if isinstance(given, str) and given:
        shown["input"] = given
    return {**shown, "diffs": diffs} if diffs else shown


def as_mapping(value: Any) -> Mapping[str, Any]:
    """Return a JSON object, or an empty one for any other value."""
    return value if isinstance(value, Mapping) else {}
