"""Executors run one run: our own engine, or an agent's CLI."""
