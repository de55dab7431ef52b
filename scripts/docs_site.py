"""The documentation's site besides docs/: pages that stand elsewhere, and a menu of them all."""

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
    """Put at the end of each section the pages of its folder that the menu does not name."""
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
    """Bring in the pages that stand elsewhere in the repository."""
    for source, page in ELSEWHERE.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Let links lead to where a page stands in the site; what is not in it loses its link."""
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
    """Where a link of the file `source` leads on the page `shown`."""
    meant = os.path.normpath(Path(source).parent / link)
    if (ROOT / meant).is_dir():
        meant += "/README.md"
    place = ELSEWHERE.get(meant) or meant.removeprefix("docs/")
    return os.path.relpath(place, Path(shown).parent)
