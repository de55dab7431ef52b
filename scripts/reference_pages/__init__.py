"""Generators of the reference pages that are built from the code."""
