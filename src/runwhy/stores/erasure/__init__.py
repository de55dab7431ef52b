"""Erasure of runs and sessions, receipts and retention rules."""
