// Writes each file zipped beside itself, as servers send it; prints what that weighs, and fails when it is too much.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

const LIMIT = 400_000;
const TEXT = new Set([".js", ".css", ".html", ".svg"]);
const folder = new URL("../../src/whence/server/dashboard/", import.meta.url).pathname;
const sizes = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((file) => TEXT.has(extname(file)) && statSync(join(folder, file)).isFile())
  .map((file) => {
    const zipped = gzipSync(readFileSync(join(folder, file)), { level: 9 });
    writeFileSync(join(folder, `${file}.gz`), zipped);
    return { file, bytes: zipped.length };
  })
  .sort((a, b) => b.bytes - a.bytes);
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
const line = (bytes, what) => console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${what}`);
for (const { file, bytes } of sizes.slice(0, 10)) line(bytes, file);
line(total, `zipped in all; the limit is ${LIMIT / 1000} kB`);
if (total > LIMIT) process.exit(1);
