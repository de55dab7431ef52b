"""The wire: JSON in and out, shared by server and client; the one place that says `metadata`."""
