import type { Occurrence, Trigger } from "../src/api/types";
import { describe, expect, test } from "vitest";
import { buildBody, createDraft } from "../src/triggers/draft";
import { readChats, readPairs, reasonText, whenText } from "../src/triggers/labels";

const NIGHTLY = {
  id: "trg_1",
  kind: "cron",
  name: "nightly",
  prompt: "Go",
  metadata: { env: "prod", note: "two words" },
  spec: { modelId: "echo", reasoningLevel: "low" },
  schedule: "0 2 * * *",
  timezone: "Europe/Berlin",
  agentId: null,
  sessionId: null,
} as unknown as Trigger;

describe("the trigger form", () => {
  test("omits empty fields of a new trigger", () => {
    const body = buildBody({
      ...createDraft(),
      name: " push ",
      kind: "webhook",
      verify: "github",
      prompt: "Look",
      tags: "env=prod",
    });
    expect(body).toEqual({
      kind: "webhook",
      name: "push",
      prompt: "Look",
      metadata: { env: "prod" },
      spec: {},
      verify: "github",
      tagsFrom: {},
    });
  });

  test("changes nothing if it is saved unchanged", () => {
    const body = buildBody(createDraft(NIGHTLY), NIGHTLY);
    expect(body).toMatchObject({
      name: "nightly",
      metadata: NIGHTLY.metadata,
      spec: NIGHTLY.spec,
      schedule: "0 2 * * *",
      timezone: "Europe/Berlin",
    });
    expect(body).not.toHaveProperty("kind");
    expect(body).not.toHaveProperty("verify");
  });

  test("clears emptied fields", () => {
    const hook = { ...NIGHTLY, kind: "webhook", promptTemplate: "x", secretEnv: "A" } as Trigger;
    expect(buildBody({ ...createDraft(hook), template: "", secretEnv: "" }, hook)).toMatchObject({
      promptTemplate: null,
      secretEnv: null,
    });
  });

  test("parses pairs and chat IDs", () => {
    expect(readPairs("repo=repository.name\n\n branch = ref ")).toEqual({ repo: "repository.name", branch: "ref" });
    expect(readChats("12, -100 x")).toEqual([12, -100, NaN]);
  });
});

test("triggers and occurrences have labels", () => {
  expect(whenText({ ...NIGHTLY, inWords: "At 02:00 every day" })).toBe("At 02:00 every day");
  expect(whenText({ ...NIGHTLY, kind: "telegram", allowedChatIds: [1] })).toBe(
    "When a message arrives in 1 allowed chat",
  );
  const skipped = { status: "skipped", reason: "run_1 is still running", count: 3 } as Occurrence;
  expect(reasonText(skipped)).toBe("run_1 is still running, 3 times in a row");
  expect(reasonText({ ...skipped, reason: "missed: 3 occurrences in a row" })).toBe("missed: 3 occurrences in a row");
  expect(reasonText({ ...skipped, status: "fired", reason: null, count: 1 })).toBe("event received");
});
