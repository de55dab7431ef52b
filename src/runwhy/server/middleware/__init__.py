"""Middleware: host and origin checks, limits, metrics."""
