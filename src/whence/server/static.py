"""The dashboard's files, or a page that says how to get them."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

router = APIRouter(include_in_schema=False)

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Whence</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.6 system-ui, sans-serif; max-width: 42rem; margin: 4rem auto; padding: 0 1rem }
code, pre { font: 14px/1.5 ui-monospace, monospace }
pre { padding: 1rem; border: 1px solid #8884; border-radius: 6px; overflow-x: auto }
</style>
</head>
<body>
<h1>Whence is running</h1>
<p>Every run knows whence it came. Start one:</p>
<pre>whence run --tag customer=acme "Hello"

curl -s localhost:PORT/api/v1/workspaces/default/agent-runs \\
  -H 'content-type: application/json' \\
  -d '{"systemPrompt": "Be brief.", "prompt": "Hello", "metadata": {"customer": "acme"}}'</pre>
<p>The API is described in <a href="/openapi.json">openapi.json</a>; the server's health is at
<a href="/readyz">readyz</a> and <a href="/metrics">metrics</a>.</p>
</body>
</html>
"""


@router.get("/")
async def home() -> HTMLResponse:
    """What a person sees who opens the server's address."""
    return HTMLResponse(_PAGE)
