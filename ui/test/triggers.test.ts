import type { HookDelivery, Occurrence, Trigger, TriggerHealth } from "../src/api/types";
import { describe, expect, test } from "vitest";
import { buildBody, createDraft } from "../src/triggers/draft";
import { fitRuns, foldSkips, healthText, latenessOver, median, summaryText } from "../src/triggers/health";
import { outcomeText, readChats, readPairs, reasonText, whenText } from "../src/triggers/labels";

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
  const missed = { status: "skipped", reason: "missed: no server was running", count: 3 } as Occurrence;
  expect(reasonText(missed, "cron")).toBe("missed: no server was running, 3 times in a row");
  const fired = { ...missed, status: "fired", reason: null, count: 1 } as Occurrence;
  expect(reasonText(fired, "cron")).toBe("on schedule");
  expect(reasonText(fired, "webhook")).toBe("delivery received");
  const delivery = { outcome: "budget_exceeded", replayOf: null } as HookDelivery;
  expect(outcomeText(delivery)).toBe("budget exceeded");
  expect(outcomeText({ ...delivery, outcome: "accepted", replayOf: "dlv_1" })).toBe("accepted, replay");
});

describe("the health of a trigger", () => {
  const health = { state: "ok", recent: [], failureStreak: 0, missed: 0, latenessMs: null, startError: null };
  const text = (changes: object, more: object = {}) =>
    healthText({ ...NIGHTLY, enabled: true, note: null, ...more, health: { ...health, ...changes } } as Trigger);

  test("says what is wrong", () => {
    expect(text({ state: "ok", latenessMs: 400 })).toBe("started +400 ms");
    expect(text({ state: "failing", failureStreak: 1, latenessMs: 400 })).toBe("last run failed");
    expect(text({ state: "failing", failureStreak: 20 })).toBe("20+ failures in a row");
    expect(text({ state: "failing", startError: "no agent cook", missed: 1 })).toBe(
      "cannot start: no agent cook · 1 missed since the last run",
    );
    expect(text({ state: "late", missed: 3 })).toBe("3 missed since the last run");
    expect(text({ state: "late", latenessMs: 125_000 })).toBe("started 2 m 05 s late");
    expect(text({ state: "late" })).toBe("the planned time has passed");
    expect(text({ state: "late", recent: [{ missedBefore: 6 }] })).toBe("6 missed before the last run");
    expect(text({ state: "paused", failureStreak: 2 }, { enabled: false, note: "on holiday" })).toBe(
      "on holiday · 2 failures in a row",
    );
    const note = "paused automatically: the last 5 runs failed";
    expect(text({ state: "paused", failureStreak: 5, missed: 1 }, { enabled: false, note })).toBe(
      "automatically: the last 5 runs failed",
    );
    expect(text({}, { kind: "webhook" })).toBe("");
  });

  test("fits into a line with the newest runs", () => {
    const recent = [{ runId: "c" }, { runId: "b", missedBefore: 4 }, { runId: "a" }];
    const fitted = (marks: number, missed = 0) =>
      fitRuns({ ...health, recent, missed } as unknown as TriggerHealth, marks).map(({ runId }) => runId);
    expect(fitted(Infinity)).toEqual(["c", "b", "a"]);
    expect(fitted(4)).toEqual(["c", "b", "a"]);
    expect(fitted(4, 1)).toEqual(["c", "b"]);
    expect(fitted(2)).toEqual(["c"]);
  });

  test("joins skips in a row that have the same reason", () => {
    const skip = { status: "skipped", reason: "run_1 is still running", until: null, count: 1 };
    const found = [
      { ...skip, key: "4", plannedAt: "04:00" },
      { ...skip, key: "2", plannedAt: "02:00", until: "03:00", count: 2 },
      { ...skip, key: "1", plannedAt: "01:00", reason: "missed" },
      { status: "fired", key: "0", plannedAt: "00:00", until: null, count: 1, reason: null },
    ] as Occurrence[];
    expect(foldSkips(found).map(({ key, plannedAt, until, count }) => [key, plannedAt, until, count])).toEqual([
      ["4", "02:00", "04:00", 3],
      ["1", "01:00", null, 1],
      ["0", "00:00", null, 1],
    ]);
  });

  test("is summed up for a list", () => {
    const triggers = ["failing", "failing", "ok", "late", "idle"].map((state) => ({ health: { ...health, state } }));
    expect(summaryText(triggers as unknown as Trigger[])).toBe("5 triggers · 2 failing · 1 late");
    expect(summaryText([])).toBe("0 triggers");
  });

  test("has the lateness of planned runs, oldest first", () => {
    const at = (second: number) => new Date(Date.UTC(2026, 10, 3, 12, 0, second)).toISOString();
    const found = [
      { plannedAt: at(30), run: { startedAt: at(32) } },
      { plannedAt: null, run: { startedAt: at(20) } }, // started manually
      { plannedAt: at(20), run: null }, // skipped
      { plannedAt: at(10), run: { startedAt: null } }, // still queued
      { plannedAt: at(5), run: { startedAt: at(4) } }, // the clock of another server
    ] as Occurrence[];
    expect(latenessOver(found).map(({ ms }) => ms)).toEqual([0, 2000]);
    expect(median([5, 1, 9])).toBe(5);
    expect(median([])).toBe(0);
  });
});
