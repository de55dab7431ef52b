// Values for tests.

import type { LoggedPart, Run } from "../src/api/types";

/** Return a run that has succeeded, with changes. Fields that no test reads may be missing. */
export function run(changes: Partial<Run> = {}, origin: Partial<Run["origin"]> = {}): Run {
  return {
    id: "run_1",
    sessionId: null,
    status: "succeeded",
    metadata: {},
    metadataSources: {},
    executor: "builtin",
    model: null,
    tokens: { inputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, outputTokens: 0 },
    task: "",
    cost: null,
    unpricedCalls: 0,
    firstTokenMs: null,
    turns: 1,
    finalText: null,
    error: null,
    failureReason: null,
    envelope: null,
    memory: null,
    budgets: [],
    delivery: null,
    traceId: null,
    erasedAt: null,
    parentRunId: null,
    rootRunId: null,
    attempt: 1,
    createdAt: "2026-11-03T02:00:00.000Z",
    startedAt: "2026-11-03T02:00:00.400Z",
    finishedAt: "2026-11-03T02:00:05.000Z",
    spec: {},
    ...changes,
    origin: {
      trigger: "api",
      triggerId: null,
      triggerName: null,
      rerunOf: null,
      original: null,
      actor: { kind: "local", id: null, name: "this machine" },
      attended: true,
      correlationId: null,
      requestedAt: "2026-11-03T02:00:00.000Z",
      scheduledFor: null,
      facts: {},
      claimed: {},
      ...origin,
    },
  } as Run;
}

/** Return a part of a log: a user's message, with changes. */
export function part(changes: Partial<LoggedPart>): LoggedPart {
  return {
    seq: 1,
    runId: "run_1",
    role: "user",
    content: "Hello",
    at: "2026-11-03T02:00:00.000Z",
    kind: "message",
    provenance: "human",
    thinking: "",
    toolCalls: [],
    toolUseId: null,
    toolName: null,
    ok: true,
    synthetic: false,
    triggerType: null,
    triggerReason: null,
    rolledBack: false,
    visible: true,
    call: null,
    ...changes,
  } as LoggedPart;
}
