"""Stores keep things: SQLite and PostgreSQL, equals behind one set of promises."""
