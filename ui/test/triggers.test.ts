import { describe, expect, test } from "vitest";
import type { Occurrence, Trigger } from "../src/triggers/asking";
import { bodyOf, draftOf } from "../src/triggers/draft";
import { readChats, readPairs, reasonText, whenText } from "../src/triggers/words";

const NIGHTLY = { id: "trg_1", kind: "cron", name: "nightly", prompt: "Go", metadata: { env: "prod", note: "two words" }, spec: { modelId: "echo", reasoningLevel: "low" }, schedule: "0 2 * * *", timezone: "Europe/Berlin", agentId: null, sessionId: null } as unknown as Trigger;

describe("the form of a trigger", () => {
  test("a new one says only what was filled in", () => {
    const body = bodyOf({ ...draftOf(), name: " push ", kind: "webhook", verify: "github", prompt: "Look", tags: "env=prod" });
    expect(body).toEqual({ kind: "webhook", name: "push", prompt: "Look", metadata: { env: "prod" }, spec: {}, verify: "github", tagsFrom: {} });
  });

  test("opened and saved, nothing changes", () => {
    const body = bodyOf(draftOf(NIGHTLY), NIGHTLY);
    expect(body).toMatchObject({ name: "nightly", metadata: NIGHTLY.metadata, spec: NIGHTLY.spec, schedule: "0 2 * * *", timezone: "Europe/Berlin" });
    expect(body).not.toHaveProperty("kind");
    expect(body).not.toHaveProperty("verify");
  });

  test("what is emptied is taken away", () => {
    const hook = { ...NIGHTLY, kind: "webhook", promptTemplate: "x", secretEnv: "A" } as Trigger;
    expect(bodyOf({ ...draftOf(hook), template: "", secretEnv: "" }, hook)).toMatchObject({ promptTemplate: null, secretEnv: null });
  });

  test("pairs and chats are read as people write them", () => {
    expect(readPairs("repo=repository.name\n\n branch = ref ")).toEqual({ repo: "repository.name", branch: "ref" });
    expect(readChats("12, -100 x")).toEqual([12, -100, NaN]);
  });
});

test("a trigger and what it did are told in words", () => {
  expect(whenText({ ...NIGHTLY, inWords: "At 02:00 every day" })).toBe("At 02:00 every day");
  expect(whenText({ ...NIGHTLY, kind: "telegram", allowedChatIds: [1] })).toBe("When somebody writes in 1 chat of the bot");
  const skipped = { status: "skipped", reason: "run_1 is still running", count: 3 } as Occurrence;
  expect(reasonText(skipped)).toBe("run_1 is still running, 3 times in a row");
  expect(reasonText({ ...skipped, status: "fired", reason: null, count: 1 })).toBe("as planned");
});
