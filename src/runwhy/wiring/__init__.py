"""The one place that joins settings, adapters, services and the app."""

from runwhy.wiring.adapters import make_embedder, make_store, make_vault
from runwhy.wiring.clock_and_ids import TimeOrderedIds, wall_clock
from runwhy.wiring.server import Server, make_server

__all__ = [
    "Server",
    "TimeOrderedIds",
    "make_embedder",
    "make_server",
    "make_store",
    "make_vault",
    "wall_clock",
]
