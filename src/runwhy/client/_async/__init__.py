"""The asyncio client; the synchronous client is generated from it."""
