// Presets of the form that creates keys.

import type { Scope } from "../api/types";

export const SCOPES: [Scope, string][] = [
  ["runs:read", "Read runs"],
  ["runs:write", "Start and cancel runs"],
  ["sessions:read", "Read sessions"],
  ["sessions:write", "Create sessions and send messages"],
  ["triggers:read", "Read triggers"],
  ["triggers:write", "Create and change triggers"],
  ["terminal", "Use terminals"],
  ["models:read", "List models"],
  ["admin", "Everything, including API keys"],
];

/** The scopes that a key with tags can have. */
export const BOUND_SCOPES: Scope[] = ["runs:read", "sessions:read", "models:read"];

export const PRESETS = {
  customer: { label: "Read-only for one customer", scopes: BOUND_SCOPES },
  program: {
    label: "For a program",
    scopes: ["runs:read", "runs:write", "sessions:read", "sessions:write", "models:read"] as Scope[],
  },
  admin: { label: "Admin", scopes: ["admin"] as Scope[] },
};
export type Preset = keyof typeof PRESETS;

export const EXPIRIES = [
  { value: "never", label: "Never" },
  { value: "1", label: "In 1 day" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
];

/** Return when a key expires that lasts some days, or undefined if never. */
export function expiresAt(days: string, now: number): string | undefined {
  return days === "never" ? undefined : new Date(now + Number(days) * 86_400_000).toISOString();
}
