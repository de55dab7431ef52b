"""OpenAI's wire: chat completions and responses."""
