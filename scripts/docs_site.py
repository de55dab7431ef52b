"""MkDocs hooks: add pages from outside docs/, and complete the navigation."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
ELSEWHERE = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "bench/README.md": "benchmarks.md",
    "clients/typescript/README.md": "typescript-client.md",
    **{
        f"bench/reports/soak-{store}{kind}": f"soak-{store}{kind}"
        for store in ("sqlite", "postgres")
        for kind in (".md", ".svg")
    },
}
FOLDERS = {"howto": "How-to", "reference": "Reference", "": "Explanation", "decisions": "Decisions"}
LINK = re.compile(r"(\]\()(?!https?:|mailto:|#)([^)\s#]+)")
FENCE = re.compile(r"(^ *```.*?^ *```$)", re.DOTALL | re.MULTILINE)


def on_config(config: Any) -> Any:
    """Append the pages that mkdocs.yml does not list to the section of their folder."""
    there = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    named = set(_pages(config.nav))
    sections = {title: pages for item in config.nav for title, pages in item.items()}
    for path in sorted(there - named):
        folder = path.rpartition("/")[0]
        sections.setdefault(FOLDERS[folder], []).append(path)
    changelog = sections.pop("Changelog")
    decisions = sections.pop("Decisions", [])
    sections["Explanation"] = [
        {"Decisions": ["decisions/README.md", *decisions]}
        if page == "decisions/README.md"
        else page
        for page in sections["Explanation"]
    ]
    config.nav = [{title: pages} for title, pages in sections.items()] + [{"Changelog": changelog}]
    return config


def _pages(nav: Any) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    else:
        for item in nav.values() if isinstance(nav, dict) else nav:
            yield from _pages(item)


def on_files(files: Files, config: Any) -> Files:
    """Add the pages from outside docs/."""
    for source, page in ELSEWHERE.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Rewrite relative links to the location of the page on the site."""
    shown = page.file.src_uri
    source = next((s for s, p in ELSEWHERE.items() if p == shown), f"docs/{shown}")
    pieces = FENCE.split(markdown)
    return "".join(
        piece
        if FENCE.match(piece)
        else LINK.sub(lambda m: m[1] + _target(m[2], source, shown), piece)
        for piece in pieces
    )


def _target(link: str, source: str, shown: str) -> str:
    """Return the target of a link in the file `source`, relative to the page `shown`."""
    meant = os.path.normpath(Path(source).parent / link)
    if (ROOT / meant).is_dir():
        meant += "/README.md"
    place = ELSEWHERE.get(meant) or meant.removeprefix("docs/")
    return os.path.relpath(place, Path(shown).parent)
