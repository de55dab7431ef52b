"""Embedding vectors for memories: from an endpoint, or from a local table."""
