import { describe, expect, test } from "vitest";
import type { CallUsage, ModelCall, SentMessage } from "../src/api/types";
import { describeFailure, providerAnswer } from "../src/labels/failures";
import { readTags, writeTags } from "../src/query/tags";
import { changesOf, taskOf } from "../src/run/api";
import { callBefore, compareCalls } from "../src/run/callDiff";
import { change, compareEnvelopes, compareFacts, transcriptText } from "../src/run/comparison";
import { findMatches } from "../src/run/find";
import { chooseList, placeIn } from "../src/run/neighbours";
import { similarFailures, similarRuns } from "../src/run/similar";
import { buildSteps, cacheShare, slowestStep } from "../src/run/steps";
import { part, run } from "./builders";

const NO_CALL: CallUsage = {
  model: null,
  startedAt: null,
  durationMs: null,
  firstTokenMs: null,
  tokens: null,
  cost: null,
  price: null,
  finishReason: null,
  error: null,
};

function message(content: string, role: SentMessage["role"] = "user"): SentMessage {
  return { role, content, kind: "message" };
}

function modelCall(changes: Partial<ModelCall>): ModelCall {
  return {
    ...NO_CALL,
    turn: 1,
    purpose: "reply",
    seq: 2,
    exact: true,
    systemPrompt: "Be brief.",
    tools: [],
    parameters: { modelId: "echo" },
    messages: [message("Be brief.", "system"), message("Hi")],
    ...changes,
  };
}

const search = { id: "c1", name: "search", args: {} };
const LOG = [
  part({}),
  part({ seq: 2, kind: "reply", role: "assistant", at: "2026-11-03T02:00:01.400Z", toolCalls: [search] }),
  part({ seq: 3, kind: "tool_result", role: "tool", at: "2026-11-03T02:00:02.000Z", toolUseId: "c1" }),
  part({ seq: 4, kind: "reply", role: "assistant", at: "2026-11-03T02:00:05.000Z" }),
];

describe("the steps of a run", () => {
  test("are the queue, each model call and each tool, and lead to their messages", () => {
    const made = buildSteps(run(), LOG, 0);
    expect(made.map((step) => [step.kind, step.label, step.to - step.from, step.target])).toEqual([
      ["queue", "queued", 400, null],
      ["model", "model call 1", 1000, "part-2"],
      ["tool", "search", 600, "part-2-c1"],
      ["model", "model call 2", 3000, "part-4"],
    ]);
  });

  test("have the recorded times of a call instead of the times of the log", () => {
    const call = { ...NO_CALL, startedAt: "2026-11-03T02:00:00.500Z", durationMs: 700 };
    const log = [part({ seq: 2, kind: "reply", role: "assistant", at: "2026-11-03T02:00:01.400Z", call })];
    const step = buildSteps(run(), log, 0)[1]!;
    expect([step.from, step.to]).toEqual([Date.parse(call.startedAt), Date.parse(call.startedAt) + 700]);
  });

  test("include failed calls and summaries", () => {
    const log = [
      part({ seq: 2, kind: "summary", at: "2026-11-03T02:00:01.000Z" }),
      part({ seq: 3, kind: "failed_call", role: "assistant", at: "2026-11-03T02:00:02.000Z" }),
    ];
    const made = buildSteps(run(), log, 0);
    expect(made.map(({ label, ok }) => [label, ok])).toEqual([
      ["queued", true],
      ["model call 1", true],
      ["model call 2", false],
    ]);
  });

  test("name the slowest one if it took more than half of the time", () => {
    const made = buildSteps(run(), LOG, 0);
    expect(slowestStep(made)?.label).toBe("model call 2");
    expect(slowestStep(made.slice(0, 3))).toBeNull();
  });

  test("of a run that is active end now", () => {
    const made = buildSteps(run({ finishedAt: null }), [part({})], Date.parse("2026-11-03T02:00:09.400Z"));
    expect(made.at(-1)).toMatchObject({ label: "model call 1", target: null });
    expect(made.at(-1)!.to - made.at(-1)!.from).toBe(9000);
  });
});

