"""ASGI middleware: request checks and metrics."""
