"""Trigger adapters: the ticker of schedules and timers, Telegram bots, and outgoing webhooks."""
