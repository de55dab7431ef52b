// Writes a gzipped copy next to each built file and prints the size of the first page. Fails if it is over the limit.
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

const LIMIT = 400_000;
const FIRST = ["index.html", "src/overview/OverviewPage.tsx", "src/runs/RunsPage.tsx"];
const LATER = /(Page|Dialog|Help)\.tsx$|^src\/(terminal|runs\/editor)\//; // loaded on navigation or on use
const TEXT = new Set([".js", ".css", ".html", ".svg"]);
const folder = new URL("../../src/runwhy/server/dashboard/", import.meta.url).pathname;
const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
rmSync(join(folder, "manifest.json")); // only this script needs it

const zipped = new Map(
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => TEXT.has(extname(file)) && statSync(join(folder, file)).isFile())
    .map((file) => {
      const bytes = gzipSync(readFileSync(join(folder, file)), { level: 9 });
      writeFileSync(join(folder, `${file}.gz`), bytes);
      return [file, bytes.length];
    }),
);

/** Return the files of a chunk and of everything it imports. */
function files(name, seen = new Set(), found = new Set()) {
  if (seen.has(name)) return found;
  seen.add(name);
  const { file, css = [], imports = [], dynamicImports = [] } = manifest[name];
  for (const one of [file, ...css]) found.add(one);
  for (const next of [...imports, ...dynamicImports.filter((other) => !LATER.test(other))]) files(next, seen, found);
  return found;
}

const line = (bytes, what) => console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${what}`);
const sum = (some) => [...some].reduce((total, file) => total + (zipped.get(file) ?? 0), 0);
const first = new Set(FIRST.flatMap((name) => [...files(name)]).concat("index.html", "theme.js"));
for (const file of [...zipped.keys()].sort((a, b) => zipped.get(b) - zipped.get(a)).slice(0, 10))
  line(zipped.get(file), file);
line(sum(zipped.keys()), "gzipped in total");
line(sum(first), `for the first page; the limit is ${LIMIT / 1000} kB`);
if (sum(first) > LIMIT) process.exit(1);
