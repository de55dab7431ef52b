"""Runs, their log, entries, approvals and the queue."""
