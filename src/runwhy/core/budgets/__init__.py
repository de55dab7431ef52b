"""Budgets: usage limits of matching runs, and the actions when they are reached."""
