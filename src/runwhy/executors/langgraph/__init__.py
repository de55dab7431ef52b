"""Runs of LangGraph graphs: other people's code, with its own checkpointer."""