test("the cache share is zero without input", () => {
  expect(cacheShare({ inputTokens: 0, cachedTokens: 0 })).toBe(0);
  expect(cacheShare({ inputTokens: 200, cachedTokens: 50 })).toBe(0.25);
});

describe("the difference of two calls", () => {
  test("is what the later call added", () => {
    const before = modelCall({});
    const after = modelCall({ messages: [...before.messages, message("Hello", "assistant"), message("More")] });
    const found = compareCalls(before, after);
    expect(found).toMatchObject({ system: false, same: 1, removed: [], parameters: [] });
    expect(found.added.map(({ content }) => content)).toEqual(["Hello", "More"]);
  });

  test("shows what a summary replaced", () => {
    const before = modelCall({ messages: ["a", "b", "c"].map((text) => message(text)) });
    const after = modelCall({ messages: [message("summary"), message("c")] });
    const found = compareCalls(before, after);
    expect([found.removed.length, found.added.length, found.same]).toEqual([2, 1, 1]);
  });

  test("names changed tools and parameters", () => {
    const tool = { name: "look", description: "", parameters: {} };
    const before = modelCall({ tools: [tool, { ...tool, name: "old" }], parameters: { toolChoice: "auto" } });
    const after = modelCall({
      tools: [
        { ...tool, description: "Look." },
        { ...tool, name: "new" },
      ],
      parameters: { toolChoice: "none" },
    });
    const found = compareCalls(before, after);
    expect(found.tools).toEqual({ added: ["new"], removed: ["old"], changed: ["look"] });
    expect(found.parameters).toEqual([{ key: "toolChoice", a: "auto", b: "none", same: false }]);
  });

  test("is made with the last call of the same purpose", () => {
    const calls = [modelCall({ seq: 2 }), modelCall({ seq: 3, purpose: "summary" }), modelCall({ seq: 4 })];
    expect(callBefore(calls, 2)?.seq).toBe(2);
    expect(callBefore(calls, 1)).toBeNull();
  });
});

describe("finding text", () => {
  test("ignores case and finds every place", () => {
    expect(findMatches("Error: no error", "ERROR")).toEqual([0, 10]);
    expect(findMatches("aaa", "aa")).toEqual([0]);
    expect(findMatches("anything", "")).toEqual([]);
  });

  test("keeps its places if the lower case of a letter is longer", () => {
    expect(findMatches("İstanbul error", "error")).toEqual([9]);
  });
});

describe("neighbours", () => {
  test("are the runs before and after in the list", () => {
    expect(placeIn(["a", "b", "c"], "b")).toEqual({ position: 2, count: 3, previous: "a", next: "c" });
    expect(placeIn(["a"], "a")).toMatchObject({ previous: null, next: null });
    expect(placeIn(["a"], "x")).toBeNull();
  });

  test("come from the list with the query that was shown last", () => {
    const lists = [
      { key: ["default", "runs", "env:prod created>-24h"], at: 1, ids: ["a", "b"] },
      { key: ["default", "runs", "created>-24h"], at: 2, ids: ["b", "c"] },
    ];
    expect(chooseList(lists, "b", "env:prod")).toEqual(["a", "b"]);
    expect(chooseList(lists, "b", "")).toEqual(["b", "c"]);
    expect(chooseList(lists, "x", "")).toEqual([]);
  });
});

