"""Memories and their index."""
