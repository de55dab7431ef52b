import { describe, expect, test } from "vitest";
import type { LogPart, Run } from "../src/api/types";
import { grown } from "../src/run/useLiveRun";
import { againBody } from "../src/runs/actions";
import { newer, updated } from "../src/runs/live";
import { openEnvelope } from "../src/words/envelope";
import { bars } from "../src/words/timeline";
import { whyText } from "../src/words/why";

function run(changes: Partial<Run> = {}, origin: Partial<Run["origin"]> = {}): Run {
  return {
    id: "run_1", sessionId: null, status: "succeeded", metadata: {}, metadataSources: {}, executor: "builtin", model: null,
    tokens: { inputTokens: 0, cachedTokens: 0, reasoningTokens: 0, outputTokens: 0 }, turns: 1, finalText: null, error: null, failureReason: null,
    envelope: null, parentRunId: null, rootRunId: null, attempt: 1, createdAt: "2026-11-03T02:00:00.000Z", startedAt: "2026-11-03T02:00:00.400Z",
    finishedAt: "2026-11-03T02:00:05.000Z", spec: {},
    ...changes,
    origin: { trigger: "api", triggerId: null, actor: { kind: "local", id: null, name: "this machine" }, attended: true, correlationId: null, requestedAt: "2026-11-03T02:00:00.000Z", scheduledFor: null, facts: {}, claimed: {}, ...origin },
  };
}

function part(changes: Partial<LogPart>): LogPart {
  return {
    seq: 1, runId: "run_1", role: "user", content: "Hello", at: "2026-11-03T02:00:00.000Z", kind: "message", provenance: "human", thinking: "", toolCalls: [],
    toolUseId: null, toolName: null, ok: true, synthetic: false, triggerType: null, triggerReason: null, rolledBack: false, ...changes,
  };
}

describe("the why line", () => {
  test("of a schedule says when it was due and how late it began", () => {
    const nightly = run({ spec: { name: "nightly-report" } }, { trigger: "cron", attended: false, scheduledFor: "2026-11-03T02:00:00.000Z" });
    expect(whyText(nightly)).toMatch(/^nightly-report · cron, due 02:00( AM)?, started \+0.4 s · unattended$/);
  });

  test("of a chat names the chat and the message", () => {
    expect(whyText(run({}, { trigger: "telegram", facts: { telegram_chat_id: 28036192, telegram_message_id: 517 } }))).toBe("Telegram, chat 28036192, message 517");
  });

  test("of a request names who asked", () => {
    expect(whyText(run({}, { actor: { kind: "key", id: "key_1", name: "ci" } }))).toBe("API, key ci");
    expect(whyText(run({}, { trigger: "cli" }))).toBe("command line, this machine");
  });

  test("of a follow-up tells its reason", () => {
    expect(whyText(run({}, { trigger: "timer", attended: false, facts: { trigger_type: "check_in", trigger_reason: "promised" } }))).toBe("follow-up, check in, “promised” · unattended");
  });

  test("of a trigger that came later is its name", () => {
    expect(whyText(run({}, { trigger: "smoke-signal" }))).toBe("smoke-signal, this machine");
  });
});

describe("live rows", () => {
  test("change in place, and stay the same when nothing changed", () => {
    const shown = [run({ id: "b", status: "running" }), run({ id: "a" })];
    expect(updated(shown, [run({ id: "b", status: "succeeded" })]).map((one) => one.status)).toEqual(["succeeded", "succeeded"]);
    expect(updated(shown, [run({ id: "b", status: "running" })])).toBe(shown);
  });

  test("new ones are counted", () => {
    expect(newer([run({ id: "a" })], [run({ id: "c" }), run({ id: "b" }), run({ id: "a" })])).toBe(2);
    expect(newer([], [run({ id: "a" })])).toBe(1);
  });
});

describe("asking again", () => {
  test("repeats the prompt, the spec and the run's own tags", () => {
    const again = againBody(run({ spec: { systemPrompt: "Be brief." }, metadata: { env: "prod" } }), [part({}), part({ kind: "envelope", content: "{}" })]);
    expect(again).toEqual({ systemPrompt: "Be brief.", prompt: "Hello", metadata: { env: "prod" } });
  });

  test("in a session leaves to the session what is the session's", () => {
    const again = againBody(run({ sessionId: "ses_1", spec: { systemPrompt: "x" }, metadata: { env: "prod", ticket: "7" }, metadataSources: { env: "session", ticket: "run" } }), [part({})]);
    expect(again).toEqual({ prompt: "Hello", metadata: { ticket: "7" } });
  });
});

describe("growing text", () => {
  const event = (type: string, text = "") => ({ seq: 1, type, data: { text } });

  test("grows by deltas until the turn is in the log", () => {
    const after = [event("assistant_delta", "Hel"), event("assistant_delta", "lo")].reduce(grown, { text: "", thinking: "" });
    expect(after.text).toBe("Hello");
    expect(grown(after, event("assistant_message")).text).toBe("");
  });

  test("begins anew when another server began anew", () => {
    expect(grown({ text: "half", thinking: "" }, event("started")).text).toBe("");
  });
});

describe("the envelope", () => {
  test("is taken apart, each key with its origin", () => {
    const text = '{"runwhy_meta":{"seal":"x","cron_job_id":"trg_1","tags":{"customer":"acme"},"context":{"rows":3}}}';
    const opened = openEnvelope(run({ metadataSources: { customer: "session" } }, { trigger: "cron", facts: { cron_job_id: "trg_1" } }), [part({ kind: "envelope", content: text })])!;
    expect(opened.told.map(({ key, origin }) => [key, origin])).toEqual([["seal", "server"], ["cron_job_id", "fact of the cron trigger"], ["customer", "tag, from the session"], ["rows", "context, from the caller"]]);
    expect(opened.bytes).toBe(text.length);
  });

  test("that is not there is null", () => {
    expect(openEnvelope(run(), [part({})])).toBeNull();
  });
});

describe("the timeline", () => {
  test("has a bar for waiting, for each model call and each tool", () => {
    const call = { id: "c1", name: "search", args: {} };
    const log = [
      part({}),
      part({ seq: 2, kind: "reply", role: "assistant", at: "2026-11-03T02:00:01.400Z", toolCalls: [call] }),
      part({ seq: 3, kind: "tool_result", role: "tool", at: "2026-11-03T02:00:02.000Z", toolUseId: "c1" }),
      part({ seq: 4, kind: "reply", role: "assistant", at: "2026-11-03T02:00:05.000Z" }),
    ];
    const made = bars(run(), log, 0);
    expect(made.map((bar) => [bar.kind, bar.label, bar.to - bar.from])).toEqual([
      ["queue", "waited for a worker", 400], ["model", "model call 1", 1000], ["tool", "search", 600], ["model", "model call 2", 3000],
    ]);
  });
});
