"""The MCP server: tools for the terminal and the runs of one session."""
