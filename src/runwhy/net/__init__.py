"""Outgoing connections to addresses that users choose."""
