"""Budgets in SQL."""
