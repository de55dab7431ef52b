"""The queue's decisions: which limits apply to a run, and whose turn it is."""
