"""The HTTP server: routes, credentials, errors, streams."""
