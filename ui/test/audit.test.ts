import type { AuditEntry } from "../src/api/types";
import { describe, expect, test } from "vitest";
import {
  actionLabel,
  actorTerm,
  erasedBy,
  fieldChanges,
  fieldLabel,
  findPage,
  namesIn,
  objectName,
  shorten,
} from "../src/audit/labels";
import { addCounts, ageParts, ageText, confirmation, countLabels, size } from "../src/data/labels";

const CHANGE: AuditEntry = {
  seq: 1,
  at: "2026-01-02T03:04:05Z",
  actor: { kind: "key", id: "key_1", name: "ci" },
  action: "trigger.changed",
  subject: "trg_1",
  before: null,
  after: null,
};

test("an object has its newest name in all of its changes", () => {
  const renamed = { ...CHANGE, before: { name: "daily" }, after: { name: "nightly" } };
  const added = { ...CHANGE, after: { name: "daily" } };
  expect(namesIn([CHANGE, renamed, added, { ...CHANGE, subject: "trg_2" }])).toEqual(new Map([["trg_1", "nightly"]]));
});

describe("a change", () => {
  test("has labels", () => {
    expect(actionLabel("retention.added")).toEqual({ kind: "Retention rule", did: "added" });
    expect(actionLabel("command.kept_back")).toEqual({ kind: "Command", did: "kept back" });
    expect(actionLabel("demo.filled")).toEqual({ kind: "Demo data", did: "loaded" });
    expect(actionLabel("new.thing")).toEqual({ kind: "new", did: "thing" });
    expect(actorTerm(CHANGE.actor)).toBe("key_1");
    expect(objectName({ ...CHANGE, after: { name: "nightly" } })).toBe("nightly");
  });

  test("lists nested fields and ignores fields that were never set", () => {
    const before = {
      spec: { systemPrompt: "Be brief.", modelId: "echo" },
      note: null,
      enabled: true,
      scopes: ["a", "b"],
    };
    const after = {
      spec: { systemPrompt: "Be long.", modelId: "echo" },
      note: "",
      enabled: false,
      scopes: ["a", "b"],
      applied_at: 0,
    };
    expect(fieldChanges({ before, after })).toEqual([
      { path: "spec.systemPrompt", before: "Be brief.", after: "Be long." },
      { path: "enabled", before: "true", after: "false" },
      { path: "applied_at", before: null, after: "1970-01-01T00:00:00.000Z" },
    ]);
    expect(fieldChanges({ before: null, after: { name: "x", id: "1" } })).toHaveLength(2);
    const values = { age_seconds: 1_209_600, timeout_seconds: 90, fire_at: "2026-11-16T20:28:52.691000Z" };
    expect(fieldChanges({ before: null, after: values }).map(({ after }) => after)).toEqual([
      "2 weeks",
      "1 m 30 s",
      "2026-11-16T20:28:52.691Z",
    ]);
  });

  test("has fields in words", () => {
    expect(["age_seconds", "spec.systemPrompt", "session_id"].map(fieldLabel)).toEqual([
      "age",
      "spec.system prompt",
      "session id",
    ]);
  });

  test("is shorten to the part that differs", () => {
    const [before, after] = [
      "Look at the runs of last week.\nSay what failed.\nBe brief.",
      "Look at the runs of last week.\nSay what failed.\nName the three worst.",
    ];
    expect(shorten(before!, after!, 30)).toEqual(
      ["…what failed. Be brief.", "…what failed. Name the three worst."].map((text) =>
        text.length > 31 ? `${text.slice(0, 30)}…` : text,
      ),
    );
    expect(shorten("a", "b", 30)).toEqual(["a", "b"]);
    expect(shorten(null, "x".repeat(40), 10)).toEqual([null, `${"x".repeat(9)}…`]);
  });

  test("links to the changed object while it exists", () => {
    const of = (change: Partial<AuditEntry>) => findPage("shop", { ...CHANGE, ...change });
    expect(of({})).toEqual({
      to: "/w/$slug/triggers/$triggerId",
      params: { slug: "shop", triggerId: "trg_1" },
    });
    expect(of({ action: "trigger.removed" })).toBeNull();
    expect(of({ action: "timer.added", subject: "tmr_1", after: { session_id: "ses_1" } })).toEqual({
      to: "/w/$slug/sessions/$sessionId",
      params: { slug: "shop", sessionId: "ses_1" },
    });
    expect(of({ action: "timer.added", subject: "tmr_1" })).toBeNull();
    expect(of({ action: "terminal.opened", subject: "trm_1", after: { sessionId: "ses_1" } })).toMatchObject({
      params: { sessionId: "ses_1" },
    });
    expect(of({ action: "erasure.started", subject: "era_1" })).toEqual({
      to: "/w/$slug/data",
      params: { slug: "shop" },
      search: { erasure: "era_1" },
    });
    const view = { action: "view.added", subject: "viw_1" };
    expect(of({ ...view, after: { page: "runs", params: "q=a:b&range=7d" } })).toEqual({
      to: "/w/$slug/runs",
      params: { slug: "shop" },
      search: { q: "a:b", range: "7d" },
    });
    expect(of({ ...view, after: { page: "unknown", params: "" } })).toBeNull();
    const erased = { ...CHANGE, subject: "run_1", after: { erased: "era_1" } };
    expect([erasedBy(erased), findPage("shop", erased)]).toEqual(["era_1", null]);
  });
});

describe("an erasure", () => {
  test("has labels for its counts", () => {
    expect(countLabels({ runs: 1, sessions: 0, parts: 1204, bytes: 31_400, skipped: 3 })).toEqual([
      { name: "runs", amount: "1", label: "run" },
      { name: "parts", amount: "1,204", label: "log parts" },
      { name: "bytes", amount: "31 kB", label: "of text" },
    ]);
    expect(addCounts({ runs: 1 }, { runs: 2, parts: 3 })).toEqual({ runs: 3, parts: 3 });
    expect([size(12), size(1500), size(2_500_000), size(3e9)]).toEqual(["12 B", "1.5 kB", "2.5 MB", "3.0 GB"]);
    expect(confirmation({ runs: 1204 })).toBe("erase 1204 runs");
    expect(confirmation({ sessions: 1 })).toBe("erase 1 session");
  });

  test("has ages in the largest possible unit", () => {
    expect(ageParts(30 * 86_400)).toEqual({ amount: 30, unit: "days" });
    expect([ageText(3600), ageText(7 * 86_400), ageText(364 * 86_400), ageText(2 * 31_536_000)]).toEqual([
      "1 hour",
      "1 week",
      "52 weeks",
      "2 years",
    ]);
  });
});
