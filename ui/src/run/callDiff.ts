// Differences between two model calls.

import type { ModelCall, SentMessage } from "../api/types";
import { compareMaps, type Difference } from "../components/diff";

export interface CallDifference {
  system: boolean; // whether the system prompt changed
  tools: { added: string[]; removed: string[]; changed: string[] };
  parameters: Difference[]; // only those that differ
  same: number; // messages at the beginning and the end that both calls have
  removed: SentMessage[];
  added: SentMessage[];
}

/** Compare a call with an earlier one. */
export function compareCalls(before: ModelCall, after: ModelCall): CallDifference {
  const [old, now] = [spoken(before), spoken(after)];
  const head = commonLength(old, now);
  const tail = commonLength(old.slice(head).reverse(), now.slice(head).reverse());
  return {
    system: before.systemPrompt !== after.systemPrompt,
    tools: compareTools(before, after),
    parameters: compareMaps(texts(before.parameters ?? {}), texts(after.parameters ?? {})).filter((row) => !row.same),
    same: head + tail,
    removed: old.slice(head, old.length - tail),
    added: now.slice(head, now.length - tail),
  };
}

/** Return the messages without the system prompt, which is shown on its own. */
export function spoken(call: ModelCall): SentMessage[] {
  return call.messages.filter((message) => message.role !== "system");
}

/** Return the call that a call continues: the last one before it with the same purpose. */
export function callBefore(calls: ModelCall[], index: number): ModelCall | null {
  return calls.slice(0, index).findLast((call) => call.purpose === calls[index]!.purpose) ?? null;
}

function commonLength(a: SentMessage[], b: SentMessage[]): number {
  const end = a.findIndex((message, i) => !isSame(message, b[i]));
  return end < 0 ? a.length : end;
}

function isSame(a: SentMessage, b: SentMessage | undefined): boolean {
  return b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

function compareTools(before: ModelCall, after: ModelCall): CallDifference["tools"] {
  const old = new Map((before.tools ?? []).map((tool) => [tool.name, JSON.stringify(tool)]));
  const now = new Map((after.tools ?? []).map((tool) => [tool.name, JSON.stringify(tool)]));
  return {
    added: [...now.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !now.has(name)),
    changed: [...now.keys()].filter((name) => old.has(name) && old.get(name) !== now.get(name)),
  };
}

function texts(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}
