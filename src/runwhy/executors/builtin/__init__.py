"""The builtin engine: a model, its tools, and a log that it can go on from."""
