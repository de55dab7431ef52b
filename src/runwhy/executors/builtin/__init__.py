"""The builtin engine: calls a model and its tools, and resumes from the run's log."""
