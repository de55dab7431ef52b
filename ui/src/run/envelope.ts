// The fields of an envelope, with their sizes and sources.

import type { Json, JsonObject, LoggedPart, Run } from "../api/types";

export const LIMIT = 4096;

export interface EnvelopeField {
  section: "server" | "trigger" | "tags" | "context";
  key: string;
  value: Json;
  source: string;
  bytes: number;
}

export interface ParsedEnvelope {
  raw: string;
  fields: EnvelopeField[];
  bytes: number;
  sections: { name: EnvelopeField["section"]; bytes: number }[];
}

/** Parse the envelope in the log of a run. Return null if there is none. */
export function parseEnvelope(run: Run, parts: LoggedPart[]): ParsedEnvelope | null {
  const part = parts.find(({ kind }) => kind === "envelope");
  const content = part && parseContent(part.content);
  if (!part || !content) return null;
  const fields = Object.entries(content).flatMap(([key, value]) => readFields(run, key, value));
  const names = ["server", "trigger", "tags", "context"] as const;
  const sections = names
    .map((name) => ({ name, bytes: sumBytes(fields.filter((one) => one.section === name)) }))
    .filter((one) => one.bytes > 0);
  return { raw: part.content, fields, bytes: byteLength(part.content), sections };
}

function parseContent(text: string): JsonObject | null {
  try {
    const outer = JSON.parse(text) as JsonObject;
    const inner = Object.values(outer)[0];
    return inner && typeof inner === "object" && !Array.isArray(inner) ? inner : null;
  } catch {
    return null;
  }
}

function readFields(run: Run, key: string, value: Json): EnvelopeField[] {
  if ((key === "tags" || key === "context") && value && typeof value === "object" && !Array.isArray(value)) {
    return Object.entries(value).map(([name, item]) => ({
      section: key,
      key: name,
      value: item,
      bytes: fieldBytes(name, item),
      source: key === "tags" ? `tag (${run.metadataSources[name] ?? "run"})` : "context (caller)",
    }));
  }
  const isFact = key in run.origin.facts;
  return [
    {
      section: isFact ? "trigger" : "server",
      key,
      value,
      bytes: fieldBytes(key, value),
      source: isFact ? `fact (${run.origin.trigger} trigger)` : "server",
    },
  ];
}

function sumBytes(fields: EnvelopeField[]): number {
  return fields.reduce((total, one) => total + one.bytes, 0);
}

function fieldBytes(key: string, value: Json): number {
  return byteLength(`${JSON.stringify(key)}:${JSON.stringify(value)},`);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
