"""The inbox in SQL."""
