import { describe, expect, test } from "vitest";
import { barAt, barEnd, groupAt } from "../src/api/series";
import type { RunAggregate } from "../src/api/types";
import { inGroup, toChart } from "../src/overview/chart";
import { failedText, pointChange, relativeChange } from "../src/overview/measures";
import { autoInterval, intervalsOf } from "../src/overview/pageState";
import { defaultPanels, type Panel, panelParams, panelText, readPanel, readPanels } from "../src/overview/panels";
import { rangeBefore } from "../src/query/range";

const panel = (changes: Partial<Panel> = {}): Panel => ({ measure: "cost", by: null, where: "", ...changes });

describe("a panel", () => {
  test("is one text in the URL, which people can read and edit", () => {
    const failed = panel({ by: "customer", where: 'status:failed "by where"' });
    expect(panelText(failed)).toBe('cost by customer where status:failed "by where"');
    for (const one of [failed, panel(), panel({ where: "env:prod" }), panel({ measure: "duration", by: "tag.x" })])
      expect(readPanel(panelText(one))).toEqual(one);
  });

  test("of an unknown measure is ignored", () => {
    expect(readPanel("love by customer")).toBeNull();
    expect(readPanels({ p1: "nothing", p2: "cost", p4: "count by env" }).map(panelText)).toEqual([
      "cost",
      "count by env",
    ]);
  });

  test("that is removed leaves no gap", () => {
    const params = panelParams([panel(), panel({ measure: "rate" })]);
    expect(params).toMatchObject({ p1: "cost", p2: "rate", p3: undefined, p12: undefined });
  });

  test("shows the group of the page, and runs by status without one", () => {
    const usual = (by: string | null) => defaultPanels(by, { failures: "rate", slow: "p95" }).map(panelText);
    expect(usual(null)).toEqual(["count by status", "rate", "duration", "cost", "tokens"]);
    expect(usual("env")[2]).toBe("p95 by env");
  });
});

test("a failure rate is explained by the runs that ended", () => {
  expect(failedText({ count: 52, failed: 4, rate: 4 / 50 })).toBe("4 of 50 ended");
  expect(failedText({ count: 52, failed: 0, rate: 0 })).toBe("0");
  expect(failedText({})).toBe("");
});

const answer: RunAggregate = {
  measures: ["cost"],
  by: ["customer"],
  interval: "hour",
  timezone: "UTC",
  buckets: ["2026-11-17T00:00:00.000Z", "2026-11-17T01:00:00.000Z"],
  total: { values: { cost: "0.6" }, series: [{ cost: "0.5" }, { cost: "0.1" }] },
  groups: [
    { key: ["acme"], values: { cost: "0.5" }, series: [{ cost: "0.5" }, { cost: null }] },
    { key: [null], values: { cost: "0.1" }, series: [{ cost: null }, { cost: "0.1" }] },
  ],
  other: null,
};

describe("a chart", () => {
  test("finds bars by time, also if a day has 25 hours", () => {
    const days = ["2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"]; // two days in Berlin
    const chart = { times: days.map(Date.parse), step: 86_400_000, groups: [] };
    expect(barAt(chart, Date.parse("2026-10-25T22:30:00Z"))).toBe(0);
    expect(barAt(chart, Date.parse("2026-10-25T23:00:00Z"))).toBe(1);
    expect(barAt(chart, Date.parse("2026-10-24T21:00:00Z"))).toBe(-1);
    expect(barEnd(chart, 0)).toBe(chart.times[1]);
    expect(barEnd(chart, 1)).toBe(Date.parse("2026-10-26T23:00:00Z"));
  });

  test("has a series per group, with gaps where nothing is known", () => {
    const chart = toChart(answer, panel({ by: "customer" }));
    expect(chart.step).toBe(3_600_000);
    expect(chart.groups.map(({ name, kind, counts, total }) => [name, kind, counts, total])).toEqual([
      ["acme", "value", [0.5, null], 0.5],
      ["(none)", "none", [null, 0.1], 0.1],
    ]);
  });

  test("without a group shows all runs", () => {
    expect(toChart(answer, panel()).groups).toMatchObject([{ name: "Cost", counts: [0.5, 0.1], total: 0.6 }]);
  });

  test("links to the runs of a group", () => {
    const [acme, none] = toChart(answer, panel({ by: "customer" })).groups;
    expect(inGroup("env:prod", "customer", acme!)).toBe("env:prod customer:acme");
    expect(inGroup("", "customer", none!)).toBe("-has:customer");
    expect(inGroup("env:prod", null, acme!)).toBe("env:prod");
  });

  test("finds the group under the pointer", () => {
    const bars = { times: [0], step: 1, groups: [2, 3].map((n, i) => series(`g${i}`, n)) };
    expect([1, 4, 6].map((value) => groupAt(bars, 0, value, false))).toEqual([0, 1, null]);
    expect([0, 2.9].map((value) => groupAt(bars, 0, value, true))).toEqual([0, 1]);
  });
});

const series = (name: string, n: number) => ({ name, kind: "value" as const, counts: [n], total: n });

describe("the change against the period before", () => {
  test("is relative for sums, and in points for shares", () => {
    expect(relativeChange(122, 100)).toEqual({ up: true, text: "22 %" });
    expect(relativeChange(2300, 100)).toEqual({ up: true, text: "23×" });
    expect(relativeChange(50, 100)).toEqual({ up: false, text: "50 %" });
    expect(relativeChange(100, 100)).toEqual({ up: null, text: "no change" });
    expect(pointChange(0.05, 0.03)).toEqual({ up: true, text: "2 points" });
  });

  test("is unknown without a value before", () => {
    expect(relativeChange(5, 0)).toBeNull();
    expect(pointChange(0.1, null)).toBeNull();
  });

  test("is of a period of the same length", () => {
    expect(rangeBefore({})).toBe("created>-2880m created<=-1440m");
    expect(rangeBefore({ from: "2026-11-02T00:00:00Z", to: "2026-11-03T00:00:00Z" })).toBe(
      "created>=2026-11-01T00:00:00.000Z created<2026-11-02T00:00:00.000Z",
    );
    expect(rangeBefore({ range: "all" })).toBeNull();
  });
});

test("the intervals of a range give a readable number of bars", () => {
  const usual = ["15m", "6h", "24h", "7d", "90d", "all"].map((range) => autoInterval({ range }, 0));
  expect(usual).toEqual(["minute", "hour", "hour", "day", "day", "auto"]);
  expect(intervalsOf({ range: "1h" }, 0)).toEqual(["minute", "hour"]);
  expect(intervalsOf({ range: "24h" }, 0)).toEqual(["hour", "day"]);
  expect(intervalsOf({ range: "30d" }, 0)).toEqual(["hour", "day", "week"]);
  expect(intervalsOf({ range: "all" }, 0)).toEqual(["day", "week"]);
});
