"""Sessions, timers, unread counts and terminal blocks."""
