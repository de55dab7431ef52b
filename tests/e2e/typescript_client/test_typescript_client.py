"""The TypeScript client on Node and in a browser, with a real server."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, sync_playwright
from tests.e2e.dashboard.browser import CHROMIUM, FLAGS, need
from tests.e2e.typescript_client.conftest import COMPILER, ROOT, SOURCE, names_of, run
from tests.support.servers import RunningServer

MAX_PACKED = 30_000  # bytes
SEEN = "tool stream query error"
BLOCK = re.compile(r"^```ts\n(.*?)^```$", re.DOTALL | re.MULTILINE)
# The npm packages of other runtimes, for `--full`.
RUNTIMES = {"deno": ("deno@2.9.6", ["run", "-A"]), "bun": ("bun@1.4.4", ["run"])}


def test_the_tests_of_the_client_pass_on_node(package: Path, server: RunningServer) -> None:
    tests = [str(path) for path in sorted((package / "test").glob("*.test.mjs"))]

    said = run(["node", "--test", *tests], cwd=package, RUNWHY_URL=server.url)

    assert int(re.findall(r"pass (\d+)", said)[-1]) >= 24
    assert re.findall(r"skipped (\d+)", said)[-1] == "0"


def test_an_installed_package_works(installed: Path, server: RunningServer) -> None:
    smoke = (SOURCE / "test" / "smoke.mjs").read_text().replace("../dist/index.js", "runwhy")
    (installed / "smoke.mjs").write_text(smoke)

    assert run(["node", "smoke.mjs", server.url], cwd=installed).strip() == SEEN


def test_the_package_has_types_and_modules_and_is_small(package: Path) -> None:
    packed = names_of(
        json.loads(run(["npm", "pack", "--dry-run", "--json", "--ignore-scripts"], cwd=package))
    )
    files = {file["path"] for file in packed["files"]}  # type: ignore[index]

    assert int(packed["size"]) <= MAX_PACKED
    assert {"dist/index.js", "dist/index.d.ts", "README.md", "LICENSE"} <= files
    assert not any(name.startswith(("src", "test")) for name in files)
    described = json.loads((package / "package.json").read_text())
    assert "dependencies" not in described
    assert described["type"] == "module"


def test_its_version_is_that_of_the_server() -> None:
    described = json.loads((SOURCE / "package.json").read_text())

    assert f'version = "{described["version"]}"' in (ROOT / "pyproject.toml").read_text()


def test_examples_of_its_readme_compile_and_run(installed: Path, server: RunningServer) -> None:
    blocks = BLOCK.findall((SOURCE / "README.md").read_text())
    program = "\n".join(blocks).replace("http://127.0.0.1:7420", server.url)
    (installed / "example.ts").write_text(
        f"declare const process: {{ stdout: {{ write(text: string): void }} }};\n{program}"
    )
    options = ["--module", "nodenext", "--target", "es2022", "--strict", "--lib", "es2023,dom"]

    run([str(COMPILER), *options, "--types", "", "example.ts"], cwd=installed)
    said = run(["node", "example.js"], cwd=installed)

    assert "tool weather returned: Sunny in Berlin." in said
    assert "task: Why is the build red?" in said
    assert "task: Summarize yesterday." in said


def test_it_works_in_a_page_of_the_server(package: Path, server: RunningServer) -> None:
    need(CHROMIUM, "apt-get install chromium, or set RUNWHY_CHROMIUM")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(base_url=server.url)
        page.route("**/client/**", lambda route: serve(route, package))
        page.goto("/healthz")

        seen = smoke_in(page)

        browser.close()
    assert seen == SEEN


def serve(route: Route, package: Path) -> None:
    """Answer with a file of the package, as a page's own server would."""
    path = package / route.request.url.split("/client/")[1]
    route.fulfill(body=path.read_text(), content_type="text/javascript")


def smoke_in(page: Page) -> object:
    """Run the smoke test in a page; the client's default address is that of the page."""
    return page.evaluate(
        """async () => {
            const runwhy = await import("/client/dist/index.js");
            const { smoke } = await import("/client/test/smoke.mjs");
            return smoke(runwhy);
        }"""
    )


@pytest.mark.full
@pytest.mark.parametrize("name", RUNTIMES)
def test_it_works_in_other_runtimes(
    name: str, package: Path, server: RunningServer, tmp_path: Path
) -> None:
    npm_package, arguments = RUNTIMES[name]
    (tmp_path / "package.json").write_text('{"private": true}')
    run(["npm", "install", "--no-audit", "--no-fund", npm_package], cwd=tmp_path)
    program = str(tmp_path / "node_modules" / ".bin" / name)

    said = run([program, *arguments, "test/smoke.mjs", server.url], cwd=package)

    assert said.strip() == SEEN


def test_its_types_are_those_of_the_api() -> None:
    script = f"""
        import {{ generateForClient }} from "{ROOT}/ui/scripts/types.mjs";
        import {{ readFileSync }} from "node:fs";
        const document = JSON.parse(readFileSync("{ROOT}/ui/openapi.json", "utf8"));
        const current = readFileSync("{SOURCE}/src/types.ts", "utf8");
        process.exit(current === generateForClient(document) ? 0 : 1);
    """
    done = subprocess.run(["node", "--input-type=module", "-e", script], timeout=60)

    assert done.returncode == 0, f"run {sys.executable} scripts/openapi"
