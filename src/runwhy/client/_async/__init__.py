"""The client, for programs that use asyncio; the other one is generated from it."""
