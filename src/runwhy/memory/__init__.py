"""Vectors of texts: from an endpoint, or from a table of words on this machine."""
