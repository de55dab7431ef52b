// The spec of an agent: its fields as text, and the changes of a form.

import type { Json, JsonObject } from "../api/types";

const HIDDEN = "[redacted:header]"; // sent by the server in place of the header values of tools
const OWN = new Set([
  "id",
  "name",
  "systemPrompt",
  "modelId",
  "version",
  "createdAt",
  "updatedAt",
  "actor",
  "agentVersion",
]);

/** Return the fields that the form has no input for: tools, budgets and so on. */
export function otherFields(agent: Record<string, unknown>): JsonObject {
  return Object.fromEntries(
    Object.entries(agent).filter(([key, value]) => !OWN.has(key) && value !== null && value !== undefined),
  ) as JsonObject;
}

/** Return a version as text, for a comparison line by line. */
export function specText(agent: Record<string, unknown>): string {
  const others = Object.entries(otherFields(agent)).sort(([a], [b]) => a.localeCompare(b));
  return [
    `name: ${String(agent.name ?? "")}`,
    `model: ${String(agent.modelId ?? "(default)")}`,
    "system prompt:",
    ...String(agent.systemPrompt ?? "")
      .split("\n")
      .map((line) => `  ${line}`),
    ...others.map(([key, value]) => `${key}: ${JSON.stringify(value, null, 2)}`),
  ].join("\n");
}

/** Return the names of the tools in a spec. */
export function toolNames(agent: Record<string, unknown>): string[] {
  const tools = Array.isArray(agent.tools) ? (agent.tools as JsonObject[]) : [];
  return tools.map((tool) => String(tool.name ?? tool.kind ?? "tool"));
}

export interface Draft {
  name: string;
  systemPrompt: string;
  modelId: string | null;
  others: string; // JSON
}

export function draftOf(agent: Record<string, unknown> | null): Draft {
  const others = agent ? otherFields(agent) : {};
  return {
    name: String(agent?.name ?? ""),
    systemPrompt: String(agent?.systemPrompt ?? ""),
    modelId: (agent?.modelId as string | null | undefined) ?? null,
    others: Object.keys(others).length ? JSON.stringify(others, null, 2) : "",
  };
}

/** Return the body that makes an agent match a draft: only the differences. Throws an Error with the reason. */
export function bodyOf(draft: Draft, agent: Record<string, unknown> | null): JsonObject {
  const before = agent ? otherFields(agent) : {};
  const after = parseObject(draft.others);
  const wanted: JsonObject = {
    name: draft.name.trim(),
    systemPrompt: draft.systemPrompt,
    modelId: draft.modelId,
    ...Object.fromEntries(Object.keys(before).map((key) => [key, null])),
    ...after,
  };
  const now: JsonObject = { ...before, ...pick(agent, ["name", "systemPrompt", "modelId"]) };
  const changed = Object.entries(wanted).filter(([key, value]) => !same(value, now[key] ?? null));
  const hidden = changed.find(([, value]) => JSON.stringify(value).includes(HIDDEN));
  if (hidden) throw new Error(`${hidden[0]} has hidden header values. Replace each "${HIDDEN}" with its value.`);
  return Object.fromEntries(changed);
}

function parseObject(text: string): JsonObject {
  if (!text.trim()) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`Other fields are not valid JSON: ${(error as Error).message}`, { cause: error });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error('Other fields must be a JSON object, such as {"tools": []}.');
  }
  return value as JsonObject;
}

function pick(agent: Record<string, unknown> | null, keys: string[]): JsonObject {
  return Object.fromEntries(keys.map((key) => [key, (agent?.[key] ?? null) as Json]));
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
