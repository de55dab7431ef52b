"""Trigger adapters: schedules, incoming webhooks and Telegram; and outgoing webhooks."""
