// The values of the trigger form, and the request body.

import { TIMEZONE } from "../api/series";
import type { JsonObject, Trigger } from "../api/types";
import { readTags } from "../query/tags";
import type { Kind } from "./api";
import { readChats, readPairs, writePairs } from "./labels";

export interface Draft {
  kind: Kind;
  name: string;
  prompt: string;
  agent: string | null;
  model: string | null;
  session: string;
  tags: string;
  schedule: string;
  timezone: string;
  overlap: string;
  catchUp: string;
  failures: string;
  verify: string;
  secretEnv: string;
  secret: string;
  tokenHeader: string;
  tagsFrom: string;
  template: string;
  tokenEnv: string;
  token: string;
  chats: string;
  inboxChat: string;
  inboxUsers: string;
}

export function createDraft(trigger?: Trigger): Draft {
  const cron = trigger?.kind === "cron" ? trigger : undefined;
  const webhook = trigger?.kind === "webhook" ? trigger : undefined;
  const telegram = trigger?.kind === "telegram" ? trigger : undefined;
  return {
    kind: trigger?.kind ?? "cron",
    name: trigger?.name ?? "",
    prompt: trigger?.prompt ?? "",
    agent: trigger?.agentId ?? null,
    model: typeof trigger?.spec.modelId === "string" ? trigger.spec.modelId : null,
    session: trigger?.sessionId ?? "",
    tags: Object.entries(trigger?.metadata ?? {})
      .map(([key, value]) => `${key}=${/[\s"]|^$/.test(value) ? JSON.stringify(value) : value}`)
      .join(" "),
    schedule: cron?.schedule ?? "",
    timezone: cron?.timezone ?? (trigger ? "UTC" : TIMEZONE),
    overlap: cron?.overlap ?? "skip",
    catchUp: cron?.catchUp ?? "none",
    failures: String(cron?.pauseAfterFailures ?? 5),
    verify: webhook?.verify ?? "standard",
    secretEnv: webhook?.secretEnv ?? "",
    secret: "",
    tokenHeader: webhook?.tokenHeader ?? "",
    tagsFrom: writePairs(webhook?.tagsFrom ?? {}),
    template: webhook?.promptTemplate ?? "",
    tokenEnv: telegram?.tokenEnv ?? "",
    token: "",
    chats: (telegram?.allowedChatIds ?? []).join(", "),
    inboxChat: String(telegram?.inboxChatId ?? ""),
    inboxUsers: (telegram?.inboxUserIds ?? []).join(", "),
  };
}

/** Build the body that creates or changes a trigger. Empty values are omitted, or cleared in a change. */
export function buildBody(draft: Draft, old?: Trigger): JsonObject {
  const { modelId: _, ...spec } = old?.spec ?? {};
  const body: JsonObject = {
    name: draft.name.trim(),
    prompt: draft.prompt,
    metadata: readTags(draft.tags),
    agentId: draft.agent,
    sessionId: draft.session.trim() || null,
    spec: { ...spec, ...(draft.model ? { modelId: draft.model } : {}) },
    ...KIND_BODIES[draft.kind](draft),
  };
  const values = Object.entries(body).filter(([, value]) => old || (value !== null && value !== ""));
  return { ...(old ? {} : { kind: draft.kind }), ...Object.fromEntries(values) };
}

const KIND_BODIES: Record<Kind, (draft: Draft) => JsonObject> = {
  cron: (draft) => ({
    schedule: draft.schedule.trim(),
    timezone: draft.timezone,
    overlap: draft.overlap,
    catchUp: draft.catchUp,
    pauseAfterFailures: numberOr(draft.failures, 5),
  }),
  webhook: (draft) => ({
    verify: draft.verify,
    secretEnv: draft.secretEnv.trim() || null,
    ...(draft.secret ? { secret: draft.secret } : {}),
    tokenHeader: (draft.verify === "token" && draft.tokenHeader.trim()) || null,
    tagsFrom: readPairs(draft.tagsFrom),
    promptTemplate: draft.template.trim() ? draft.template : null,
  }),
  telegram: (draft) => ({
    tokenEnv: draft.tokenEnv.trim() || null,
    ...(draft.token ? { token: draft.token } : {}),
    allowedChatIds: readIds(draft.chats),
    inboxChatId: readIds(draft.inboxChat)[0] ?? null,
    inboxUserIds: draft.inboxUsers.trim() ? readIds(draft.inboxUsers) : null,
  }),
};

/** Return the IDs in a text. A value that is not a number stays a text, which the server rejects. */
function readIds(text: string): (number | string)[] {
  return readChats(text).map((id) => (Number.isNaN(id) ? "?" : id));
}

function numberOr(text: string, otherwise: number): number {
  const read = Number(text);
  return text.trim() === "" || Number.isNaN(read) ? otherwise : read;
}
