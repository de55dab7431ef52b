"""Metrics, traces and trace propagation."""
