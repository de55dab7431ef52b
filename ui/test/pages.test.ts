import { describe, expect, test } from "vitest";
import { ADMIN, isAllowed, READ_RUNS, READ_TRIGGERS, WRITE_RUNS } from "../src/api/permissions";
import type { Scope } from "../src/api/types";
import { isBelow, SECTIONS, visibleSections } from "../src/pages";

const key = (scopes: Scope[], tags: Record<string, string> = {}) => ({ scopes, tags });
const labels = (caller: ReturnType<typeof key>) => visibleSections(caller).map(({ label }) => label);

describe("permissions", () => {
  test("a write scope includes read, and admin includes everything", () => {
    expect(isAllowed(key(["runs:write"]), READ_RUNS)).toBe(true);
    expect(isAllowed(key(["runs:read"]), WRITE_RUNS)).toBe(false);
    expect(isAllowed(key(["admin"]), WRITE_RUNS)).toBe(true);
    expect(isAllowed(key(["runs:write"]), ADMIN)).toBe(false);
    expect(isAllowed(undefined, READ_RUNS)).toBe(false);
  });

  test("a key bound to tags can use only what filters by tags", () => {
    const bound = key(["runs:read", "triggers:read"], { customer: "acme" });
    expect(isAllowed(bound, READ_RUNS)).toBe(true);
    expect(isAllowed(bound, READ_TRIGGERS)).toBe(false);
  });
});

describe("navigation", () => {
  test("an admin sees every section", () => {
    expect(labels(key(["admin"]))).toEqual(SECTIONS.map(({ label }) => label));
  });

  test("a section without usable pages is hidden, and one with a single page has its name", () => {
    expect(labels(key(["runs:read"]))).toEqual(["Overview", "Runs", "Inbox", "Queue", "Settings"]);
    expect(labels(key([]))).toEqual([]);
  });

  test("a page below another belongs to its section", () => {
    const [runs] = SECTIONS.filter(({ label }) => label === "Runs");
    expect(isBelow(runs!, "compare")).toBe(true);
    expect(isBelow(runs!, "sessions")).toBe(false);
  });

  test("paths are unique", () => {
    const paths = SECTIONS.flatMap(({ pages }) => pages.map(({ path }) => path));
    expect(new Set(paths).size).toBe(paths.length);
  });
});
