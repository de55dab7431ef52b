"""Triggers, occurrences, channels, webhook deliveries and subscriptions."""
