"""The HTTP server: routes, authentication, error responses and event streams."""
