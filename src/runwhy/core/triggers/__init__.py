"""Triggers: schedules, webhooks, Telegram and outgoing subscriptions."""