describe("a failure", () => {
  const failed = {
    message: "no",
    code: "quota_exceeded",
    errorClass: "rate_limit" as const,
    finishReason: null,
    partialText: null,
    retryable: true,
    apiStatus: 429,
    apiCode: "insufficient_quota",
  };

  test("is described by its code before its class", () => {
    expect(describeFailure(failed).title).toBe("Quota exhausted");
    expect(describeFailure({ ...failed, code: "rate_limit" }).title).toBe("Rate limit of the provider");
    expect(describeFailure({ ...failed, code: "max_tokens", errorClass: "truncation" })).toMatchObject({
      title: "Output limit reached",
      action: "Request a shorter answer, or use a model with a higher output limit.",
    });
    expect(providerAnswer(failed)).toBe("HTTP 429, insufficient_quota");
  });

  test("is like those of the same class and trigger, or else of the same model", () => {
    const model = { id: "openai:gpt-5", provider: "openai", vendorModelId: "gpt-5" };
    const nightly = run({ error: failed, model }, { triggerName: "nightly acme" });
    expect(similarFailures(nightly)).toBe('error:rate_limit trigger.name:"nightly acme"');
    expect(similarFailures(run({ error: failed, model }))).toBe("error:rate_limit model:openai:gpt-5");
    expect(similarRuns(run({ sessionId: "ses_1", model }))).toBe("session:ses_1");
  });
});

describe("a rerun", () => {
  test("sends only what was changed, and null for removed tags", () => {
    const original = run({ metadata: { customer: "acme", env: "prod" } });
    const before = { prompt: "Hi", model: "echo" };
    expect(changesOf(original, before, { ...before, tags: { customer: "acme", env: "prod" } })).toEqual({});
    const tags = { customer: "globex" };
    expect(changesOf(original, before, { prompt: "Bye", model: "other", tags })).toEqual({
      prompt: "Bye",
      modelId: "other",
      metadata: { customer: "globex", env: null },
    });
  });

  test("starts from the newest message of the user", () => {
    expect(taskOf([part({ content: "first" }), part({ content: "second" }), ...LOG.slice(1)])).toBe("second");
    expect(taskOf([])).toBe("");
  });

  test("shows tags as they can be read again", () => {
    const tags = { customer: "acme", note: 'two "quoted" words', empty: "" };
    expect(readTags(writeTags(tags))).toEqual(tags);
  });
});

describe("two runs", () => {
  test("are compared by result and usage", () => {
    const one = run({ cost: "0.01", tokens: { ...run().tokens, inputTokens: 100 } });
    const two = run({ cost: "0.02", tokens: { ...run().tokens, inputTokens: 122 }, status: "failed" });
    const rows = compareFacts({ run: one, parts: [] }, { run: two, parts: [] });
    expect(rows.find(({ key }) => key === "tokens in")).toMatchObject({ a: "100", b: "122", change: "+22 %" });
    expect(rows.find(({ key }) => key === "cost")).toMatchObject({ a: "$0.01", b: "$0.02", change: "+100 %" });
    expect(rows.find(({ key }) => key === "status")).toMatchObject({ same: false });
    expect(rows.some(({ key }) => key === "error" || key === "first token")).toBe(false);
  });

  test("do not differ by id, time and seal", () => {
    const envelope = (id: string, at: string) =>
      JSON.stringify({
        runwhy_meta: {
          seal: id,
          run_id: id,
          now_utc: at,
          requested_at_utc: at,
          trigger: "api",
          actor: { kind: "key", name: "ci" },
        },
      });
    const [one, two] = ["x", "y"].map((id) => ({
      run: run({ id }),
      parts: [part({ kind: "envelope", content: envelope(id, `2026-11-0${id.length}T00:00:00Z${id}`) })],
    }));
    expect(compareEnvelopes(one!, two!)).toEqual([
      { key: "actor", a: "kind key, name ci", b: "kind key, name ci", same: true },
      { key: "trigger", a: "api", b: "api", same: true },
    ]);
    expect(transcriptText(one!)).toBe("");
  });

  test("show changes of numbers in percent", () => {
    expect([change(100, 100), change(100, 78), change(1, 25), change(0, 5), change(null, 5)]).toEqual([
      undefined,
      "−22 %",
      "× 25",
      undefined,
      undefined,
    ]);
  });
});
