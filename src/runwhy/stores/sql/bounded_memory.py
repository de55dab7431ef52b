"""Values that a store has read and keeps in memory, up to a size; erasures remove them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, Protocol, TypeVar


class Sized(Protocol):
    """A value with its size in bytes, estimated."""

    @property
    def size(self) -> int: ...


K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Sized)


class BoundedMemory(Generic[K, V]):
    """Values by key; those that were not used for the longest time are dropped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._size = 0
        self._known: OrderedDict[K, V] = OrderedDict()
        self.forgotten = 0  # how often everything was dropped

    def get(self, key: K) -> V | None:
        """Return the value of a key, if it is known."""
        with self._lock:
            known = self._known.get(key)
            if known is not None:
                self._known.move_to_end(key)
            return known

    def put(self, key: K, known: V, *, forgotten: int) -> None:
        """Keep a value, unless some were erased since `forgotten` was read, before the value."""
        with self._lock:
            if forgotten != self.forgotten:
                return
            self._remove(key)
            if known.size > self._most:
                return
            self._known[key] = known
            self._size += known.size
            while self._size > self._most:
                self._remove(next(iter(self._known)))

    def forget(self) -> None:
        """Drop everything, because some of it is being erased."""
        with self._lock:
            self._known.clear()
            self._size = 0
            self.forgotten += 1

    def _remove(self, key: K) -> None:
        known = self._known.pop(key, None)
        if known is not None:
            self._size -= known.size

    def __len__(self) -> int:
        return len(self._known)
