// Server responses, as far as the dashboard reads them. See docs/reference.

export type Status = "queued" | "running" | "waiting" | "succeeded" | "failed" | "cancelled";
export const STATUSES: readonly Status[] = ["queued", "running", "waiting", "succeeded", "failed", "cancelled"];
export const ENDED: ReadonlySet<Status> = new Set<Status>(["succeeded", "failed", "cancelled"]);

export type Tags = Record<string, string>;
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export interface Actor {
  kind: string;
  id: string | null;
  name: string | null;
}

export interface Origin {
  trigger: string;
  triggerId: string | null;
  actor: Actor;
  attended: boolean;
  correlationId: string | null;
  requestedAt: string;
  scheduledFor: string | null;
  facts: Record<string, unknown>;
  claimed: Record<string, unknown>;
}

/** Delivery of a reply to the chat that the session belongs to. */
export interface Delivery {
  status: "pending" | "delivered" | "failed" | "skipped";
  messageId: number | null;
  attempts: number;
  error: string | null;
  at: string | null;
}

export interface Tokens {
  inputTokens: number;
  cachedTokens: number;
  reasoningTokens: number;
  outputTokens: number;
}

export interface Model {
  id: string;
  provider: string;
  vendorModelId: string;
  reasoningEffort?: string;
}

export interface RunError {
  message: string;
  code: string | null;
  errorClass: string;
  finishReason?: string | null;
  partialText?: string | null;
  retryable?: boolean;
}

export interface Run {
  id: string;
  sessionId: string | null;
  status: Status;
  metadata: Tags;
  metadataSources: Record<string, string>;
  origin: Origin;
  executor: string;
  model: Model | null;
  tokens: Tokens;
  turns: number;
  finalText: string | null;
  error: RunError | null;
  failureReason: string | null;
  envelope: { bytes: number; truncated: boolean; dropped: string[] } | null;
  delivery?: Delivery | null;
  parentRunId: string | null;
  rootRunId: string | null;
  attempt: number;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  spec: JsonObject;
}

export interface RunPage {
  runs: Run[];
  nextCursor: string | null;
}

export interface Accepted {
  runId: string;
  streamUrl: string;
  status: Status;
  metadata: Tags;
}

export interface Facet {
  key: string;
  values: { value: string; count: number }[];
  other: number;
}

export interface KeyCount {
  key: string;
  count: number;
}

export interface ToolCall {
  id: string;
  name: string;
  args: JsonObject;
}

/** One part of the log of a run. */
export interface LogPart {
  seq: number;
  runId: string;
  role: "user" | "assistant" | "system" | "tool";
  content: string;
  at: string;
  kind: string;
  provenance: string;
  thinking: string;
  toolCalls: ToolCall[];
  toolUseId: string | null;
  toolName: string | null;
  ok: boolean;
  synthetic: boolean;
  damaged?: boolean;
  triggerType: string | null;
  triggerReason: string | null;
  rolledBack: boolean;
  visible?: boolean; // whether the user sees it
}

export interface ModelMessage {
  role: string;
  content: string;
  kind: string;
  toolCalls?: ToolCall[];
  toolUseId?: string;
  toolName?: string;
}

export interface ModelCall {
  turn: number;
  messages: ModelMessage[];
}

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

export interface StreamEvent {
  seq: number;
  type: string;
  data: Record<string, unknown>;
  at?: string;
}

export interface SessionSummary {
  sessionId: string;
  creationDate: string;
  lastInteractionDate: string;
  summary: string;
  metadata: Tags;
  status: "active" | "ended";
  unread: number | null;
}

export interface SessionPage {
  total: number;
  sessions: SessionSummary[];
  nextCursor: string | null;
}

export interface Session {
  id: string;
  name: string;
  status: "active" | "ended";
  createdAt: string;
  lastUsedAt: string;
  endedAt: string | null;
  agentSpec: JsonObject;
  metadata: Tags;
  autonomy: JsonObject | null;
  version: number;
}

export interface ApiKey {
  id: string;
  name: string;
  hint: string;
  client: string;
  scopes: string[];
  tags: Tags;
  createdAt: string;
}

export interface SavedView {
  id: string;
  name: string;
  page: string;
  params: string; // the query string of the page, without "?"
  createdBy: string;
  createdAt: string;
}

export interface SignedIn {
  local: boolean;
  actor: Actor;
  scopes: string[];
  workspace: { slug: string; name: string };
  workspaces: { slug: string; name: string }[];
  version: string;
}
