import { describe, expect, test } from "vitest";
import type { Change } from "../src/audit/asking";
import { actionWords, actorTerm, erasedBy, fieldChanges, nameOf, placeOf, shortened } from "../src/audit/words";
import { adding, ageParts, ageText, confirmation, countWords, size } from "../src/data/words";

const CHANGE: Change = { seq: 1, at: "2026-01-02T03:04:05Z", actor: { kind: "api_key", id: "key_1", name: "ci" }, action: "trigger.changed", subject: "trg_1", before: null, after: null };

describe("a change", () => {
  test("is told in words", () => {
    expect(actionWords("retention.added")).toEqual({ kind: "Retention rule", did: "added" });
    expect(actionWords("command.kept_back")).toEqual({ kind: "Command", did: "kept back" });
    expect(actionWords("new.thing")).toEqual({ kind: "new", did: "thing" });
    expect(actorTerm(CHANGE.actor)).toBe("key_1");
    expect(nameOf({ ...CHANGE, after: { name: "nightly" } })).toBe("nightly");
  });

  test("is shown field by field, however deep, without what never was set", () => {
    const before = { spec: { systemPrompt: "Be brief.", modelId: "echo" }, note: null, enabled: true, scopes: ["a", "b"] };
    const after = { spec: { systemPrompt: "Be long.", modelId: "echo" }, note: "", enabled: false, scopes: ["a", "b"], applied_at: 0 };
    expect(fieldChanges({ before, after })).toEqual([
      { path: "spec.systemPrompt", before: "Be brief.", after: "Be long." },
      { path: "enabled", before: "true", after: "false" },
      { path: "applied_at", before: null, after: "1970-01-01T00:00:00.000Z" },
    ]);
    expect(fieldChanges({ before: null, after: { name: "x", id: "1" } })).toHaveLength(2);
  });

  test("is shortened from where it differs", () => {
    const [before, after] = ["Look at the runs of last week.\nSay what failed.\nBe brief.", "Look at the runs of last week.\nSay what failed.\nName the three worst."];
    expect(shortened(before!, after!, 30)).toEqual(["…what failed. Be brief.", "…what failed. Name the three worst."].map((text) => (text.length > 31 ? `${text.slice(0, 30)}…` : text)));
    expect(shortened("a", "b", 30)).toEqual(["a", "b"]);
    expect(shortened(null, "x".repeat(40), 10)).toEqual([null, `${"x".repeat(9)}…`]);
  });

  test("leads to what was changed, while that is there", () => {
    expect(placeOf(CHANGE)).toEqual({ path: "triggers/trg_1" });
    expect(placeOf({ ...CHANGE, action: "trigger.removed" })).toBeNull();
    expect(placeOf({ ...CHANGE, action: "timer.added", subject: "tmr_1", after: { session_id: "ses_1" } })).toEqual({ path: "sessions/ses_1" });
    expect(placeOf({ ...CHANGE, action: "erasure.started", subject: "era_1" })).toEqual({ path: "data", search: { erasure: "era_1" } });
    const view = { ...CHANGE, action: "view.added", subject: "viw_1", after: { page: "runs", params: "q=a:b&range=7d" } };
    expect(placeOf(view)).toEqual({ path: "runs", search: { q: "a:b", range: "7d" } });
    const erased = { ...CHANGE, subject: "run_1", after: { erased: "era_1" } };
    expect([erasedBy(erased), placeOf(erased)]).toEqual(["era_1", null]);
  });
});

describe("erasing", () => {
  test("is counted in words", () => {
    expect(countWords({ runs: 1, sessions: 0, parts: 1204, bytes: 31_400, skipped: 3 })).toEqual([
      { name: "runs", amount: "1", what: "run" },
      { name: "parts", amount: "1,204", what: "parts of logs" },
      { name: "bytes", amount: "31 kB", what: "of text" },
    ]);
    expect(adding({ runs: 1 }, { runs: 2, parts: 3 })).toEqual({ runs: 3, parts: 3 });
    expect([size(12), size(1500), size(2_500_000), size(3e9)]).toEqual(["12 B", "1.5 kB", "2.5 MB", "3.0 GB"]);
    expect(confirmation({ runs: 1204 })).toBe("erase 1204 runs");
    expect(confirmation({ sessions: 1 })).toBe("erase 1 session");
  });

  test("ages are said in the largest unit that fits", () => {
    expect(ageParts(30 * 86_400)).toEqual({ amount: 30, unit: "days" });
    expect([ageText(3600), ageText(7 * 86_400), ageText(364 * 86_400), ageText(2 * 31_536_000)]).toEqual(["1 hour", "1 week", "52 weeks", "2 years"]);
  });
});
