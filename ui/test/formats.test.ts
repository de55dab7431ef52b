import { describe, expect, test } from "vitest";
import { readHistogram } from "../src/api/histogram";
import { ApiError, isAllIn, readError } from "../src/api/client";
import { readFrames } from "../src/api/stream";
import { toCsv } from "../src/runs/csv";
import { compareLines, compareMaps, foldUnchanged } from "../src/components/diff";
import { compact, duration, elapsedTime, oneLine, percent, relativeTime, shortId } from "../src/labels/format";
import { readQueryError } from "../src/query/error";
import { bounds, rangeLabel, rangeQuery } from "../src/query/range";
import { asCurl, asPython, python } from "../src/run/snippets";
import { readTags, tagsProblem } from "../src/query/tags";

const NOW = Date.parse("2026-11-03T12:00:00Z");

test("a diff folds the unchanged lines that are not near a change", () => {
  const before = Array.from({ length: 20 }, (_, i) => `line ${i}`);
  const after = before.with(9, "changed");
  const shown = foldUnchanged(compareLines(before.join("\n"), after.join("\n")));
  expect(shown.map((line) => (line.kind === "folded" ? line.count : line.text))).toEqual([
    6,
    "line 6",
    "line 7",
    "line 8",
    "line 9",
    "changed",
    "line 10",
    "line 11",
    "line 12",
    7,
  ]);
});

test("an error names the fields of a request without JSON pointers", async () => {
  const message = "/tools/0/name: must not be empty; /budgets: unknown field a/b: c";
  const { message: shown } = await readError(new Response(JSON.stringify({ message }), { status: 400 }));
  expect(shown).toBe("tools.0.name: must not be empty; budgets: unknown field a/b: c");
});

describe("times and numbers", () => {
  test.each([
    [NOW - 1000, "now"],
    [NOW - 42_000, "42 s ago"],
    [NOW - 3 * 60_000, "3 min ago"],
    [NOW - 5 * 3_600_000, "5 h ago"],
    [NOW + 7_200_000, "in 2 h"],
  ])("%i is %s", (at, said) => {
    expect(relativeTime(at, NOW)).toBe(said);
  });

  test.each([
    [3, "3 ms"],
    [420, "420 ms"],
    [3210, "3.2 s"],
    [42_000, "42 s"],
    [245_000, "4 m 05 s"],
    [7_800_000, "2 h 10 m"],
    [180_000_000, "2 d 02 h"],
  ])("%i ms is %s", (ms, said) => {
    expect(duration(ms)).toBe(said);
  });

  test("a time that has passed is given without the word ago", () => {
    expect(elapsedTime(16 * 60_000)).toBe("16 min");
    expect(elapsedTime(300)).toBe("0 s");
  });

  test.each([
    [0.0005, "0.05 %"],
    [0.0313, "3.1 %"],
    [0.38, "38 %"],
    [0.9973, "99.7 %"],
    [0.99999, "99.9 %"],
    [1, "100 %"],
  ])("the share %d is %s", (share, said) => {
    expect(percent(share)).toBe(said);
  });

  test.each([
    [7, "7"],
    [999, "999"],
    [1234, "1.2k"],
    [12_345, "12k"],
    [1_234_567, "1.2M"],
  ])("%i is %s", (n, said) => {
    expect(compact(n)).toBe(said);
  });

  test("an id is known by its end", () => {
    expect(shortId("run_01k9abcdefghjkmnpqrstvwxyz")).toBe("run_…tvwxyz");
  });

  test("a text becomes one line", () => {
    expect(oneLine("a\n\n  b")).toBe("a b");
    expect(oneLine("x".repeat(300), 10)).toBe("xxxxxxxxx…");
  });
});

describe("the range", () => {
  test("is 24 hours unless said otherwise, and stays relative", () => {
    expect(rangeQuery({})).toBe("created>-24h");
    expect(rangeQuery({ range: "7d" })).toBe("created>-7d");
    expect(rangeQuery({ range: "all" })).toBe("");
    expect(rangeQuery({ range: "nonsense" })).toBe("created>-24h");
  });

  test("can be two moments", () => {
    const range = { from: "2026-11-01T00:00:00.000Z", to: "2026-11-02T00:00:00.000Z" };
    expect(rangeQuery(range)).toBe("created>=2026-11-01T00:00:00.000Z created<2026-11-02T00:00:00.000Z");
    expect(bounds(range, NOW)).toEqual({ from: Date.parse(range.from), to: Date.parse(range.to) });
  });

  test("has a name and bounds", () => {
    expect(rangeLabel({ range: "1h" })).toBe("Last hour");
    expect(bounds({ range: "1h" }, NOW)).toEqual({ from: NOW - 3_600_000, to: NOW });
    expect(bounds({ range: "all" }, NOW)).toBeNull();
  });
});

