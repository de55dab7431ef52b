import { describe, expect, test } from "vitest";
import type { Approval } from "../src/api/types";
import { costText, dollars, unpricedText } from "../src/labels/cost";
import { percent } from "../src/labels/format";
import { fixQuery } from "../src/query/error";
import { joinQueries, replaceWord } from "../src/query/language";
import { isNearlyUnique } from "../src/runs/facets";
import { nextSort, readSort, sortParams } from "../src/runs/pageState";
import { approvalText, askedLabel, resultText } from "../src/runs/rowText";
import { run } from "./builders";

describe("a row of the run list", () => {
  test("starts with the name of the run and its task", () => {
    expect(askedLabel(run({ task: "Summarize the day" }))).toBe("Summarize the day");
    expect(askedLabel(run({ task: "Summarize the day", spec: { name: "reporter" } }))).toBe(
      "reporter: Summarize the day",
    );
  });

  test("does not repeat the name of the trigger, which its second line has", () => {
    const nightly = run({ task: "Report", spec: { name: "nightly" } }, { trigger: "cron", triggerName: "nightly" });
    expect(askedLabel(nightly)).toBe("Report");
  });

  test("says why a run has no task", () => {
    expect(askedLabel(run())).toBe("No prompt");
    expect(askedLabel(run({ erasedAt: "2026-11-03T02:00:00.000Z" }))).toBe("Content erased");
  });

  test("ends with the answer, the error or what the run waits for", () => {
    const error = { message: "provider\noverloaded", class: "overloaded" } as never;
    expect(resultText(run({ finalText: "All is well." }))).toBe("All is well.");
    expect(resultText(run({ status: "failed", error }))).toBe("provider overloaded");
    expect(resultText(run({ status: "queued" }))).toBe("Waits in the queue");
    expect(resultText(run({ status: "waiting" }))).toBe("Waits for tool results");
    expect(resultText(run({ status: "waiting", executor: "claude" }))).toBe("Waits for an approval");
  });

  test("names the action that an open approval asks for", () => {
    const approval = (decision: Approval["decision"]) =>
      ({ decision, asked: { tool: "Bash", input: { command: "rm -rf build" } } }) as unknown as Approval;
    expect(approvalText([approval("approve"), approval(null)])).toBe("Waits for approval: Bash rm -rf build");
    expect(approvalText([approval("deny")])).toBeNull();
  });
});

describe("a cost", () => {
  test("has two digits that matter", () => {
    expect([0, 0.00034, 0.012345, 0.5, 18.4, 1234.5].map(dollars)).toEqual([
      "$0",
      "$0.00034",
      "$0.012",
      "$0.50",
      "$18.40",
      "$1,234.50",
    ]);
  });

  test("is never zero if it is unknown", () => {
    expect(costText({ cost: null, unpricedCalls: 0 })).toBe("–");
    expect(costText({ cost: null, unpricedCalls: 2 })).toBe("?");
    expect(costText({ cost: "0.5", unpricedCalls: 2 })).toBe("$0.50+");
    expect(unpricedText(2)).toBe("2 model calls without a known price");
    expect(unpricedText(0)).toBe("");
  });

  test("and a share are short", () => {
    expect([0, 0.0005, 0.031, 0.38, 1].map(percent)).toEqual(["0 %", "0.05 %", "3.1 %", "38 %", "100 %"]);
    expect(percent(679.23)).toBe("67,923 %");
  });
});

describe("the order of the list", () => {
  test("is in the URL unless it is newest first", () => {
    expect(sortParams(readSort(undefined, undefined))).toEqual({ sort: undefined, order: undefined });
    expect(sortParams(readSort("cost", "asc"))).toEqual({ sort: "cost", order: "asc" });
    expect(readSort("color", "up")).toEqual({ by: "created", order: "desc" });
  });

  test("starts with the largest value and turns with each click", () => {
    const first = nextSort(readSort(undefined, undefined), "cost");
    expect(first).toEqual({ by: "cost", order: "desc" });
    expect(nextSort(first, "cost")).toEqual({ by: "cost", order: "asc" });
    expect(nextSort(nextSort(first, "cost"), "cost")).toEqual(first);
  });
});

describe("a key", () => {
  const values = (...counts: number[]) => counts.map((count, i) => ({ value: `v${i}`, count }));

  test("with a value per run is nearly unique", () => {
    expect(isNearlyUnique(values(2, 1, 1, 1, 1, 1))).toBe(true);
    expect(isNearlyUnique(values(40, 3, 1, 1, 1, 1))).toBe(false);
    expect(isNearlyUnique(values(1, 1))).toBe(false); // two runs say nothing
  });
});

describe("a suggestion", () => {
  test("replaces a key everywhere in the query", () => {
    expect(replaceWord("custmer:acme -custmer:x has:custmer", "custmer", "customer")).toBe(
      "customer:acme -customer:x has:customer",
    );
    expect(replaceWord("env:prod or env:dev", "or", "OR")).toBe("env:prod OR env:dev");
  });

  test("of an error replaces the word at its place", () => {
    const error = { message: "", at: 8, meant: "-24h" };
    expect(fixQuery("created>24h env:prod", error)).toBe("created>-24h env:prod");
    expect(fixQuery("env:", { message: "", at: 4, meant: null })).toBeNull();
  });
});

test("two queries are joined without changing what either means", () => {
  expect(joinQueries("", "a:1 OR b:2")).toBe("a:1 OR b:2");
  expect(joinQueries("a:1 OR b:2", "c:3 OR d:4")).toBe("(a:1 OR b:2) (c:3 OR d:4)");
  expect(joinQueries("a:1", "")).toBe("a:1");
});
