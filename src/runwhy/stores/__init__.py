"""Stores on SQLite and PostgreSQL, tested by one contract suite."""
