import { describe, expect, test } from "vitest";
import {
  exclude,
  excludedValues,
  include,
  joinRange,
  keyText,
  lex,
  pick,
  pickedValue,
  termText,
  toggle,
  valueText,
  withoutKey,
} from "../src/query/language";

describe("lex", () => {
  test("finds terms, their keys, signs and values", () => {
    const [first, second, third] = lex('customer:acme -note:"two words" tokens>=10k').terms;
    expect([first!.key, first!.sign, first!.value]).toEqual(["customer", ":", "acme"]);
    expect([second!.negated, second!.key, second!.value]).toEqual([true, "note", "two words"]);
    expect([third!.key, third!.sign, third!.value]).toEqual(["tokens", ">=", "10k"]);
  });

  test("words without a sign are looked for", () => {
    expect(lex("refund order").terms.map((term) => term.key)).toEqual([null, null]);
  });

  test("a value may hold colons", () => {
    expect(lex("model:anthropic:claude").terms[0]).toMatchObject({ key: "model", value: "anthropic:claude" });
  });

  test("brackets count, and say when one is missing", () => {
    expect(lex("(a:1 OR b:2) c:3").terms.map((term) => term.depth)).toEqual([1, 1, 0]);
    expect(lex("(a:1").balanced).toBe(false);
    expect(lex("a:1)").balanced).toBe(false);
    expect(lex('a:"x').balanced).toBe(false);
  });
});

describe("written terms", () => {
  test("a value is quoted only when it must be", () => {
    expect(valueText("acme")).toBe("acme");
    expect(valueText("anthropic:claude-4")).toBe("anthropic:claude-4");
    expect(valueText("acme co")).toBe('"acme co"');
    expect(valueText("")).toBe('""');
    expect(valueText('say "hi" \\')).toBe('"say \\"hi\\" \\\\"');
    expect(valueText("ac*")).toBe('"ac*"');
  });

  test("a tag with a field's name is reached through tag.", () => {
    expect(keyText("status")).toBe("tag.status");
    expect(keyText("has")).toBe("tag.has");
    expect(keyText("customer")).toBe("customer");
  });

  test("what was written is read again as it was", () => {
    for (const value of ["plain", "two words", 'a"b', "back\\slash", "(x)", "*", ""]) {
      expect(lex(termText("note", value)).terms[0]!.value).toBe(value);
    }
  });
});

describe("changing a query", () => {
  test("picking adds, and replaces what the key had", () => {
    expect(pick("", "env", "prod")).toBe("env:prod");
    expect(pick("env:dev status:failed", "env", "prod")).toBe("status:failed env:prod");
  });

  test("picking takes back that the value was left out", () => {
    expect(pick("-env:prod x", "env", "prod")).toBe("x env:prod");
  });

  test("an OR is put in brackets, so that it does not swallow the term", () => {
    expect(pick("a:1 OR b:2", "env", "prod")).toBe("(a:1 OR b:2) env:prod");
  });

  test("toggling twice changes nothing", () => {
    const once = toggle("status:failed", "env", "prod");
    expect(toggle(once, "env", "prod")).toBe("status:failed");
  });

  test("excluding and including undo each other", () => {
    const without = exclude("status:failed", "env", "dev");
    expect(without).toBe("status:failed -env:dev");
    expect(excludedValues(without, "env")).toEqual(["dev"]);
    expect(include(without, "env", "dev")).toBe("status:failed");
  });

  test("a facet is counted without its own wish, but with what is left out", () => {
    expect(withoutKey("env:prod -env:dev status:failed", "env")).toBe("-env:dev status:failed");
    expect(withoutKey("env:prod AND status:failed", "env")).toBe("status:failed");
  });

  test("spaces inside quotes stay", () => {
    expect(withoutKey('note:"a   b"  env:prod', "env")).toBe('note:"a   b"');
  });

  test("what stands in brackets or behind NOT is left alone", () => {
    expect(pickedValue("(env:prod)", "env")).toBeNull();
    expect(withoutKey("NOT env:prod", "env")).toBe("NOT env:prod");
  });
});

describe("joined with the time", () => {
  test("a plain query is followed by the range", () => {
    expect(joinRange("a:1", "created>-24h")).toEqual({ q: "a:1 created>-24h", shift: 0 });
  });

  test("an OR is put in brackets, and columns are shifted by one", () => {
    expect(joinRange("a:1 OR b:2", "created>-24h")).toEqual({ q: "(a:1 OR b:2) created>-24h", shift: 1 });
  });

  test("what cannot be read is sent alone, so that the error is its own", () => {
    expect(joinRange("a:1) OR (b:2", "created>-24h").q).toBe("a:1) OR (b:2");
  });

  test("leading spaces shift columns the other way", () => {
    expect(joinRange("  a:", "x").shift).toBe(-2);
  });
});
