"""The HTTP client that other people import: `Client`, and `AsyncClient` for asyncio."""
