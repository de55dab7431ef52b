"""The dashboard's files, or a page with instructions if they were not built."""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

FOLDER = Path(__file__).parent / "dashboard"
INDEX = "index.html"
RESERVED_PATHS = frozenset(
    {"api", "v1", "hooks", "mcp", "healthz", "readyz", "metrics", "openapi.json", "assets"}
)

# Scripts and data from this server only, no inline scripts, no framing.
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # components set sizes and positions inline
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
FOREVER = "public, max-age=31536000, immutable"  # asset names contain a hash of their content
REVALIDATE = "no-cache"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asset:
    """A file of the dashboard, ready to send."""

    body: bytes
    gzipped: bytes | None
    media_type: str
    cache: str


class Dashboard(BaseRoute):
    """Serves the dashboard's files, and its index page for every other page URL.

    The index page routes in the browser, so that a link to a run works.
    """

    path = "dashboard"  # the route label of its metrics

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._built: float | None = None
        self._assets: dict[str, Asset] = {}

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Match GET and HEAD requests for files and pages; anything else stays a JSON 404."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            return Match.NONE, {}
        path = scope["path"].removeprefix("/")
        if path in self._current() or path == "" or _is_navigation(scope, path):
            return Match.FULL, {"endpoint": self, "route": self}
        return Match.NONE, {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a file, the index page, or build instructions if the dashboard is missing."""
        assets = self._current()
        asset = assets.get(scope["path"].removeprefix("/")) or assets.get(INDEX)
        if asset is None:
            response: Response = HTMLResponse(_NOT_BUILT, headers=HEADERS)
        else:
            response = _response(asset, Request(scope))
        await response(scope, receive, send)

    def _current(self) -> dict[str, Asset]:
        """Return all files in memory, reloaded after a new build."""
        try:
            built = (self._folder / INDEX).stat().st_mtime
        except OSError:
            built = None
        if built != self._built:
            self._assets = {} if built is None else _read(self._folder)
            self._built = built
        return self._assets


def _is_navigation(scope: Scope, path: str) -> bool:
    if path.split("/", 1)[0] in RESERVED_PATHS:
        return False
    return "text/html" in Request(scope).headers.get("accept", "")


def _read(folder: Path) -> dict[str, Asset]:
    files = [file for file in folder.rglob("*") if file.is_file() and file.suffix != ".gz"]
    return {file.relative_to(folder).as_posix(): _asset(folder, file) for file in files}


def _asset(folder: Path, file: Path) -> Asset:
    gzipped = file.with_name(file.name + ".gz")
    hashed = file.parent != folder
    return Asset(
        body=file.read_bytes(),
        gzipped=gzipped.read_bytes() if gzipped.exists() else None,
        media_type=_TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "text/plain",
        cache=FOREVER if hashed else REVALIDATE,
    )


_TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".md": "text/plain"}


def _response(asset: Asset, request: Request) -> Response:
    headers = {**HEADERS, "Cache-Control": asset.cache}
    body = asset.body
    if asset.gzipped is not None:
        headers["Vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            body = asset.gzipped
    return Response(body, media_type=asset.media_type, headers=headers)


_NOT_BUILT = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Runwhy</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.6 system-ui, sans-serif; max-width: 42rem; margin: 4rem auto; padding: 0 1rem }
code, pre { font: 14px/1.5 ui-monospace, monospace }
pre { padding: 1rem; border: 1px solid #8884; border-radius: 6px; overflow-x: auto }
</style>
</head>
<body>
<h1>Runwhy is running</h1>
<p>Run AI agents from anywhere, and always know why. The API and the
<code>runwhy</code> command work; the dashboard was not built when this copy was
installed, because no npm registry could be reached.</p>
<h2>Build it</h2>
<p>From a checkout, with Node.js 20.19 or newer; then reload this page:</p>
<pre>cd ui
npm ci
npm run build</pre>
<p>Or reinstall where an npm registry is reachable. This prints the error if the build fails:</p>
<pre>RUNWHY_REQUIRE_UI=1 uv sync --reinstall-package runwhy</pre>
<h2>Meanwhile</h2>
<pre>runwhy run --tag customer=acme "Hello"
runwhy runs list customer=acme</pre>
<p>The API is described in <a href="/openapi.json">openapi.json</a>. See also
<a href="/readyz">readyz</a> and <a href="/metrics">metrics</a>.</p>
</body>
</html>
"""
