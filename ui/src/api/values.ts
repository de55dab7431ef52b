// Values and types that openapi.json does not contain.

import type { Event, JsonObject, Status } from "./types";

export const STATUSES: readonly Status[] = ["queued", "running", "waiting", "succeeded", "failed", "cancelled"];
export const ENDED: ReadonlySet<Status> = new Set<Status>(["succeeded", "failed", "cancelled"]);

export type Tags = Record<string, string>;

/** A server-sent event. `type` determines its data. */
export type StreamEvent = Event;

/** An entry of a transcript. `type` determines its fields; see docs/reference/entries.md. */
export interface Entry {
  type: string;
  id: string;
  index: number;
  time?: string | null;
  provenance?: string;
  text?: string;
  tool?: string;
  action?: JsonObject;
  status?: string;
  result?: JsonObject | null;
  message?: string;
  line?: string;
  [more: string]: unknown;
}

/** The action of an approval. */
export interface AskedAction {
  tool?: string | null;
  input?: JsonObject | null;
  entryId?: string | null;
  description?: string | null;
  forRun?: string;
  timeoutSeconds?: number; // until the request is denied
}
