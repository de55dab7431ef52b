"""Values for shell completion, from the running server.

A shell waits for these at each Tab. So there is one short request without the client's libraries,
no server is started, and every error means that there are no suggestions.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from runwhy.cli.target import HERE, Target, select_target

TIMEOUT = 1.0  # seconds
LIMIT = 50  # newest runs and sessions
MAX_HELP = 60  # characters
# The fields of queries that have values to choose from; the query language takes long to load.
FIELDS = ("status", "trigger", "agent", "model", "executor", "actor", "error", "budget")
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
Values = Iterable[tuple[str, str]]  # each with its description


def completes(find: Callable[[Fetch, str], Values]) -> Complete:
    """Return a function for `shell_complete` that suggests the results of `find`."""

    def complete(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
        try:
            found = [*find(Fetch(ctx), incomplete)]
        except Exception:  # a message would appear in the middle of the command line
            return []
        return [
            CompletionItem(value, help=" ".join(text.split())[:MAX_HELP] or None)
            for value, text in found
            if value.startswith(incomplete)
        ]

    return complete


class Fetch:
    """Reads from the server that the command would use."""

    def __init__(self, ctx: click.Context) -> None:
        self._directory = Path(os.environ.get("RUNWHY_DATA_DIR") or _default_directory())
        self._target = select_target(*given_targets(ctx.find_root()), self._find_profile)

    def __call__(self, path: str, **params: object) -> Any:
        """Return the answer to a request in the workspace."""
        from runwhy.data_dir import find_server

        record = None if self._target.server else find_server(self._directory, "")
        url = self._target.server or (record.url if record else None)
        if url is None:
            return {}
        slug = quote(self._target.workspace or "default", safe="")
        query = f"?{urlencode(params)}" if params else ""
        return self._get(url.rstrip("/"), f"/api/v1/workspaces/{slug}{path}{query}")

    def _get(self, url: str, path: str) -> Any:
        from http.client import HTTPConnection, HTTPSConnection

        from runwhy.data_dir import read_token

        parts = urlsplit(url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=TIMEOUT)
        is_here = parts.hostname in LOOPBACK
        key = self._target.api_key or (read_token(self._directory) if is_here else None)
        try:
            headers = {"Authorization": f"Bearer {key}"} if key else {}
            connection.request("GET", path, headers=headers)
            response = connection.getresponse()
            return json.loads(response.read()) if response.status == 200 else {}
        finally:
            connection.close()

    def _find_profile(self, name: str | None) -> Target:
        from runwhy.cli.profiles import DEFAULT, LOCAL, ProfileStore

        if name == LOCAL or (name is None and "RUNWHY_DATABASE_URL" in os.environ):
            return HERE
        found = ProfileStore(self._directory).find(name or DEFAULT)
        if found is None and name is not None:
            raise LookupError(name)
        return HERE if found is None else found.target()

    def profiles(self) -> Values:
        """Return the names of all profiles."""
        from runwhy.cli.profiles import ProfileStore

        found = ProfileStore(self._directory).list()
        return [(name, profile.url) for name, profile in found.items()]


def _default_directory() -> Path:
    from platformdirs import user_data_path  # as in the settings, which take long to load

    return user_data_path("runwhy", appauthor=False)


def given_targets(ctx: click.Context) -> tuple[Target, Target]:
    """Return the selection of the options of `runwhy`, and of the environment."""
    names = ("server", "workspace", "api_key", "profile")
    given = {name: ctx.params.get(name) or None for name in names}
    from_environment = {
        name for name in names if ctx.get_parameter_source(name) is ParameterSource.ENVIRONMENT
    }
    return (
        Target(**{n: value for n, value in given.items() if n not in from_environment}),
        Target(**{n: value for n, value in given.items() if n in from_environment}),
    )


def _runs(fetch: Fetch, _: str) -> Values:
    found = fetch("/agent-runs", limit=LIMIT).get("runs", ())
    return [(run["id"], f"{run['status']} {run.get('task') or ''}") for run in found]


def _sessions(fetch: Fetch, _: str) -> Values:
    found = fetch("/agent-sessions", limit=LIMIT).get("sessions", ())
    return [(one["sessionId"], str(one.get("summary") or "")) for one in found]


def _triggers(fetch: Fetch, _: str) -> Values:
    return _named(fetch("/triggers").get("triggers", ()), "name", "kind")


def _agents(fetch: Fetch, incomplete: str) -> Values:
    """Suggest names, and ids once one is begun."""
    found = fetch("/agents").get("agents", ())
    ids = _named(found, "id", "name") if incomplete.startswith("agt_") else ()
    return [*_named(found, "name", "id"), *ids]


def _budgets(fetch: Fetch, _: str) -> Values:
    return _named(fetch("/budgets").get("budgets", ()), "name", "query")


def _retention_rules(fetch: Fetch, _: str) -> Values:
    return _named(fetch("/retention-rules").get("rules", ()), "name", "query")


def _requests(fetch: Fetch, _: str) -> Values:
    found = fetch("/inbox", kind="approval").get("items", ())
    return _named(found, "id", "title")


def _items(fetch: Fetch, _: str) -> Values:
    return _named(fetch("/inbox").get("items", ()), "id", "title")


def _alerts(fetch: Fetch, _: str) -> Values:
    return _named(fetch("/alerts").get("alerts", ()), "name", "state")


def _alert_templates(fetch: Fetch, _: str) -> Values:
    return _named(fetch("/alerts/templates").get("templates", ()), "name", "title")


def _webhooks(fetch: Fetch, _: str) -> Values:
    found = fetch("/subscriptions").get("subscriptions", ())
    return [(one["name"] or one["id"], one["url"]) for one in found]


def _keys(fetch: Fetch, _: str) -> Values:
    return _named(fetch("/keys").get("keys", ()), "id", "name")


def _models(fetch: Fetch, _: str) -> Values:
    return _named(fetch("/models").get("models", ()), "id", "label")


def _named(found: Sequence[Mapping[str, Any]], name: str, text: str) -> Values:
    return [(str(one[name]), str(one.get(text) or "")) for one in found]


def _tag_keys(fetch: Fetch, incomplete: str) -> Values:
    found = fetch("/agent-runs/keys", prefix=incomplete).get("keys", ())
    return [(str(one["key"]), f"{one['count']} runs") for one in found]


def _tags(fetch: Fetch, incomplete: str) -> Values:
    """Suggest keys, and after `key=` the most frequent values."""
    key, equals, _ = incomplete.partition("=")
    if not equals:
        return [(f"{name}=", text) for name, text in _tag_keys(fetch, incomplete)]
    found = fetch("/agent-runs/facets", key=key, limit=LIMIT).get("values", ())
    return [(f"{key}={one['value']}", f"{one['count']} runs") for one in found if one["value"]]


def _queries(fetch: Fetch, incomplete: str) -> Values:
    """Suggest the last term of a query: keys, and after `key:` the most frequent values."""
    before, space, term = incomplete.rpartition(" ")
    sign = "-" if term.startswith("-") else ""
    start = f"{before}{space}{sign}"
    key, colon, _ = term.removeprefix(sign).partition(":")
    if not colon:
        keys = [*((name, "field") for name in FIELDS), *_tag_keys(fetch, key)]
        return [(f"{start}{name}:", text) for name, text in keys]
    return [(f"{start}{key}:{value}", text) for value, text in _values(fetch, key) if value]


def _values(fetch: Fetch, key: str) -> Values:
    if key == "agent":
        return _named(fetch("/agents").get("agents", ()), "name", "id")
    found = fetch("/agent-runs/facets", key=key, limit=LIMIT).get("values", ())
    return [(_query_value(one["value"]), f"{one['count']} runs") for one in found if one["value"]]


def _query_value(value: str) -> str:
    """Return a value as it is written in a query."""
    plain = value.isascii() and all(char.isalnum() or char in "_-.:/@" for char in value)
    return value if plain else json.dumps(value, ensure_ascii=False)


def _pages(fetch: Fetch, incomplete: str) -> Values:
    """Suggest runs, sessions and triggers, whichever the text can begin."""
    kinds = {"run_": _runs, "ses_": _sessions}
    started = [find for prefix, find in kinds.items() if incomplete.startswith(prefix)]
    return [value for find in started or (_triggers, _runs) for value in find(fetch, incomplete)]


complete_agents = completes(_agents)
complete_alert_templates = completes(_alert_templates)
complete_alerts = completes(_alerts)
complete_budgets = completes(_budgets)
complete_items = completes(_items)
complete_keys = completes(_keys)
complete_models = completes(_models)
complete_pages = completes(_pages)
complete_profiles = completes(lambda fetch, _: fetch.profiles())
complete_queries = completes(_queries)
complete_requests = completes(_requests)
complete_retention_rules = completes(_retention_rules)
complete_runs = completes(_runs)
complete_sessions = completes(_sessions)
complete_tag_keys = completes(_tag_keys)
complete_tags = completes(_tags)
complete_triggers = completes(_triggers)
complete_webhooks = completes(_webhooks)
