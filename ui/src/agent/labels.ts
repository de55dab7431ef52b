// Transcript entries: their tree, the labels of actions, and reported usage.

import type { JsonObject } from "../api/types";
import type { Entry } from "../api/values";
import { compact } from "../labels/format";

export interface EntryNode {
  entry: Entry;
  children: EntryNode[];
}

/** Build a tree in which the entries of a subagent are below the entry that started it. */
export function buildTree(entries: Entry[]): EntryNode[] {
  const sorted = [...entries].sort((a, b) => a.index - b.index);
  const all = new Map(sorted.map((entry) => [entry.id, { entry, children: [] as EntryNode[] }]));
  const roots: EntryNode[] = [];
  for (const node of all.values()) {
    const parent = typeof node.entry.parent === "string" ? all.get(node.entry.parent) : undefined;
    (parent && parent !== node ? parent.children : roots).push(node);
  }
  return roots;
}

const text = (value: unknown) => (typeof value === "string" ? value : "");
const VERBS: Record<string, string> = {
  command_run: "ran",
  file_edit: "edited",
  file_read: "read",
  search: "searched",
  web_fetch: "fetched",
  mcp: "called",
  task: "delegated",
  todo: "planned",
  plan: "planned",
  question: "asked",
  other: "used",
};

export interface Change {
  path: string;
  change: string;
  diff: string | null;
  movedTo: string | null;
}

export function fileChanges(action: JsonObject): Change[] {
  return Array.isArray(action.changes) ? (action.changes as unknown as Change[]) : [];
}

/** Return the verb and the object of an action. */
export function actionText(entry: Entry): { verb: string; about: string } {
  const action = entry.action ?? {};
  const verb = VERBS[text(action.type)] ?? "used";
  switch (action.type) {
    case "command_run":
      return { verb, about: text(action.command) };
    case "file_edit":
      return {
        verb,
        about: fileChanges(action)
          .map(({ path }) => path)
          .join(", "),
      };
    case "mcp":
      return { verb, about: [text(action.server), text(action.tool)].filter(Boolean).join(" · ") };
    case "task":
      return { verb, about: [text(action.description), text(action.subagent)].filter(Boolean).join(" · ") };
    case "file_read":
    case "search":
    case "web_fetch":
      return {
        verb,
        about:
          text(action.path) && action.type === "file_read"
            ? text(action.path)
            : text(action.query) || text(action.url) || text(action.path),
      };
    case "todo":
      return { verb, about: `${Array.isArray(action.items) ? action.items.length : 0} items` };
    default:
      return { verb, about: String(entry.tool ?? "") };
  }
}

export interface Line {
  kind: "add" | "remove" | "hunk" | "same";
  text: string;
}

export function diffLines(diff: string): Line[] {
  return diff
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => {
      if (line.startsWith("@@")) return { kind: "hunk", text: line };
      if (line.startsWith("+")) return { kind: "add", text: line };
      if (line.startsWith("-")) return { kind: "remove", text: line };
      return { kind: "same", text: line };
    });
}

export interface Usage {
  scope: string;
  input: number;
  output: number;
  cost: number | null;
}

/** Read the tokens and cost that the agent reports, with their scope. */
export function readUsage(entries: Entry[]): Usage[] {
  const results = entries.filter((entry) => entry.type === "result");
  const last = results.at(-1);
  const usage = (last?.usage ?? []) as { scope: string; reported: JsonObject }[];
  return usage
    .map(({ scope, reported }) => ({ scope, ...sums(reported) }))
    .filter(({ input, output, cost }) => input || output || cost !== null);
}

const INPUT = /^(input_?tokens|prompt_?tokens|cache_?read_?input_?tokens|cache_?creation_?input_?tokens)$/i;
const OUTPUT = /^(output_?tokens|completion_?tokens)$/i;
const COST = /^(total_?)?cost_?usd$/i;

function sums(reported: JsonObject): { input: number; output: number; cost: number | null } {
  let input = 0;
  let output = 0;
  let cost: number | null = null;
  const own = Object.entries(reported);
  for (const [key, value] of own) {
    if (typeof value !== "number") continue;
    if (INPUT.test(key)) input += value;
    else if (OUTPUT.test(key)) output += value;
    else if (COST.test(key)) cost = value;
  }
  const models = reported.modelUsage;
  if (models && typeof models === "object" && !Array.isArray(models) && !input && !output) {
    for (const one of Object.values(models)) {
      const inner = sums(one as JsonObject);
      input += inner.input;
      output += inner.output;
      if (cost === null && inner.cost !== null) cost = inner.cost;
    }
  }
  return { input, output, cost };
}

export function usageText({ scope, input, output, cost }: Usage): string {
  const tokens = input || output ? `${compact(input)} → ${compact(output)} tokens` : "";
  const dollars = cost === null ? "" : `$${cost < 0.01 ? cost.toFixed(4) : cost.toFixed(2)}`;
  return `${[tokens, dollars].filter(Boolean).join(", ")} (${{ run: "this run", turn: "last turn", thread: "whole session", call: "last call" }[scope] ?? scope})`;
}
