// An envelope taken apart: every key, its size, and who said it.

import type { Json, JsonObject, LogPart, Run } from "../api/types";

export const LIMIT = 4096;

export interface Told {
  section: "server" | "trigger" | "tags" | "context";
  key: string;
  value: Json;
  origin: string;
  bytes: number;
}

export interface OpenedEnvelope {
  raw: string;
  told: Told[];
  bytes: number;
  sections: { name: Told["section"]; bytes: number }[];
}

/** The envelope of a run from its log; null when the run has none yet. */
export function openEnvelope(run: Run, parts: LogPart[]): OpenedEnvelope | null {
  const part = parts.find(({ kind }) => kind === "envelope");
  const fields = part && fieldsOf(part.content);
  if (!part || !fields) return null;
  const told = Object.entries(fields).flatMap(([key, value]) => split(run, key, value));
  const names = ["server", "trigger", "tags", "context"] as const;
  const sections = names.map((name) => ({ name, bytes: sum(told.filter((one) => one.section === name)) })).filter((one) => one.bytes > 0);
  return { raw: part.content, told, bytes: size(part.content), sections };
}

function fieldsOf(text: string): JsonObject | null {
  try {
    const outer = JSON.parse(text) as JsonObject;
    const inner = Object.values(outer)[0];
    return inner && typeof inner === "object" && !Array.isArray(inner) ? inner : null;
  } catch {
    return null;
  }
}

function split(run: Run, key: string, value: Json): Told[] {
  if ((key === "tags" || key === "context") && value && typeof value === "object" && !Array.isArray(value)) {
    return Object.entries(value).map(([name, item]) => ({
      section: key, key: name, value: item, bytes: sizeOf(name, item),
      origin: key === "tags" ? `tag, from the ${run.metadataSources[name] ?? "run"}` : "context, from the caller",
    }));
  }
  const brought = key in run.origin.facts;
  return [{ section: brought ? "trigger" : "server", key, value, bytes: sizeOf(key, value), origin: brought ? `fact of the ${run.origin.trigger} trigger` : "server" }];
}

function sum(told: Told[]): number {
  return told.reduce((total, one) => total + one.bytes, 0);
}

function sizeOf(key: string, value: Json): number {
  return size(`${JSON.stringify(key)}:${JSON.stringify(value)},`);
}

export function size(text: string): number {
  return new TextEncoder().encode(text).length;
}
