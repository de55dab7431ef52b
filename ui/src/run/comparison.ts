// Two runs as rows of a table, without IDs, times and the seal, which always differ.

import type { LoggedPart, Run } from "../api/types";
import { compareMaps, type Difference } from "../components/diff";
import { costText } from "../labels/cost";
import { count, duration, percent } from "../labels/format";
import { parseEnvelope } from "./envelope";
import { cacheShare } from "./steps";

export interface ComparedRun {
  run: Run;
  parts: LoggedPart[];
}

export interface Row extends Difference {
  change?: string; // of a number, such as "+22 %"
}

/** Fields of an envelope that differ between any two runs. */
const INCIDENTAL = /^(seal|run_id|rerun_of|weekday|now_\w+|\w+_(utc|local)|webhook_delivery_id|correlation_id)$/;

/** Return the results, models and usage of two runs. */
export function compareFacts(a: ComparedRun, b: ComparedRun): Row[] {
  const [one, two] = [a.run, b.run];
  return [
    row("status", one.status, two.status),
    row("model", modelOf(one), modelOf(two)),
    ...(one.executor === two.executor ? [] : [row("executor", one.executor, two.executor)]),
    numbers("duration", took(one), took(two), duration),
    numbers("first token", one.firstTokenMs, two.firstTokenMs, duration),
    numbers("tokens in", one.tokens.inputTokens, two.tokens.inputTokens, count),
    numbers("tokens out", one.tokens.outputTokens, two.tokens.outputTokens, count),
    row("from cache", cached(one), cached(two)),
    { ...row("cost", costOf(one), costOf(two)), change: change(amount(one.cost), amount(two.cost)) },
    numbers("turns", one.turns, two.turns, count),
    row("error", one.error?.message ?? null, two.error?.message ?? null),
  ].filter((found) => found.a !== null || found.b !== null);
}

/** Return the fields of both envelopes, without those that always differ. */
export function compareEnvelopes(a: ComparedRun, b: ComparedRun): Difference[] {
  return compareMaps(envelopeFields(a), envelopeFields(b));
}

/** Return the system prompt that a run was started with. */
export function systemPrompt({ parts }: ComparedRun): string {
  return parts.find((part) => part.kind === "message" && part.role === "system")?.content ?? "";
}

/** Return everything said and done, without the system prompt and the envelope. */
export function transcriptText({ parts }: ComparedRun): string {
  return parts
    .filter((part) => part.kind !== "envelope" && part.kind !== "failed_call" && part.role !== "system")
    .map((part) =>
      [
        `# ${part.role}${part.toolName ? ` ${part.toolName}` : ""}`,
        part.content,
        ...part.toolCalls.map((call) => `→ ${call.name} ${JSON.stringify(call.args)}`),
      ]
        .filter(Boolean)
        .join("\n"),
    )
    .join("\n\n");
}

/** Return the change from one number to another, such as "+22 %"; nothing if it is below one percent. */
export function change(a: number | null, b: number | null): string | undefined {
  if (a === null || b === null || a === 0) return undefined;
  const share = (b - a) / a;
  if (Math.abs(share) < 0.005) return undefined;
  if (share >= 9) return `× ${Math.round(b / a)}`;
  return `${share > 0 ? "+" : "−"}${percent(Math.round(Math.abs(share) * 100) / 100)}`;
}

function row(key: string, a: string | null, b: string | null): Row {
  return { key, a, b, same: a === b };
}

function numbers(key: string, a: number | null, b: number | null, text: (n: number) => string): Row {
  const [one, two] = [a, b].map((n) => (n === null ? null : text(n)));
  return { ...row(key, one!, two!), change: change(a, b) };
}

function modelOf(run: Run): string | null {
  return run.model?.id ?? (typeof run.spec.modelId === "string" ? run.spec.modelId : null);
}

function took(run: Run): number | null {
  return run.startedAt && run.finishedAt ? Date.parse(run.finishedAt) - Date.parse(run.startedAt) : null;
}

function cached(run: Run): string | null {
  return run.tokens.cachedTokens ? percent(cacheShare(run.tokens)) : null;
}

function costOf(run: Run): string | null {
  return run.cost === null && !run.unpricedCalls ? null : costText(run);
}

function amount(cost: string | null): number | null {
  return cost === null ? null : Number(cost);
}

function envelopeFields({ run, parts }: ComparedRun): Record<string, string> {
  const fields = parseEnvelope(run, parts)?.fields ?? [];
  return Object.fromEntries(
    fields
      .filter((one) => one.section !== "tags" && !INCIDENTAL.test(one.key))
      .map((one) => [one.section === "context" ? `context.${one.key}` : one.key, plainText(one.value)]),
  );
}

/** Return a value of an envelope as text: "kind key, id key_1" for an object. */
function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([key, item]) => `${key} ${plainText(item)}`)
    .join(", ");
}
