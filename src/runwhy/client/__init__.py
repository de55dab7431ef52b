"""The public HTTP client: `Client`, and `AsyncClient` for asyncio."""
