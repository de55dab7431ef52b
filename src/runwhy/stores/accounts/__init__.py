"""Workspaces, keys, saved views, sealed secrets and the audit log."""
