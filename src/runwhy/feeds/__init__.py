"""Feeds notify listeners of changes."""
