"""Agent specs, coding agents, and the entries of their transcripts."""
