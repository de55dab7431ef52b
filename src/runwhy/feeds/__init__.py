"""Feeds tell listeners that something changed."""
