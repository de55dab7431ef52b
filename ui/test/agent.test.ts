import { describe, expect, test } from "vitest";
import type { Entry } from "../src/api/values";
import { actionText, buildTree, diffLines, readUsage, usageText } from "../src/agent/labels";

const GOLDEN = import.meta.glob<Entry[]>("../../tests/normalizers/golden/*.json", { eager: true, import: "default" });

/** Recorded transcripts of real agents, as they stand at the end. */
function recorded(name: string): Entry[] {
  const changes = GOLDEN[`../../tests/normalizers/golden/${name}`]!;
  const whole = changes.filter((change) => change.type !== "delta" && change.type !== "retraction");
  return [...new Map(whole.map((entry) => [entry.id, entry])).values()];
}

describe("recorded transcripts", () => {
  test.each(Object.keys(GOLDEN).map((path) => path.split("/").at(-1)!))("%s keeps every entry", (name) => {
    const entries = recorded(name);
    const count = (tree: ReturnType<typeof buildTree>): number =>
      tree.reduce((sum, { children }) => sum + 1 + count(children), 0);
    expect(count(buildTree(entries))).toBe(entries.length);
    for (const entry of entries.filter(({ type }) => type === "tool_use")) expect(actionText(entry).about).not.toBe("");
  });

  test("a subagent is nested below the entry that started it", () => {
    const task = buildTree(recorded("claude-subagent.json")).find(({ entry }) => entry.tool === "Agent")!;
    expect(task.children.map(({ entry }) => entry.tool)).toContain("Bash");
  });

  test("usage has a scope", () => {
    const used = readUsage(recorded("claude-edit.json"));
    expect(used.map(({ scope }) => scope)).toEqual(["turn", "run"]);
    expect(used[0]).toMatchObject({ input: 3600, output: 120 });
    expect(usageText(used[0]!)).toBe("3.6k → 120 tokens (last turn)");
  });
});

test("a diff is split into lines", () => {
  expect(diffLines("@@ @@\n-a\n+b\n c\n").map(({ kind }) => kind)).toEqual(["hunk", "remove", "add", "same"]);
});
