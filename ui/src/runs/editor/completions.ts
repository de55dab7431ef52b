// Completions at the cursor: fields, tag keys, values with their counts, and recent queries.

import {
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import type { EditorView } from "@codemirror/view";
import { request, workspacePath } from "../../api/client";
import { queryClient } from "../../api/queries";
import { queryKeys } from "../../api/queryKeys";
import type { AgentList, Facet, KeyCount, RunKeys } from "../../api/types";
import { STATUSES } from "../../api/values";
import { count } from "../../labels/format";
import { COMPARABLE, FIELDS } from "../../api/queryFields";
import { joinRange, keyText, lex, type Term, valueText } from "../../query/language";
import { recent } from "../preferences";

const AMOUNTS: Record<string, string[]> = {
  created: ["-1h", "-24h", "-7d", "-30d"],
  finished: ["-1h", "-24h", "-7d"],
  duration: ["1s", "10s", "30s", "1m", "5m"],
  tokens: ["1000", "10k", "100k", "1M"],
  input_tokens: ["1000", "10k", "100k"],
  cached_tokens: ["1000", "10k", "100k"],
  cost: ["0.01", "0.10", "0.50", "1"],
  unpriced_calls: ["0"],
  first_token: ["500ms", "1s", "2s", "5s"],
};
const HINTS: Record<string, string> = {
  status: "run status",
  trigger: "trigger kind or name",
  "trigger.name": "trigger name",
  "trigger.id": "trigger ID",
  actor: "user or key that started the run",
  agent: "agent name",
  model: "model ID",
  executor: "executor",
  session: "session ID",
  parent: "parent run ID",
  created: "creation time",
  finished: "end time",
  duration: "how long it took",
  tokens: "token count",
  input_tokens: "tokens sent to the model",
  cached_tokens: "input tokens from a cache",
  cost: "cost in USD",
  unpriced_calls: "calls without a known price",
  first_token: "time to the first token",
  rerun_of: "run that was repeated",
  error: "error class",
  budget: "budget that counts the run",
};

export function completions(slug: string, range: () => string) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const text = context.state.doc.toString();
    const term = lex(text).terms.find((one) => one.from <= context.pos && context.pos <= one.to) ?? null;
    if (!text.trim())
      return { from: 0, options: [...recentOptions(), ...(await keyOptions(slug, range()))], filter: false };
    if (!term)
      return context.explicit || /\s$/.test(text) ? result(context.pos, await keyOptions(slug, range())) : null;
    if (term.key === null || context.pos < term.valueFrom) return result(term.keyFrom, await keyOptions(slug, range()));
    return result(term.valueFrom, await valueOptions(slug, text, term, range()));
  };
}

function result(from: number, options: Completion[]): CompletionResult | null {
  return options.length ? { from, options, validFor: /^[^\s()]*$/ } : null;
}

function recentOptions(): Completion[] {
  const section = { name: "Recent", rank: 0 };
  return recent
    .get()
    .slice(0, 5)
    .map((query, i) => ({ label: query, type: "recent", section, boost: 99 - i }));
}

async function keyOptions(slug: string, range: string): Promise<Completion[]> {
  const fields = FIELDS.map((name, i): Completion => ({
    label: name,
    detail: HINTS[name],
    type: "field",
    section: { name: "Fields", rank: 2 },
    boost: -i,
    apply: insertKey(COMPARABLE.has(name) ? `${name}>` : `${name}:`),
  }));
  const tags = (await keysOf(slug, range)).map(({ key, count: n }): Completion => ({
    label: keyText(key),
    detail: count(n),
    type: "key",
    section: { name: "Tags", rank: 1 },
    boost: Math.log10(n + 1),
    apply: insertKey(`${keyText(key)}:`),
  }));
  const has: Completion = {
    label: "has:",
    detail: "has a value",
    type: "field",
    section: { name: "Fields", rank: 2 },
    boost: -50,
    apply: insertKey("has:"),
  };
  return [...tags, ...fields, has];
}

function insertKey(text: string) {
  return (view: EditorView, _: Completion, from: number, to: number) => {
    view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: from + text.length } });
    startCompletion(view);
  };
}

async function valueOptions(slug: string, text: string, term: Term, range: string): Promise<Completion[]> {
  const key = term.key!;
  if (key in AMOUNTS) return AMOUNTS[key]!.map((label, i) => ({ label, type: "value", boost: -i, apply: `${label} ` }));
  if (key === "has")
    return (await keyOptions(slug, range))
      .filter((one) => one.label !== "has:")
      .map((one) => ({ ...one, apply: `${one.label} ` }));
  const others = `${text.slice(0, term.from)} ${text.slice(term.to)}`.replace(/\s+/g, " ");
  const found = await valuesOf(slug, key, joinRange(others, range).q);
  const known =
    key === "status"
      ? STATUSES.filter((one) => !found.some(({ value }) => value === one)).map((value) => ({
          value: value as string,
          count: 0,
        }))
      : [];
  return [...found, ...known].map(({ value, count: n }, i) => ({
    label: valueText(value),
    detail: count(n),
    type: "value",
    boost: -i,
    apply: `${valueText(value)} `,
  }));
}

async function keysOf(slug: string, q: string): Promise<KeyCount[]> {
  return ignoreErrors(
    async () =>
      await queryClient.fetchQuery({
        queryKey: queryKeys.tagKeys(slug, q),
        queryFn: async () => (await request<RunKeys>(workspacePath(slug, "/agent-runs/keys", { q }))).keys,
        staleTime: 30_000,
        retry: false,
      }),
  );
}

async function valuesOf(slug: string, key: string, q: string): Promise<Facet["values"]> {
  const names = key === "agent" ? await agentNames(slug) : new Map<string, string>();
  return (await facetOf(slug, key, q)).map((one) => ({ ...one, value: names.get(one.value) ?? one.value }));
}

/** Return the names of agents by ID. */
async function agentNames(slug: string): Promise<Map<string, string>> {
  const agents = await ignoreErrors(
    async () =>
      await queryClient.fetchQuery({
        queryKey: queryKeys.agents(slug),
        queryFn: async () => (await request<AgentList>(workspacePath(slug, "/agents"))).agents,
        staleTime: 60_000,
        retry: false,
      }),
  );
  return new Map(agents.map(({ id, name }) => [id, name]));
}

async function facetOf(slug: string, key: string, q: string): Promise<Facet["values"]> {
  return ignoreErrors(
    async () =>
      (
        await queryClient.fetchQuery({
          queryKey: queryKeys.facetValues(slug, key, q),
          queryFn: () => request<Facet>(workspacePath(slug, "/agent-runs/facets", { key, q, limit: 50 })),
          staleTime: 30_000,
          retry: false,
        })
      ).values,
  );
}

async function ignoreErrors<T>(ask: () => Promise<T[]>): Promise<T[]> {
  try {
    return await ask();
  } catch {
    return []; // errors are ignored: typing works without completion
  }
}
