"""What fires triggers: the clock, webhooks, channels; and what goes out by itself."""
