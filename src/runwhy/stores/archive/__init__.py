"""Backups, and export and import of a workspace."""