describe("a histogram", () => {
  const bucket = (start: string, counts: Record<string, number>, other = 0, none = 0) => ({
    start,
    counts,
    other,
    none,
    count: Object.values(counts).reduce((a, b) => a + b, other + none),
  });

  test("has a row of counts per group, also for what is not named and what has no value", () => {
    const made = readHistogram({
      interval: "hour",
      timezone: "UTC",
      groupBy: "key",
      groups: ["b", "a"],
      buckets: [bucket("2026-11-03T00:00:00.000Z", { a: 1 }), bucket("2026-11-03T01:00:00.000Z", { a: 2, b: 9 }, 4, 1)],
    });
    expect(made.step).toBe(3_600_000);
    expect(made.groups.map((group) => [group.name, group.counts])).toEqual([
      ["b", [0, 9]],
      ["a", [1, 2]],
      ["other", [0, 4]],
      ["(none)", [0, 1]],
    ]);
    expect(made.total).toBe(17);
  });

  test("of nothing is empty", () => {
    expect(readHistogram({ interval: "hour", timezone: "UTC", groupBy: null, groups: [], buckets: [] }).times).toEqual(
      [],
    );
  });
});

describe("problems of a query", () => {
  const refused = (problem: string) => new ApiError(400, "invalid_request", problem, [{ field: "q", problem }]);

  test("are shown where the person wrote", () => {
    expect(readQueryError(refused("column 6: expected a value"), 1)).toEqual({
      message: "Column 5: expected a value",
      at: 4,
      meant: null,
    });
  });

  test("without a column have no place", () => {
    expect(readQueryError(refused("expected at most 64 terms"), 0)).toEqual({
      message: "expected at most 64 terms",
      at: null,
      meant: null,
    });
  });

  test("other errors are not about the query", () => {
    expect(readQueryError(new ApiError(500, "internal", "x"), 0)).toBeNull();
  });
});

describe("export", () => {
  test("quotes what needs it and defuses formulas", () => {
    expect(
      toCsv(
        ["a", "b"],
        [
          ['say "hi"', 1],
          ["=HYPERLINK()", null],
          ["two\nlines", "x,y"],
        ],
      ),
    ).toBe('a,b\r\n"say ""hi""",1\r\n\'=HYPERLINK(),\r\n"two\nlines","x,y"\r\n');
  });

  test("cURL survives quotes", () => {
    expect(asCurl("http://x", { prompt: "it's" })).toContain("it'\\''s");
  });

  test("Python is Python", () => {
    expect(python({ a: true, b: null, c: [1, "x"] })).toBe('{"a": True, "b": None, "c": [1, "x"]}');
    const code = asPython(
      { prompt: "Hi", systemPrompt: "Be brief.", metadata: { env: "prod" } },
      { baseUrl: "http://h", workspace: "default", session: null },
    );
    expect(code).toContain(
      'client.run_agent(\n        "Hi",\n        system_prompt="Be brief.",\n        metadata={"env": "prod"},',
    );
  });
});

describe("comparing", () => {
  test("maps show what differs first", () => {
    expect(compareMaps({ a: "1", b: "2" }, { a: "1", b: "3", c: "4" }).map((row) => row.key)).toEqual(["b", "c", "a"]);
  });

  test("lines keep what is common", () => {
    expect(compareLines("a\nb\nc", "a\nx\nc").map((line) => [line.kind, line.text])).toEqual([
      ["same", "a"],
      ["removed", "b"],
      ["added", "x"],
      ["same", "c"],
    ]);
  });
});

describe("frames", () => {
  test("are read whole; the rest waits for more", () => {
    const { events, left } = readFrames(
      ': open\n\nid: 1\nevent: started\ndata: {"seq":1,"type":"started","data":{}}\n\nid: 2\nda',
    );
    expect(events).toEqual([{ seq: 1, type: "started", data: {} }]);
    expect(left).toBe("id: 2\nda");
  });
});

test("tags are typed as key=value, with quotes where needed", () => {
  expect(readTags('customer=acme note="two words" nothing env:prod')).toEqual({
    customer: "acme",
    note: "two words",
    env: "prod",
  });
});

test.each([
  ["", undefined],
  ['customer=acme note="two words" env:prod ', undefined],
  ["customer", 'Write "customer" as key=value, such as customer=acme.'],
  ["customer = acme", 'Write "customer" as key=value, such as customer=acme.'],
])("the problem of the tags %j is %j", (text, problem) => {
  expect(tagsProblem(text)).toBe(problem);
});

test("an error is shown at fields if they show all of its problems", () => {
  const problem = (field: string) => ({ field, problem: "is wrong" });
  const error = new ApiError(400, "invalid_request", "", [problem("/query"), problem("/actions/0")]);
  expect(isAllIn(error, ["query", "actions"])).toBe(true);
  expect(isAllIn(error, ["query"])).toBe(false);
  expect(isAllIn(new ApiError(409, "conflict", "the name is taken"), ["query"])).toBe(false);
});
