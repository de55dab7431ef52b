"""Workspaces, keys, the audit log and rate limits."""
