"""Budgets: limits on what matching runs may use, and what happens when they are reached."""
