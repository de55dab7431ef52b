"""Decisions: frozen values and pure functions without clock, ids or I/O."""
