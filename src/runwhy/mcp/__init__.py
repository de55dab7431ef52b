"""The MCP server: an agent's tools for the terminal and the runs of one session."""
