"""Provider libraries: imported after the server is ready, before the first run needs them."""

from __future__ import annotations

import asyncio
import importlib
import sys
import threading
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager

import structlog

from runwhy.executors.builtin.providers import Provider, Wire

PAUSE = 0.001  # seconds after each module, in which other threads run

_OPENAI = ("pydantic_ai.models.openai", "pydantic_ai.providers.openai")
_MODULES: Mapping[Wire, tuple[str, ...]] = {
    "responses": _OPENAI,
    "chat": (*_OPENAI, "pydantic_ai.providers.openai_compatible"),
    "anthropic": ("pydantic_ai.models.anthropic", "pydantic_ai.providers.anthropic"),
}
_REHEARSAL = "runwhy.executors.builtin.rehearsal"

_loading = threading.Lock()
_needed = threading.Event()  # a run waits for the libraries
_log = structlog.get_logger("runwhy.models")


def wires_to_load(providers: Iterable[Provider]) -> frozenset[Wire]:
    """Return the APIs of providers that can be called; without a key, none can."""
    return frozenset(provider.wire for provider in providers if provider.is_ready)


def load_in_background(wires: Collection[Wire]) -> None:
    """Import the libraries for these APIs in a thread. A failure is logged; runs report it too."""
    if wires:
        thread = threading.Thread(target=_load, args=(wires,), name="provider-imports", daemon=True)
        thread.start()


def wait_until_loaded() -> None:
    """Wait for the background imports, without further pauses. Concurrent imports can block."""
    _needed.set()
    with _loading:
        pass


def _load(wires: Collection[Wire]) -> None:
    started = time.thread_time()
    try:
        with _loading, _pauses():
            for module in (_REHEARSAL, *dict.fromkeys(m for wire in wires for m in _MODULES[wire])):
                importlib.import_module(module)
            _rehearse(wires)
    except Exception as error:  # a broken library must not stop the server
        _log.warning("providers.load_failed", error=f"{type(error).__name__}: {error}")
        return
    cpu_seconds = round(time.thread_time() - started, 1)
    _log.info("providers.loaded", apis=sorted(wires), cpu_seconds=cpu_seconds)


def _rehearse(wires: Collection[Wire]) -> None:
    from runwhy.executors.builtin.rehearsal import rehearse

    for wire in sorted(wires):
        asyncio.run(rehearse(wire))


class _Pauses:
    """A finder that finds nothing, but pauses its thread before each module is looked up."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()

    def find_spec(self, *_: object) -> None:
        """Let other threads run."""
        if threading.get_ident() == self._thread and not _needed.is_set():
            time.sleep(PAUSE)


@contextmanager
def _pauses() -> Iterator[None]:
    """Pause between imports: thousands of modules in a row would delay all requests."""
    finder = _Pauses()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
