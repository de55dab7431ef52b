"""Shared test code: fakes, builders, servers, and contract tests of the ports."""
