"""Alerts: measures of matching runs that are watched, and notices when they cross a threshold."""
