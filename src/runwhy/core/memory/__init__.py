"""Memories of agents, and the terms they are found by."""
