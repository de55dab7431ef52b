"""Tools that the server executes itself: MCP servers, and runs of one's own."""
