"""Alerts in SQL."""
