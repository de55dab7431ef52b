"""Runs: request, plan, origin, tags, log, events and views."""
