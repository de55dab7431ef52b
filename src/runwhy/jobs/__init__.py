"""Who runs the queue: `durable` in a server, `inline` in tests."""
