"""Sessions, their timers and their autonomy policy."""
