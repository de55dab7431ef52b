"""The use cases: read, decide in the core, write."""
