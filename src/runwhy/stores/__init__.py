"""Stores on SQLite and PostgreSQL, which fulfil the same contract."""
