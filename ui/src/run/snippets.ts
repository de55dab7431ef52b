// Code that starts a run again.

import type { Json } from "../api/types";

const KEEP_CASE = new Set(["metadata", "context", "tools", "outputSchema", "executorOptions"]);

export function asCurl(url: string, body: Record<string, unknown>): string {
  const json = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
  return [
    `curl '${url}' \\`,
    `  -H 'content-type: application/json' \\`,
    `  -H "authorization: Bearer $RUNWHY_API_KEY" \\`,
    `  -d '${json}'`,
  ].join("\n");
}

export function asPython(
  body: Record<string, unknown>,
  { baseUrl, workspace, session }: { baseUrl: string; workspace: string; session: string | null },
): string {
  const { prompt, ...rest } = body;
  const lines = Object.entries(rest)
    .filter(([, value]) => value !== undefined && value !== null && !isEmpty(value))
    .map(([key, value]) => `        ${snake(key)}=${python(value as Json, KEEP_CASE.has(key) ? 2 : 2)},`);
  const first = prompt === undefined ? [] : [`        ${python(prompt as Json, 2)},`];
  const ask = session ? `client.session("${session}").send(` : "client.run_agent(";
  const made = `runwhy.Client("${baseUrl}"${workspace === "default" ? "" : `, workspace="${workspace}"`})`;
  return [
    `import runwhy`,
    ``,
    `with ${made} as client:`,
    `    result = ${ask}`,
    ...first,
    ...lines,
    `    )`,
    `    print(result.text)`,
    ``,
  ].join("\n");
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Write a JSON value as a Python literal. */
export function python(value: Json, depth = 0): string {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  const pad = "    ".repeat(depth + 1);
  const end = "    ".repeat(depth);
  const items = Array.isArray(value)
    ? value.map((item) => python(item, depth + 1))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${python(item, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const line = `${open}${items.join(", ")}${close}`;
  if (line.length < 70 && !line.includes("\n")) return line;
  return `${open}\n${items.map((item) => `${pad}${item},\n`).join("")}${end}${close}`;
}
