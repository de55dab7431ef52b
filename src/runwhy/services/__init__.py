"""Use cases: read, decide in the core, write."""
