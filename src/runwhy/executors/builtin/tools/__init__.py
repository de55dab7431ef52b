"""Tools that the server executes: MCP tools, child runs, follow-ups and memories."""
